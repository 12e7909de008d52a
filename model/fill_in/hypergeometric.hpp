#pragma once

#include <cstdint>

namespace sparlab::model {

/// ln of C(n - marked, drawn) / C(n, drawn): the probability that a sample of `drawn` out of
/// `population`, without replacement, holds none of the `marked` members. -infinity when
/// drawn + marked > population. Cost: O(min(marked, drawn, 1024)).
double log_none_drawn(std::uint64_t population, std::uint64_t marked, std::uint64_t drawn);

/// 1 minus that probability, accurate for small ones.
double some_drawn(std::uint64_t population, std::uint64_t marked, std::uint64_t drawn);

}  // namespace sparlab::model
