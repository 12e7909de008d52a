#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "model/parameters/butterfly.hpp"
#include "model/parameters/hierarchical.hpp"

/// Settings other than the defaults.
namespace sparlab::conformance {

/// The dense algorithms as the codes of others do them.
inline std::vector<std::string> dense_codes() {
  std::vector<std::string> all;
  for (const char* const code : {"over", "ompi", "mpich"})
    for (const char* const name : {"dense_recursive_doubling", "dense_rabenseifner", "dense_ring"})
      all.push_back(fmt::format("{}(code={})", name, code));
  return all;
}

/// Of exact algorithms, as P ranks accept them.
inline std::vector<std::string> exact_variants(int ranks) {
  std::vector<std::string> all{"traff_elimination(schedule=rabenseifner)",
                               "traff_elimination(schedule=ring)",
                               "hofmann_runger(segment=1)",
                               "hofmann_runger(segment=7)",
                               "kylix(reuse=true, calls=1)",
                               "spark_tree_aggregate(depth=1)",
                               "spark_tree_aggregate(depth=3, broadcast=linear)",
                               "spark_tree_aggregate(depth=20)",
                               "parameter_server(mode=dense)",
                               "parameter_server(servers=1)",
                               "parallax(run_option=mpi)",
                               "parallax(run_option=ps, shards=1)",
                               "parallax(shards=5)",
                               "parallax(shards=40)",
                               "parallax(ranks_per_machine=2)",
                               "parallax(ranks_per_machine=4, shards=3)",
                               "parallax(ranks_per_machine=100)",
                               "omnireduce(block=1)",
                               "omnireduce(block=7, fused=1, slots=1)",
                               "omnireduce(block=3, fused=5, slots=2)",
                               "omnireduce(block=16, aggregators=1)",
                               "s2_omnireduce_standin(block=5, bitmap=packed)",
                               "gloo_sparse(padded=true)",
                               "sparse_ring(format=pici)",
                               "sparse_ring(hop_work=dense)",
                               "sparse_ring(hop_work=dense, rs=0.9, ag=0.4)",
                               "sparse_ring(hop_work=dense, format=pici)",
                               "ssar_split_allgather(partition=hash)",
                               "ssar_split_allgather(pull=bitmap)",
                               "ssar_split_allgather(partition=hash, pull=bitmap)",
                               "dense_recursive_k(radix=2)",
                               "dense_recursive_k(radix=3)",
                               "dense_recursive_k(radix=6)",
                               "dense_recursive_k(radix=64)"};
  for (const std::string& spec : dense_codes()) all.push_back(spec);
  if (ranks > 1) all.push_back(fmt::format("kylix(degrees={})", ranks));
  if (ranks % 2 == 0 && ranks > 2) all.push_back(fmt::format("kylix(degrees=2x{})", ranks / 2));
  for (const model::ButterflyLevels& levels :
       model::ButterflyParameters::compositions(static_cast<std::uint64_t>(ranks)))
    all.push_back("butterfly(levels=" + model::write_value(levels) + ")");
  if (ranks > 1) all.push_back(fmt::format("butterfly(levels=exchange{})", ranks));
  if (ranks % 4 == 0 && ranks > 4) {
    all.push_back(fmt::format("butterfly(levels=exchange2-split2-exchange{})", ranks / 4));
    all.push_back(fmt::format("butterfly(levels=split2-exchange2-split{})", ranks / 4));
  }
  return all;
}

/// Every algorithm between nodes of several sizes, which need not divide P, and several levels.
inline std::vector<std::string> node_variants() {
  std::vector<std::string> all;
  for (const int node : {1, 2, 3, 4, 8, 32}) {
    for (const auto between : model::kBetweenNodes)
      all.push_back(fmt::format("hierarchical(node={}, between={})", node, between));
    all.push_back(fmt::format("hierarchical(node={}, inside=sparse, between=dense_ring)", node));
  }
  for (const char* const node : {"1", "3", "4", "8", "2x2", "3x2", "2x3x2"})
    for (const char* const between : {"dense_rabenseifner", "dense_ring"})
      all.push_back(fmt::format("dense_two_level(node={}, between={})", node, between));
  for (const char* const between : {"dense_recursive_doubling", "dense_recursive_k", "dense_bine"})
    all.push_back(fmt::format("dense_two_level(node=3, between={})", between));
  for (const char* const node : {"2x2", "3x2", "2x3x2"})
    for (const char* const between : {"ssar_recursive_double", "dense_ring", "kylix"})
      all.push_back(fmt::format("hierarchical(node={}, between={})", node, between));
  return all;
}

/// Paths of RedSync, widths and buckets of QSGD, and sums of integers. What they send depends on
/// the signs of values.
inline std::vector<std::string> signed_variants() {
  return {"redsync_rgc",
          "redsync_rgc(dense_below=0)",
          "redsync_rgc(k=8, dense_below=0)",
          "redsync_rgc_quantized",
          "redsync_rgc_quantized(dense_below=0)",
          "redsync_rgc_quantized(k=4, dense_below=0)",
          "redsync_rgc_quantized(k=8, dense_below=0, form=published)",
          "dsar_split_allgather_qsgd",
          "dsar_split_allgather_qsgd(bits=2, bucket=7)",
          "dsar_split_allgather_qsgd(bits=8, bucket=16, scale=l2)",
          "quantized_sum(exchange=sparse_ring)",
          "quantized_sum(exchange=ssar_recursive_double, bits=2, blocks=1)",
          "quantized_sum(exchange=sparse_allgather, bits=8, blocks=5)"};
}

}  // namespace sparlab::conformance
