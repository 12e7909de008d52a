#pragma once

#include <cstdint>

namespace sparlab::model {

/// ln of a(a-1)...(a-m+1) / (b(b-1)...(b-m+1)) for m `factors`, 0 <= a <= b; -infinity if m > a.
/// Accurate also for tiny b - a and for huge a, b and m, where differences of lgamma are not;
/// relative error below 1e-7. Cost: some 1,000 logarithms at most.
double log_falling_ratio(double a, double b, double factors);

/// ln of C(n - marked, drawn) / C(n, drawn): the probability that a sample of `drawn` out of
/// `population`, without replacement, holds none of the `marked` members. -infinity when
/// drawn + marked > population. Cost: min(marked, drawn) logarithms, some 1,000 at most.
double log_none_drawn(std::uint64_t population, std::uint64_t marked, std::uint64_t drawn);

/// 1 minus that probability, accurate also if it is small.
double some_drawn(std::uint64_t population, std::uint64_t marked, std::uint64_t drawn);

}  // namespace sparlab::model
