#include "algos/systems/oktopk/oktopk.hpp"

#include <array>

#include "algos/registry/families.hpp"

namespace sparlab::algos {
namespace {

constexpr std::array kOktopkAlgorithms = {
    AlgorithmInfo{.name = "oktopk",
                  .title = "Ok-Topk",
                  .source = "Li and Hoefler, PPoPP'22",
                  .exactness = Exactness::approximate,
                  .mass = Mass::conserved,
                  .sum_only = true,
                  .needs = "equal parameters and as many calls on all ranks",
                  .parameters = model::parameter_set<model::OktopkParameters>()},
};

template <class Stream>
constexpr std::array kOktopkCode = {
    Code<Stream>{"oktopk", make_system<Stream, Oktopk<Stream>, model::OktopkParameters>},
};

}  // namespace

std::span<const AlgorithmInfo> oktopk_infos() { return kOktopkAlgorithms; }

template <class Stream>
std::span<const Code<Stream>> oktopk_code() {
  return kOktopkCode<Stream>;
}

SPARLAB_INSTANTIATE_FAMILY(oktopk)

}  // namespace sparlab::algos
