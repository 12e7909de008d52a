#include "algos/registry/call_agreement.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "algos/kernels/hash.hpp"
#include "algos/steps/agree.hpp"
#include "algos/steps/allgather.hpp"
#include "model/base/cost.hpp"

namespace sparlab::algos {
namespace {

using Length = std::uint64_t;

template <class Value>
std::string describe(const Reduction<Value>& op) {
  switch (op.kind()) {
    case ReductionKind::sum:
      return "sum";
    case ReductionKind::min:
      return "min";
    case ReductionKind::max:
      return "max";
    case ReductionKind::prod:
      return "product";
    case ReductionKind::user:
      break;
  }
  return fmt::format("the user's operation with neutral element {}", op.neutral());
}

std::string describe(std::span<const model::Segment> segments) {
  std::string text;
  for (const model::Segment& segment : segments) {
    text += fmt::format(", from {} B alpha {} s, beta {} s/B", segment.from_bytes, segment.alpha_s,
                        segment.beta_s_per_byte);
  }
  return text;
}

std::string describe(const model::Slowdowns& slowdowns) {
  std::string text;
  using enum model::Pattern;
  for (const model::Pattern pattern : {exchange, ring, all_to_all, tree}) {
    for (const auto& [bytes, factor] : slowdowns.of(pattern)) {
      text += fmt::format(", {} of {} B times {}",
                          model::kPatternNames[static_cast<std::size_t>(pattern)], bytes, factor);
    }
  }
  return text;
}

std::string describe(const model::SharedHosts& hosts) {
  const model::Placement& placement = hosts.placement;
  std::string text =
      fmt::format(", {} ranks on each of {} hosts, placement {}", placement.ranks_per_host,
                  placement.hosts, static_cast<unsigned>(placement.kind));
  if (!placement.listed.empty()) text += fmt::format(" {}", fmt::join(placement.listed, " "));
  return text + ", inside" + describe(hosts.inside) + describe(hosts.inside_slowdowns);
}

std::string describe(const model::WorkCurves& curves) {
  std::string text;
  for (std::size_t kernel = 0; kernel < curves.size(); ++kernel) {
    if (curves[kernel].empty()) continue;
    text += fmt::format(", {}", model::kKernelNames[kernel]);
    for (const auto& [units, seconds] : curves[kernel])
      text += fmt::format(" {} s for {}", seconds, units);
  }
  return text;
}

std::string describe(const model::HostGroups& groups) {
  if (!groups.present()) return {};
  std::string text = fmt::format(", {} s more between groups of ", groups.alpha_s);
  text += groups.listed.empty() ? fmt::format("{} hosts", groups.hosts)
                                : fmt::format("ranks {}", fmt::join(groups.listed, " "));
  if (std::isfinite(groups.large_from_bytes))
    text += fmt::format(", {} s from {} B on", groups.large_alpha_s, groups.large_from_bytes);
  return text;
}

std::string describe(const model::SharedLinks& links) {
  if (!links.present()) return {};
  std::string text = ", links";
  const auto add = [&](const std::vector<model::LinkLoad>& loads) {
    for (const model::LinkLoad& load : loads)
      text += fmt::format(" {} s {} s/B", load.latency_s, load.s_per_byte);
  };
  add(links.exchange);
  add(links.bine);
  add(links.shift);
  add({links.all});
  return text;
}

std::string describe(const model::Machine& machine) {
  const auto& gammas = machine.gammas;
  std::string messages =
      fmt::format("alpha {} s, beta {} s/B", machine.alpha_s, machine.beta_s_per_byte) +
      describe(machine.larger) + describe(machine.slowdowns);
  if (machine.hosts.present() || machine.groups.present()) messages += describe(machine.hosts);
  messages += describe(machine.groups) + describe(machine.links);
  if (machine.receiving_shared) messages += ", receiving shared";
  return fmt::format("{}, gammas {}{}", messages,
                     fmt::join({gammas.merge_s, gammas.scatter_s, gammas.dense_sum_s,
                                gammas.copy_s_per_byte, gammas.select_s},
                               ", "),
                     describe(gammas.curves));
}

std::string describe(model::FormatSet formats) {
  std::vector<std::string_view> names;
  for (std::uint8_t format = 0; format < model::kFormats; ++format)
    if (formats.contains(static_cast<model::Format>(format)))
      names.push_back(name_of(static_cast<model::Format>(format)));
  if (formats.value_code() != ValueCode::none) names.push_back(name_of(formats.value_code()));
  return fmt::format("{}", fmt::join(names, "+"));
}

std::uint64_t digest(std::string_view text) {
  std::uint64_t state = text.size();
  for (const char letter : text) state = kernels::mix64(state ^ static_cast<unsigned char>(letter));
  return state;
}

/// The length of the text, then the text, for an allgather of texts.
runtime::Message message_of(std::string_view text) {
  const Length length = text.size();
  runtime::Buffer buffer(sizeof length + text.size());
  std::memcpy(buffer.data(), &length, sizeof length);
  std::ranges::copy(std::as_bytes(std::span(text)), buffer.data() + sizeof length);
  return runtime::Message(std::move(buffer), 0, sizeof length + text.size());
}

Extent extent_of(std::span<const std::byte> rest, std::size_t /*rank*/) {
  Length length = 0;
  if (rest.size() < sizeof length) throw WireError("the description of a call is truncated");
  std::memcpy(&length, rest.data(), sizeof length);
  if (length > rest.size() - sizeof length)
    throw WireError("the description of a call is truncated");
  const std::size_t bytes = sizeof length + static_cast<std::size_t>(length);
  return {bytes, static_cast<double>(bytes)};
}

std::string text_of(const runtime::Message& message) {
  const auto bytes = message.bytes().subspan(sizeof(Length));
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// "rank 3", "ranks 0-2, 7"; a long list ends with the number of remaining ranks.
std::string name_ranks(const std::vector<int>& ranks) {
  constexpr std::size_t kMost = 8;
  std::vector<std::string> spans;
  std::size_t named = 0;
  while (named < ranks.size() && spans.size() < kMost) {
    std::size_t end = named + 1;
    while (end < ranks.size() && ranks[end] == ranks[end - 1] + 1) ++end;
    spans.push_back(end - named == 1 ? fmt::format("{}", ranks[named])
                                     : fmt::format("{}-{}", ranks[named], ranks[end - 1]));
    named = end;
  }
  std::string text =
      fmt::format("{} {}", ranks.size() == 1 ? "rank" : "ranks", fmt::join(spans, ", "));
  if (named < ranks.size()) text += fmt::format(" and {} more", ranks.size() - named);
  return text;
}

/// The calls and the ranks that make them, the most frequent call first.
std::string name_callers(const std::vector<runtime::Message>& descriptions) {
  constexpr std::size_t kMost = 8;
  std::map<std::string, std::vector<int>> callers;
  for (std::size_t rank = 0; rank < descriptions.size(); ++rank)
    callers[text_of(descriptions[rank])].push_back(static_cast<int>(rank));
  std::vector<std::pair<std::string, std::vector<int>>> calls(callers.begin(), callers.end());
  std::ranges::stable_sort(
      calls, [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
  std::vector<std::string> lines;
  for (const auto& [description, ranks] : calls) {
    if (lines.size() == kMost) {
      lines.push_back(fmt::format("and {} more", calls.size() - kMost));
      break;
    }
    lines.push_back(fmt::format("{} {} {}", name_ranks(ranks), ranks.size() == 1 ? "calls" : "call",
                                description));
  }
  return fmt::format("{}", fmt::join(lines, "; "));
}

}  // namespace

std::string describe_call(const model::Algorithm& algorithm, const Domain& domain,
                          const AllreduceOptions& options) {
  const std::string values = with_type(domain.type, [&]<class One>() -> std::string {
    if constexpr (is_counted_v<One>) {
      return "counted";
    } else {
      using Value = typename One::value_type;
      return fmt::format("{} by {}, {}", name_of(value_type_of<Value>),
                         name_of(index_type_of<typename One::index_type>),
                         describe(options.op.of<Value>()));
    }
  });
  std::string text = fmt::format("{} over [{}, {}) of {}", algorithm.spec(), domain.range.lo,
                                 domain.range.hi, values);
  if (options.collective != model::Collective::allreduce)
    text = fmt::format("{}{} by {}", name_of(options.collective),
                       options.roots > 1 ? fmt::format(" from {} roots", options.roots) : "", text);
  if (options.dense_switch == DenseSwitch::never) text += ", never dense";
  if (options.formats != model::FormatSet::published())
    text += ", formats " + describe(options.formats);
  if (options.machine != nullptr) text += ", choosing by " + describe(*options.machine);
  return text;
}

void require_equal_calls(runtime::Comm& comm, const std::string& description) {
  if (all_equal(comm, digest(description))) return;
  const auto all = allgather_messages(comm, message_of(description), extent_of);
  throw MismatchError("the ranks call different operations: " + name_callers(all));
}

}  // namespace sparlab::algos
