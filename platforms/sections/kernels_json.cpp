#include "platforms/sections/kernels_json.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace sparlab::platforms {
namespace {

constexpr std::size_t kMostPointsOfKernel = 64;
constexpr double kLeastUnits = 1;
constexpr double kMostUnits = 1e18;
constexpr double kLeast_ns = 1e-6;
constexpr double kMost_ns = 1e15;

model::WorkCurve read_curve(base::StrictObject& element) {
  model::WorkCurve curve;
  for (base::StrictObject& point : element.objects("points", kMostPointsOfKernel)) {
    const double units = point.number("units", kLeastUnits, kMostUnits);
    const double seconds = point.number("ns", kLeast_ns, kMost_ns) * 1e-9;
    if (!curve.empty() && units <= curve.back().units)
      point.fail("units", "more than that of the point before");
    if (!curve.empty() && seconds < curve.back().seconds)
      point.fail("ns", "no less than that of the point before");
    point.finish();
    curve.push_back({units, seconds});
  }
  return curve;
}

}  // namespace

model::WorkCurves read_kernels(base::StrictObject& document) {
  static const std::vector<std::string> kNames(model::kKernelNames.begin(),
                                               model::kKernelNames.end());
  model::WorkCurves curves;
  if (!document.optional("kernels")) return curves;
  for (base::StrictObject& element : document.objects("kernels", kNames.size())) {
    model::WorkCurve& curve = curves[element.choice("kernel", kNames)];
    if (!curve.empty()) element.fail("kernel", "each kernel once");
    curve = read_curve(element);
    element.text("source");
    element.text("uncertainty");
    element.finish();
  }
  return curves;
}

}  // namespace sparlab::platforms
