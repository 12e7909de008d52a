#pragma once

#include <string>
#include <vector>

#include "algos/registry/registry.hpp"
#include "model/base/wire_format.hpp"

namespace sparlab::conformance {

/// The published set and one more format, all formats, a set without dense, and coo only.
inline std::vector<model::FormatSet> format_sets() {
  using model::Format;
  using model::FormatSet;
  const FormatSet published = FormatSet::published();
  return {published.with(Format::bitmap),
          published.with(Format::delta),
          published.with(Format::runs),
          published.with(Format::pici),
          FormatSet::all(),
          {Format::bitmap, Format::runs},
          FormatSet{}};
}

/// Some of these with a code of values.
inline std::vector<model::FormatSet> coded_format_sets() {
  using model::Format;
  using model::FormatSet;
  std::vector<FormatSet> sets;
  for (const FormatSet formats : {FormatSet::published(), FormatSet::all(), FormatSet{},
                                  FormatSet{Format::bitmap, Format::runs}})
    sets.push_back(formats.with(model::ValueCode::exponents));
  return sets;
}

/// The exact algorithms that the model knows. The pipeline has few segments.
inline std::vector<std::string> exact_algorithms() {
  std::vector<std::string> specs;
  for (const auto& info : algos::algorithms()) {
    if (info.exactness != algos::Exactness::exact || info.native) continue;
    specs.emplace_back(info.name == "hofmann_runger" ? "hofmann_runger(segment=2^17)" : info.name);
  }
  return specs;
}

}  // namespace sparlab::conformance
