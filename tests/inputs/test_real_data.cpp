#include <set>

#include "inputs/formats/recording.hpp"
#include "inputs/formats/svmlight_file.hpp"
#include "inputs/sources/input.hpp"
#include "inputs/sources/svmlight_input.hpp"
#include "tests/real_data.hpp"

namespace sparlab::inputs {
namespace {

std::size_t union_size(const Input& input, std::uint64_t first, std::uint64_t count) {
  std::set<std::uint64_t> held;
  for (std::uint64_t rank = first; rank < first + count; ++rank) {
    const auto indices = input.rank_entries(rank).indices;
    held.insert(indices.begin(), indices.end());
  }
  return held.size();
}

TEST_CASE("news20 is read whole, and its fill-in is as measured and as modelled") {
  const std::string path = tests::real_data("news20.svm.gz");
  if (path.empty()) return;
  DataFile file(path);
  const auto samples = std::make_shared<const Samples>(read_svmlight(file));
  CHECK(samples->size() == 15'935);
  CHECK(samples->universe == 62'061);
  CHECK(samples->features.size() == 1'272'569);
  CHECK(samples->content_hash ==
        "fe0f2947523c39418b2aa112099677004a8d518a19eca15e3666e208fd05c265");

  struct Measured {
    std::uint64_t batch, ranks;
    double nnz, united;
  };
  for (const Measured measured : {Measured{32, 32, 2'013, 20'919}, Measured{256, 8, 9'305, 29'600},
                                  Measured{1000, 8, 20'678, 51'424}}) {
    const SvmlightInput input(samples, 0, measured.batch, measured.ranks, 1);
    const auto united = static_cast<double>(union_size(input, 0, measured.ranks));
    CHECK(input.mean_nnz() == Approx(measured.nnz).epsilon(0.05));
    CHECK(united == Approx(measured.united).epsilon(0.05));
    CHECK(input.fill_in()->distinct(1) == Approx(input.mean_nnz()).epsilon(0.05));
    CHECK(input.fill_in()->distinct(measured.ranks) == Approx(united).epsilon(0.05));
  }
}

TEST_CASE("spamassassin's trigrams are read over the given universe") {
  const std::string path = tests::real_data("spamassassin-trigram.svm.gz");
  if (path.empty()) return;
  InputSpec spec;
  spec.kind = InputKind::svmlight;
  spec.path = path;
  const auto input = make_input(spec, std::uint64_t{1} << 24, 0, 32, 1);
  CHECK(input->universe() == std::uint64_t{1} << 24);
  CHECK(input->max_ranks() == 78);
  CHECK(static_cast<double>(union_size(*input, 0, 32)) ==
        Approx(input->fill_in()->distinct(32)).epsilon(0.05));
  DataFile file(path);
  const Samples samples = read_svmlight(file, std::uint64_t{1} << 24);
  CHECK(samples.size() == 2'500);
  CHECK(samples.features.size() == 2'020'720);
}

TEST_CASE("a recording of error-feedback training has the measured unions") {
  const std::string path = tests::real_data("mnist-mlp-epoch5-errfb.tkg.gz");
  if (path.empty()) return;
  InputSpec spec;
  spec.kind = InputKind::recording;
  spec.path = path;
  const auto input = make_input(spec, 0, 0, 32, 1);
  CHECK(input->universe() == 235'146);
  CHECK(input->mean_nnz() == 2'351);
  CHECK(input->max_ranks() == 32);
  struct Measured {
    std::uint64_t ranks;
    double union_percent;
  };
  for (const Measured measured : {Measured{2, 1.9}, Measured{4, 3.6}, Measured{8, 6.7},
                                  Measured{16, 11.5}, Measured{32, 18.5}}) {
    const double expected = input->fill_in()->distinct(measured.ranks);
    INFO(measured.ranks << " ranks");
    CHECK(100 * expected / 235'146 == Approx(measured.union_percent).margin(0.05));
    const auto first = static_cast<double>(union_size(*input, 0, measured.ranks));
    CHECK(first == Approx(expected).epsilon(measured.ranks == 32 ? 1e-9 : 0.05));
  }
}

}  // namespace
}  // namespace sparlab::inputs
