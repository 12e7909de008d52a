// Counted streams on loggp take the time, the messages and the bytes of the closed form.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "algos/registry/registry.hpp"
#include "model/fill_in/clustered_fill_in.hpp"
#include "model/fill_in/uniform_fill_in.hpp"
#include "model/fill_in/zipf_fill_in.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/format_sets.hpp"
#include "tests/conformance/suite/one_call_spec.hpp"
#include "tests/conformance/suite/totals.hpp"
#include "tests/conformance/variants.hpp"

using namespace sparlab;
using namespace sparlab::conformance;

namespace {

constexpr std::uint64_t kUniverse = std::uint64_t{1} << 20;

struct Tolerance {
  double of_seconds = 1e-9;
  double of_messages = 1e-9;
};

void check_totals(const CallTerms& call, std::uint64_t ranks, const model::FillIn& fill_in,
                  Tolerance tolerance = {}) {
  CAPTURE(call.spec, ranks, fill_in.describe());
  const Totals expected = modelled(call, ranks, fill_in);
  const Totals found = counted(call, ranks, fill_in);
  CHECK(found.seconds == Approx(expected.seconds).epsilon(tolerance.of_seconds).margin(0));
  CHECK(found.messages == Approx(expected.messages).epsilon(tolerance.of_messages));
  CHECK(found.bytes == Approx(expected.bytes).epsilon(1e-9));
}

/// Calls check(ranks, fill_in) for uniform supports of several densities.
template <class Check>
void for_each_point(const std::vector<std::uint64_t>& ranks, Check check) {
  for (const std::uint64_t p : ranks) {
    for (const double density : {0.0, 1e-4, 1.0 / 128, 0.125, 0.5, 1.0}) {
      const model::UniformFillIn fill_in(kUniverse, density * static_cast<double>(kUniverse));
      check(p, fill_in, density);
    }
  }
}

}  // namespace

TEST_CASE("counted streams on loggp take the time of the closed form to 1e-9", "[arithmetic]") {
  for_each_point({1, 2, 4, 16, 64, 256}, [](auto ranks, const auto& fill_in, double) {
    for (const auto& info : algos::algorithms()) {
      // Its slots exchange so many small packets that 256 ranks would take minutes.
      if (info.native || (info.name == "omnireduce" && ranks > 16)) continue;
      // Slots of omnireduce overlap, and the order of arrival decides which packets wait; the
      // closed form uses the volume of the busiest port.
      const double seconds = info.name == "omnireduce" ? 0.01 : 1e-9;
      const auto published = model::FormatSet::published();
      for (const auto formats : {published, published.with(model::ValueCode::exponents)})
        check_totals({one_call_spec(info.name), formats}, ranks, fill_in, {seconds, 0});
    }
  });
}

TEST_CASE("counted streams take the closed form's time to 1e-9 in every set of formats",
          "[arithmetic]") {
  for_each_point({1, 2, 4, 16, 64}, [](auto ranks, const auto& fill_in, double) {
    std::vector<model::FormatSet> sets = format_sets();
    for (const auto formats : coded_format_sets()) sets.push_back(formats);
    for (const auto formats : sets) {
      for (const std::string& spec : exact_algorithms()) {
        if (spec == "omnireduce") continue;  // its packets do not use formats
        // If formats change on the way, the slowest stage of a pipeline changes, too.
        const bool pipeline = spec.starts_with("hofmann_runger");
        check_totals({spec, formats}, ranks, fill_in, {pipeline ? 0.02 : 1e-9});
      }
    }
  });
}

TEST_CASE("counted streams take the closed form's time with other settings", "[arithmetic]") {
  const std::vector<std::string> always = {
      "dense_recursive_k(radix=2)", "dense_recursive_k(radix=8)",
      "traff_elimination(schedule=rabenseifner)", "traff_elimination(schedule=ring)",
      "hofmann_runger(segment=2^17)", "hofmann_runger(segment=2^20)", "kylix(reuse=true, calls=1)",
      "spark_tree_aggregate(depth=1, broadcast=linear)", "gloo_sparse(padded=true)",
      "sparse_ring(format=pici)", "sparse_ring(hop_work=dense)",
      "sparse_ring(hop_work=dense, format=pici)", "sparse_ring(hop_work=dense, rs=0.9, ag=0.8)",
      "ssar_split_allgather(partition=hash)", "ssar_split_allgather(pull=bitmap)",
      "ssar_split_allgather(partition=hash, pull=bitmap)",
      // Hot spots included.
      "parameter_server(mode=dense)", "parameter_server(servers=1)",
      "parameter_server(mode=dense, servers=1)", "parallax(run_option=mpi)",
      "parallax(ranks_per_machine=2)", "parallax(ranks_per_machine=4)",
      // Systems that select.
      "topk_allgather(k=4096)", "topk_allgather(k=4096, selector=dgc)",
      "topk_allgather(k=100, selector=dgc, sample=0.3)", "topk_allgather(k=4096, selector=sidco)",
      "topk_dsa(k=4096)", "topk_dsa(k=2^17, switch=third)", "gtopk(k=100)", "gtopk(k=4096)",
      "gtopk(k=4096, broadcast=scatter_allgather)", "gaussiank(k=4096)", "dryden(k=4096)",
      "dryden(k=4096, reselect=false)", "dryden(reselect=false)", "spardl(k=4096)", "clt_k(k=4096)",
      "micro(k=4096)", "micro(padded=false)", "micro(k=4096, parts=balanced)", "block_topk(k=4096)",
      "block_topk(k=5000, block=1000)", "arc_topk(k=4096)",
      "arc_topk(k=5000, rank=7, columns=1000)",
      // The third selects more than are held: it evaluates each time.
      "oktopk(tau=4, tau_prime=2)", "oktopk(tau=2, tau_prime=3, k=4096, window=7)",
      "oktopk(tau=2, tau_prime=3, k=300000)",
      "oktopk(tau=2, tau_prime=3, k=300000, form=published)",
      "oktopk(tau=3, tau_prime=2, k=64, regather=false, window=1)"};
  for_each_point({1, 2, 4, 16, 64}, [&](auto ranks, const auto& fill_in, double density) {
    std::vector<std::string> specs = always;
    if (ranks > 1) specs.push_back(fmt::format("kylix(degrees={})", ranks));
    for (const std::uint64_t teams : {2, 4})
      if (ranks % teams == 0) {
        specs.push_back(fmt::format("spardl(k=4096, teams={})", teams));
        specs.push_back(fmt::format("spardl(k=4096, teams={}, sag=b)", teams));
      }
    // Slices of fractions of entries make neighbours wait for each other.
    if (density != 1e-4)
      specs.push_back("oktopk(tau=1, tau_prime=1, k=1024, balance=always, window=64)");
    for (const std::string& spec : dense_codes()) specs.push_back(spec);
    for (const std::uint64_t node : {1, 2, 4}) {
      if (ranks % node != 0) continue;
      for (const auto between : model::kBetweenNodes)
        specs.push_back(fmt::format("hierarchical(node={}, between={})", node, between));
    }
    for (const char* const node : {"2", "4", "2x2"}) {
      if (ranks % 4 != 0) continue;
      specs.push_back(fmt::format("dense_two_level(node={})", node));
    }
    if (ranks % 4 == 0) specs.emplace_back("hierarchical(node=2x2)");
    for (const std::string& spec : specs) check_totals({spec}, ranks, fill_in);
  });
}

TEST_CASE("owners by a hash take the closed form's time whatever the distribution",
          "[arithmetic]") {
  const model::ZipfFillIn zipf(kUniverse, 10'000, 1.0, model::ZipfPlacement::sorted);
  const model::ClusteredFillIn clustered(kUniverse, 5'000, 5'000, 100);
  for (const std::uint64_t ranks : {2, 8, 64}) {
    for (const model::FillIn* const fill_in : {static_cast<const model::FillIn*>(&zipf),
                                               static_cast<const model::FillIn*>(&clustered)}) {
      for (const auto formats : format_sets()) {
        check_totals({"ssar_split_allgather(partition=hash)", formats}, ranks, *fill_in);
        check_totals({"ssar_split_allgather(partition=hash, pull=bitmap)", formats}, ranks,
                     *fill_in);
      }
    }
  }
}

TEST_CASE("counted RedSync and QSGD take the time of their closed forms to 1e-9") {
  std::vector<std::string> specs = signed_variants();
  for (const std::string name : {"redsync_rgc", "redsync_rgc_quantized"}) {
    for (const char* const path :
         {"k=300, dense_below=0", "k=300, dense_below=0, search_from=0", "dense_below=1M"})
      specs.push_back(fmt::format("{}({})", name, path));
  }
  constexpr std::uint64_t kSmall = std::uint64_t{1} << 16;
  for (const std::uint64_t ranks : {1, 2, 4, 16, 64}) {
    for (const double density : {0.0, 1e-4, 1.0 / 128, 0.125, 1.0}) {
      const model::UniformFillIn fill_in(kSmall, density * static_cast<double>(kSmall));
      for (const std::string& spec : specs) check_totals({spec}, ranks, fill_in);
    }
  }
}

TEST_CASE("oktopk: without rotation the model's time is that of counted streams to some percent",
          "[arithmetic]") {
  for_each_point({4, 8, 16, 64}, [](auto ranks, const auto& fill_in, double) {
    for (const char* const window : {"1", "4", "64"}) {
      check_totals(
          {fmt::format("oktopk(tau=1, tau_prime=1, balance=never, rotation=false, window={})",
                       window)},
          ranks, fill_in, {0.07});
    }
  });
}

TEST_CASE("omnireduce: the closed form follows every packet of any fill-in, P = 2..64") {
  constexpr std::uint64_t kSmall = std::uint64_t{1} << 16;
  const model::UniformFillIn uniform(kSmall, 125);
  const model::BlockFillIn blocks(kSmall, 1 << 12, 256);
  const model::ZipfFillIn zipf(kSmall, 500, 1.1, model::ZipfPlacement::sorted);
  const std::vector<const model::FillIn*> kinds = {&uniform, &blocks, &zipf};
  for (const model::FillIn* const fill_in : kinds) {
    for (const std::uint64_t ranks : {2, 3, 8, 13, 64}) {
      for (const char* const spec :
           {"omnireduce", "omnireduce(block=64, slots=2)", "omnireduce(fused=1)",
            "omnireduce(aggregators=1)", "omnireduce(aggregators=2, block=100)"})
        check_totals({spec}, ranks, *fill_in, {0.15, 0});
    }
  }
}
