// Settings that an algorithm does not accept for P and N, by name.
#include <string>
#include <string_view>

#include "algos/registry/registry.hpp"
#include "tests/catch.hpp"

using namespace sparlab;
using Catch::Matchers::Contains;

namespace {

/// The parameter that is refused on 4 ranks with N = 1000, or "none".
std::string refused(std::string_view spec) {
  try {
    model::Algorithm(spec, {.ranks = 4, .universe = 1000}).spec();
  } catch (const model::ParameterError& error) {
    return error.parameter();
  }
  return "none";
}

std::string spec_for(std::string_view spec, std::uint64_t ranks, std::uint64_t universe) {
  return model::Algorithm(spec, {ranks, universe}).spec();
}

}  // namespace

TEST_CASE("settings that make no sense are refused by name") {
  struct Row {
    std::string_view spec;
    std::string_view parameter;
  };
  constexpr Row kRows[] = {
      {"oktopk(tau=0)", "tau"},
      {"oktopk(tau_prime=0)", "tau_prime"},
      {"oktopk(tau=2^53, tau_prime=9007199254740991)", "tau_prime"},
      {"oktopk(tau=1024, tau_prime=1025)", "tau_prime"},
      {"oktopk(tau=1023, tau_prime=1025)", "none"},
      {"oktopk(tau=2^20, tau_prime=2^20)", "none"},
      {"oktopk(window=0)", "window"},
      {"oktopk(k=1001)", "k"},
      {"oktopk(balance_factor=0.5)", "balance_factor"},
      {"oktopk(balance=always, balance_factor=2)", "balance_factor"},
      {"oktopk(balance=never, balance_factor=2)", "balance_factor"},
      {"oktopk(balance=never, balance_factor=4)", "none"},
      {"oktopk(feedback=alexnet)", "feedback"},
      {"oktopk(k=1000, window=1000)", "none"},
      {"micro(threshold=0.5)", "threshold"},
      {"micro(k=5, threshold=-1)", "threshold"},
      {"micro(k=5, threshold=0.5)", "none"},
      {"spardl(teams=0)", "teams"},
      {"spardl(teams=3)", "teams"},
      {"spardl(teams=8)", "teams"},
      {"spardl(k=1000, teams=4)", "none"},
      {"spardl(sag=b)", "sag"},
      {"spardl(teams=4, sag=x)", "sag"},
      {"spardl(teams=3, sag=b)", "teams"},
      {"spardl(teams=2, sag=b)", "none"},
      {"spardl(k=100, teams=2, exchanged=30)", "exchanged"},
      {"spardl(teams=2, sag=b, exchanged=30)", "exchanged"},
      {"spardl(k=100, teams=2, sag=b, exchanged=24)", "exchanged"},
      {"spardl(k=100, teams=2, sag=b, exchanged=25)", "none"},
      {"spardl(k=100, teams=2, sag=b, exchanged=51)", "exchanged"},
      {"block_topk(block=0)", "block"},
      {"block_topk(block=2^33)", "block"},
      {"block_topk(k=1000, block=2^32)", "none"},
      {"arc_topk(rank=0)", "rank"},
      {"arc_topk(rank=65)", "rank"},
      {"arc_topk(columns=0)", "columns"},
      {"arc_topk(columns=3)", "rank"},
      {"arc_topk(columns=64, rank=64)", "none"},
      {"dsar_split_allgather_qsgd(bits=3)", "bits"},
      {"dsar_split_allgather_qsgd(bits=0)", "bits"},
      {"dsar_split_allgather_qsgd(bits=4, bucket=0)", "bucket"},
      {"dsar_split_allgather_qsgd(bits=4, bucket=4Gi)", "bucket"},
      {"dsar_split_allgather_qsgd(bits=4, scale=min)", "scale"},
      {"dsar_split_allgather(bits=4)", "bits"},
      {"quantized_sum(bits=1)", "bits"},
      {"quantized_sum(bits=9)", "bits"},
      {"quantized_sum(blocks=0)", "blocks"},
      {"quantized_sum(exchange=dense_ring)", "exchange"},
      {"quantized_sum(exchange=sparse_ring, bits=8, blocks=1Gi, seed=1)", "none"},
      {"dsar_split_allgather_qsgd(bits=8, bucket=512, seed=1, scale=l2)", "none"},
      {"redsync_rgc(k=1001)", "k"},
      {"redsync_rgc(reuse=0)", "reuse"},
      {"redsync_rgc(momentum=1)", "momentum"},
      {"redsync_rgc(momentum=-0.1)", "momentum"},
      {"redsync_rgc(nesterov=true)", "nesterov"},
      {"redsync_rgc_quantized(nesterov=true)", "nesterov"},
      {"redsync_rgc(form=mended)", "form"},
      {"redsync_rgc(reuse=7, form=published)", "reuse"},
      {"redsync_rgc(reuse=5, form=published)", "none"},
      {"redsync_rgc_quantized(reuse=5)", "reuse"},
      {"redsync_rgc_quantized(k=1001)", "k"},
      {"redsync_rgc(k=100, dense_below=128Ki, momentum=0.9, nesterov=true)", "none"},
      {"s2_reducer(rows=0)", "rows"},
      {"s2_reducer(rows=2)", "rows"},
      {"s2_reducer(rows=3)", "none"},
      {"s2_reducer(lambda=0)", "lambda"},
      {"s2_reducer(lambda=2e6)", "lambda"},
      {"s2_reducer(block=0)", "block"},
      {"s2_reducer(bitmap=bits)", "bitmap"},
      {"s2_omnireduce_standin(block=0)", "block"},
      {"sparse_ring(rs=0.5)", "rs"},
      {"sparse_ring(ag=0.5, format=pici)", "ag"},
      {"sparse_ring(rs=0.3)", "none"},
      {"sparse_ring(hop_work=dense, rs=1.1)", "rs"},
      {"sparse_ring(hop_work=dense, ag=nan)", "ag"},
      {"sparse_ring(hop_work=dense, rs=1, ag=0)", "none"},
      {"sparse_ring(format=bitmap)", "format"},
      {"parameter_server(servers=5)", "servers"},
      {"parameter_server(servers=4)", "none"},
      {"parameter_server(mode=none)", "mode"},
      {"parallax(ranks_per_machine=0)", "ranks_per_machine"},
      {"parallax(shards=4096)", "none"},
      {"parallax(shards=4097)", "shards"},
      {"parallax(shards=4096, ranks_per_machine=2)", "shards"},
      {"parallax(run_option=mpi, shards=4)", "shards"},
      {"parallax(run_option=mpi, ranks_per_machine=2)", "ranks_per_machine"},
      {"parallax(run_option=mpi, shards=0, ranks_per_machine=1)", "none"},
      {"parallax(run_option=ps, shards=4, ranks_per_machine=2)", "none"},
      {"omnireduce(block=0)", "block"},
      {"omnireduce(fused=0)", "fused"},
      {"omnireduce(slots=0)", "slots"},
      {"omnireduce(aggregators=5)", "aggregators"},
      {"kylix(degrees=2x2)", "none"},
      {"kylix(degrees=1x4)", "degrees"},
      {"hofmann_runger(segment=-1)", "segment"},
      {"spark_tree_aggregate(depth=0)", "depth"},
      {"dense_ring(code=x)", "code"},
      {"dense_ring(code=mpich)", "none"},
      // Without reuse, calls change nothing.
      {"kylix(calls=3)", "calls"},
      {"kylix(reuse=true, calls=3)", "none"},
      // With k=0 there is no threshold to set.
      {"topk_allgather(selector=dgc)", "selector"},
      {"topk_allgather(k=5, selector=sampled)", "selector"},
      {"topk_allgather(k=5, sample=0.1)", "sample"},
      {"topk_allgather(k=5, selector=dgc, sample=1)", "sample"},
      {"topk_allgather(k=5, selector=dgc, sample=0.1)", "none"},
      {"topk_allgather(k=5, selector=dgc, fit=gamma)", "fit"},
      {"topk_allgather(k=5, selector=sidco, fit=gamma)", "none"},
      {"gaussiank(form=published)", "form"},
      {"gaussiank(adjustment=none)", "adjustment"},
      {"gaussiank(k=5, form=published, adjustment=none)", "none"},
      // Dense vectors inside nodes with sparse streams between them.
      {"hierarchical(inside=dense)", "inside"},
      {"hierarchical(inside=dense, between=dense_ring)", "none"},
      {"hierarchical(node=0)", "node"},
      {"hierarchical(node=1)", "none"},
      {"hierarchical(node=4x1)", "node"},
      {"hierarchical(node=4x16)", "none"},
      {"hierarchical(between=oktopk)", "between"},
      {"dense_two_level(node=4x1)", "node"},
      {"dense_two_level(between=kylix)", "between"},
  };
  for (const auto& [spec, parameter] : kRows) {
    CAPTURE(spec);
    CHECK(refused(spec) == parameter);
  }
  CHECK_THROWS_AS(spec_for("oktopk", 1 << 20, std::uint64_t{1} << 45), model::ParameterError);
}

TEST_CASE("a refused setting says what is accepted, and an accepted one is written in one way") {
  CHECK_THROWS_WITH(spec_for("kylix(degrees=4x2)", 12, 100),
                    Contains("degrees") && Contains("12") && Contains("3x2x2"));
  CHECK_THROWS_WITH(spec_for("kylix(calls=3)", 8, 100),
                    Contains("calls") && Contains("16, or reuse=true"));
  CHECK_THROWS_WITH(spec_for("gaussiank(form=published)", 4, 100),
                    Contains("form") && Contains("corrected, or k above 0"));
  CHECK_THROWS_WITH(spec_for("dense_ring(code=x)", 8, 100),
                    Contains("code is x; accepted: own, over, ompi, mpich"));
  CHECK(spec_for("dense_ring(code=own)", 8, 100) == "dense_ring");
  CHECK(spec_for("kylix(calls=16)", 8, 100) == "kylix");
  CHECK(spec_for("kylix(degrees=4x2)", 8, 100) == "kylix(degrees=4x2)");
}

TEST_CASE("a k above N and other operations than the sum are refused by name") {
  const algos::AllreduceOptions minimum{algos::Reduction<float>::min()};
  for (const std::string name : {"topk_allgather", "topk_dsa", "gtopk", "gaussiank", "block_topk",
                                 "dryden", "clt_k", "micro", "arc_topk", "spardl"}) {
    CAPTURE(name);
    CHECK(spec_for(name + "(k=10)", 2, 10) == name + "(k=10)");
    CHECK_THROWS_WITH(spec_for(name + "(k=11)", 2, 10), Contains("k is 11; accepted: 0 to N = 10"));
    CHECK_THROWS_WITH(algos::make_reducer(name, minimum), Contains(name));
  }
  CHECK_THROWS_WITH(algos::make_reducer("s2_reducer", minimum), Contains("operation"));
  CHECK_THROWS_AS(algos::make_reducer("oktopk", minimum), model::ParameterError);
}
