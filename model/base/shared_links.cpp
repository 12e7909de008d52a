#include "model/base/shared_links.hpp"

#include <algorithm>
#include <bit>

namespace sparlab::model {
namespace {

std::size_t floor_log2(std::uint64_t number) {
  return static_cast<std::size_t>(std::bit_width(number)) - 1;
}

}  // namespace

LinkLoad SharedLinks::shifted(std::uint64_t distance) const {
  const std::uint64_t nearest = std::min(distance % ranks, ranks - distance % ranks);
  if (nearest == 0) return {};
  const std::size_t below = std::min(floor_log2(nearest), shift.size() - 1);
  const std::size_t above = std::min(below + 1, shift.size() - 1);
  const double power = static_cast<double>(std::uint64_t{1} << below);
  const double way = static_cast<double>(nearest) / power - 1;
  const auto between = [&](double low, double high) { return low + way * (high - low); };
  return {between(shift[below].latency_s, shift[above].latency_s),
          between(shift[below].s_per_byte, shift[above].s_per_byte)};
}

LinkLoad SharedLinks::of(const Partners& partners) const {
  if (!present()) return {};
  const auto load_at = [&](const std::vector<LinkLoad>& loads, std::uint64_t distance) {
    if (distance == 0) return LinkLoad{};
    return loads[std::min(floor_log2(distance * partners.spacing), loads.size() - 1)];
  };
  const auto exchanged = [&](std::uint64_t distance) { return load_at(exchange, distance); };
  switch (partners.kind) {
    case Partners::Kind::exchange:
      return exchanged(partners.distance);
    case Partners::Kind::bine:
      return load_at(bine, partners.distance);
    case Partners::Kind::shift:
      return shifted(partners.distance * partners.spacing);
    case Partners::Kind::tree:
      return {exchanged(partners.distance).latency_s, 0};
    case Partners::Kind::trees: {
      const std::uint64_t group = partners.group == 0 ? partners.ranks : partners.group;
      double latency_s = 0;
      double rounds = 0;
      for (std::uint64_t distance = 1; distance < group; distance *= 2) {
        latency_s += exchanged(distance).latency_s;
        rounds += 1;
      }
      return {rounds > 0 ? latency_s / rounds : 0, 0};
    }
    case Partners::Kind::chain:
      return {shifted(partners.spacing).latency_s, 0};
    case Partners::Kind::star:
      return {all.latency_s, 0};
    case Partners::Kind::unknown:
    case Partners::Kind::all:
      break;
  }
  return all;
}

LinkLoad SharedLinks::between(std::uint64_t from, std::uint64_t to) const {
  if (!present() || from == to) return {};
  const std::uint64_t differing = from ^ to;
  if (std::has_single_bit(differing) && floor_log2(differing) < exchange.size())
    return exchange[floor_log2(differing)];
  return shifted(from < to ? to - from : from - to);
}

}  // namespace sparlab::model
