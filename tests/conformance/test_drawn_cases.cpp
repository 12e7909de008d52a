#include <algorithm>
#include <string>
#include <vector>

#include "algos/registry/registry.hpp"
#include "runtime/loggp/engine.hpp"
#include "tests/catch.hpp"
#include "tests/conformance/suite/drawn_case.hpp"
#include "tests/sanitized.hpp"

using namespace sparlab;
using conformance::DrawnCase;
using conformance::Generator;

namespace {

/// Every algorithm, also with settings that select other branches.
const std::vector<std::string> kSpecs = {
    "dense_ring",
    "dense_recursive_doubling",
    "dense_recursive_k",
    "dense_recursive_k(radix=3)",
    "dense_rabenseifner",
    "dense_bine",
    "ssar_recursive_double",
    "ssar_split_allgather",
    "dsar_split_allgather",
    "dsar_split_allgather_qsgd",
    "dsar_split_allgather_qsgd(bits=2, bucket=7, scale=l2)",
    "quantized_sum",
    "quantized_sum(exchange=sparse_ring, bits=3, blocks=5)",
    "quantized_sum(exchange=ssar_recursive_double, bits=8, blocks=1)",
    "quantized_sum(exchange=sparse_allgather, bits=2, seed=3)",
    "sparse_allgather",
    "sparse_ring",
    "sparse_ring(hop_work=dense, format=pici)",
    "topk_allgather",
    "topk_allgather(k=5)",
    "topk_allgather(k=5, selector=dgc)",
    "topk_allgather(k=5, selector=sidco)",
    "topk_allgather(k=5, selector=sidco, fit=gamma)",
    "topk_dsa",
    "topk_dsa(k=9, switch=third)",
    "gtopk",
    "gtopk(k=5)",
    "gtopk(k=5, broadcast=scatter_allgather)",
    "block_topk",
    "block_topk(k=5)",
    "block_topk(k=9, block=7)",
    "dryden",
    "dryden(k=6)",
    "dryden(k=9, reselect=false)",
    "clt_k",
    "clt_k(k=5)",
    "micro",
    "micro(k=5)",
    "micro(k=5, parts=balanced, padded=false, threshold=2)",
    "arc_topk",
    "arc_topk(k=5, columns=4)",
    "arc_topk(rank=1, columns=1)",
    "spardl",
    "spardl(k=6)",
    "spardl(k=9, teams=2)",
    "spardl(teams=3, sag=b)",
    "spardl(k=6, teams=2, sag=b)",
    "gaussiank",
    "gaussiank(k=5)",
    "gaussiank(k=5, form=published, adjustment=paper)",
    "oktopk",
    "oktopk(k=6)",
    "oktopk(k=6, tau=1, tau_prime=1, balance=always)",
    "oktopk(k=6, tau=2, boundaries=equal, window=1, rotation=false)",
    "oktopk(k=6, form=published)",
    "redsync_rgc",
    "redsync_rgc(k=5, dense_below=0)",
    "redsync_rgc(k=5, dense_below=0, search_from=0)",
    "redsync_rgc_quantized",
    "redsync_rgc_quantized(k=5, dense_below=0)",
    "redsync_rgc_quantized(k=5, dense_below=0, form=published)",
    "s2_reducer",
    "s2_reducer(rows=3, columns=11, block=8)",
    "s2_reducer(block=3, bitmap=float_per_block)",
    "s2_omnireduce_standin",
    "s2_omnireduce_standin(block=8)",
    "s2_omnireduce_standin(block=5, bitmap=packed)",
    "omnireduce",
    "omnireduce(block=8)",
    "omnireduce(block=3, fused=2, slots=2, aggregators=1)",
    "parameter_server",
    "parameter_server(mode=dense)",
    "parameter_server(servers=2)",
    "parallax",
    "parallax(run_option=ps, shards=3, ranks_per_machine=2)",
    "parallax(run_option=mpi)",
    "hierarchical",
    "hierarchical(node=2, between=sparse_ring)",
    "hierarchical(node=3, between=dsar_split_allgather)",
    "dense_two_level",
    "dense_two_level(node=3)",
    "dense_two_level(node=2x2, between=dense_rabenseifner)",
    "kylix",
    "kylix(reuse=true)",
    "butterfly",
    "hofmann_runger",
    "hofmann_runger(segment=7)",
    "spark_tree_aggregate",
    "spark_tree_aggregate(depth=1, broadcast=linear)",
    "traff_elimination",
    "traff_elimination(schedule=rabenseifner)",
    "traff_elimination(schedule=ring)",
    "gloo_sparse",
    "gloo_sparse(padded=true)",
    "horovod_slices",
    "sparlab_auto",
};

}  // namespace

TEST_CASE("drawn cases name every algorithm") {
  for (const auto& info : algos::algorithms()) {
    if (info.native) continue;
    CAPTURE(info.name);
    CHECK(std::ranges::find(kSpecs, info.name) != kSpecs.end());
  }
}

TEST_CASE("ranks get the same bits in the same format, wherever the range begins, in drawn cases") {
  constexpr int kCases = tests::kSanitized ? 5 : 40;
  const auto run = [](int ranks, const auto& body) { runtime::loggp::run({}, ranks, body); };
  Generator generator(1);
  for (const std::string& spec : kSpecs) {
    int accepted = 0;
    for (int number = 0; number < kCases; ++number) {
      const DrawnCase drawn = conformance::draw_case(spec, generator);
      if (!conformance::is_accepted(drawn)) continue;
      ++accepted;
      CHECK(conformance::complaints({&drawn, 1}, generator, run) == std::vector<std::string>{});
    }
    CAPTURE(spec);
    // Settings may refuse most P and N, and thereby all of a few cases.
    CHECK((tests::kSanitized || accepted > kCases / 8));
  }
}
