#include "tests/conformance/suite/drawn_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "algos/registry/registry.hpp"
#include "model/base/range.hpp"

namespace sparlab::conformance {
namespace {

using algos::ReductionKind;
using model::Format;
using model::Range;

/// One of -2, -1, 0, 1, 2, sometimes -0: sums cancel, and zeros are explicit.
double draw_value(Generator& generator) {
  constexpr std::array kValues = {-2.0, -1.0, -1.0, 0.0, -0.0, 1.0, 1.0, 2.0};
  return kValues[generator() % kValues.size()];
}

/// Adds entries of a part of the universe.
void draw_entries(Range part, std::uint64_t percent, DrawnInput& input, Generator& generator) {
  for (std::uint64_t offset = part.lo; offset < part.hi; ++offset) {
    if (generator() % 100 >= percent) continue;
    input.offsets.push_back(offset);
    input.values.push_back(draw_value(generator));
  }
}

std::uint64_t draw_percent(Generator& generator) {
  constexpr std::array<std::uint64_t, 6> kPercent = {0, 1, 5, 30, 70, 100};
  return kPercent[generator() % kPercent.size()];
}

void draw_options(DrawnCase& drawn, Generator& generator) {
  constexpr std::array kOperations = {ReductionKind::sum, ReductionKind::sum,  ReductionKind::min,
                                      ReductionKind::max, ReductionKind::prod, ReductionKind::user};
  if (!algos::find_algorithm(drawn.spec)->sum_only)
    drawn.operation = kOperations[generator() % kOperations.size()];
  drawn.dense_switch = generator() % 4 != 0;
  for (std::uint8_t format = 1; format < model::kFormats; ++format) {
    if (generator() % 2 == 0) drawn.formats = drawn.formats.with(static_cast<Format>(format));
  }
  Generator next = generator;  // cases stay those of their numbers
  if (next() % 2 == 0) drawn.formats = drawn.formats.with(model::ValueCode::exponents);
}

/// What the inputs of a call have in common.
enum class Pattern : std::uint8_t { unrelated, one_rank, equal, disjoint, clustered };

std::vector<DrawnInput> draw_inputs(std::uint64_t universe, int ranks, bool dense,
                                    Generator& generator) {
  const auto pattern = static_cast<Pattern>(generator() % 5);
  const std::uint64_t percent = draw_percent(generator);
  const auto p = static_cast<std::uint64_t>(ranks);
  std::vector<DrawnInput> inputs;
  for (std::uint64_t rank = 0; rank < p; ++rank) {
    DrawnInput input{dense, {}, {}};
    const Range whole{0, universe};
    switch (pattern) {
      case Pattern::unrelated:
        draw_entries(whole, draw_percent(generator), input, generator);
        break;
      case Pattern::one_rank:
        if (rank == percent % p) draw_entries(whole, 70, input, generator);
        break;
      case Pattern::equal: {
        Generator same(percent + universe);
        draw_entries(whole, percent, input, same);
        break;
      }
      case Pattern::disjoint:
        draw_entries(model::part_of(whole, rank, p), percent, input, generator);
        break;
      case Pattern::clustered:
        for (std::uint64_t part = 0; part < 16; ++part)
          draw_entries(model::part_of(whole, part, 16), generator() % 4 == 0 ? 90 : 0, input,
                       generator);
        break;
    }
    inputs.push_back(std::move(input));
  }
  return inputs;
}

/// One of the names that a parameter accepts, or a number.
std::string draw_setting(const model::ParameterInfo& parameter, Generator& generator) {
  constexpr std::array<std::string_view, 14> kNumbers = {
      "0", "1", "2", "3", "4", "5", "7", "8", "16", "33", "64", "256", "2x2", "3x2"};
  if (parameter.accepted == "true or false") return generator() % 2 == 0 ? "true" : "false";
  if (parameter.accepted.find("number") != std::string::npos)
    return std::string(kNumbers[generator() % kNumbers.size()]);
  std::vector<std::string> names;
  for (std::size_t at = 0; at < parameter.accepted.size();) {
    const std::size_t end = std::min(parameter.accepted.find(", ", at), parameter.accepted.size());
    names.push_back(parameter.accepted.substr(at, end - at));
    at = end + 2;
  }
  return names[generator() % names.size()];
}

/// Settings that are accepted; after some attempts, none.
std::string draw_spec(const algos::AlgorithmInfo& info, const model::Shape& shape,
                      Generator& generator) {
  for (int attempt = 0; attempt < 8; ++attempt) {
    std::string settings;
    for (const model::ParameterInfo& parameter : info.parameters()) {
      if (generator() % 2 == 0) continue;
      settings += fmt::format("{}{}={}", settings.empty() ? "" : ", ", parameter.name,
                              draw_setting(parameter, generator));
    }
    if (settings.empty()) break;
    std::string spec = fmt::format("{}({})", info.name, settings);
    try {
      return model::Algorithm(spec, shape).spec();
    } catch (const model::ParameterError&) {
    }
  }
  return std::string(info.name);
}

std::uint64_t draw_universe(Generator& generator) {
  constexpr std::array<std::uint64_t, 8> kUniverses = {0, 1, 3, 17, 64, 100, 257, 600};
  return kUniverses[generator() % kUniverses.size()];
}

}  // namespace

std::string DrawnCase::describe() const {
  std::string formats_text;
  for (std::uint8_t format = 0; format < model::kFormats; ++format)
    formats_text += formats.contains(static_cast<Format>(format)) ? '1' : '0';
  formats_text += formats.value_code() == model::ValueCode::none ? " plain" : " coded";
  return fmt::format("{}, P = {}, N = {}, operation {}, dense_switch {}, formats {}, {} inputs",
                     spec, ranks(), universe, static_cast<int>(operation), dense_switch,
                     formats_text, calls.front().front().dense ? "dense" : "sparse");
}

DrawnCase draw_case(const std::string& spec, Generator& generator) {
  DrawnCase drawn;
  drawn.spec = spec;
  drawn.universe = draw_universe(generator);
  const int ranks = 1 + static_cast<int>(generator() % 17);
  draw_options(drawn, generator);
  const bool dense = generator() % 3 == 0;
  for (int call = 0; call < 3; ++call) {
    auto& inputs = drawn.calls.emplace_back();
    for (int rank = 0; rank < ranks; ++rank) {
      inputs.push_back({dense, {}, {}});
      draw_entries({0, drawn.universe}, draw_percent(generator), inputs.back(), generator);
    }
  }
  return drawn;
}

DrawnCase draw_exact_case(int ranks, Generator& generator) {
  static const auto exact = [] {
    std::vector<const algos::AlgorithmInfo*> infos;
    for (const auto& info : algos::algorithms())
      if (!info.native && info.exactness == algos::Exactness::exact) infos.push_back(&info);
    return infos;
  }();
  DrawnCase drawn;
  drawn.universe = generator() % 8 == 0 ? generator() % 8000 : draw_universe(generator);
  drawn.spec = draw_spec(*exact[generator() % exact.size()],
                         {static_cast<std::uint64_t>(ranks), drawn.universe}, generator);
  draw_options(drawn, generator);
  const bool dense = generator() % 4 == 0;
  const std::uint64_t calls = 1 + generator() % 2;
  for (std::uint64_t call = 0; call < calls; ++call)
    drawn.calls.push_back(draw_inputs(drawn.universe, ranks, dense, generator));
  return drawn;
}

bool is_accepted(const DrawnCase& drawn) {
  try {
    model::Algorithm(drawn.spec, {static_cast<std::uint64_t>(drawn.ranks()), drawn.universe})
        .spec();
    return true;
  } catch (const model::ParameterError&) {
    return false;
  }
}

}  // namespace sparlab::conformance
