#include "api/result.hpp"

#include <cstddef>
#include <type_traits>

#include "api/status.hpp"
#include "api/types.hpp"

using namespace sparlab;

namespace {

/// Computes in float for values of 16 bits, and rounds once.
template <class Value, class Index>
void add_to(const algos::SparseStream<Value, Index>& stream, double scale, Value* dense) {
  using Computed = algos::ComputedAs<Value>;
  const auto factor = static_cast<Computed>(scale);
  const auto add = [factor](Value& target, Value value) {
    target = static_cast<Value>(Computed{target} + factor * Computed{value});
  };
  const auto values = stream.values();
  if (stream.format() == algos::Format::dense) {
    for (std::size_t i = 0; i < values.size(); ++i) add(dense[i], values[i]);
    return;
  }
  const auto indices = stream.indices();
  for (std::size_t i = 0; i < values.size(); ++i)
    add(dense[indices[i] - stream.range().lo], values[i]);
}

template <class Body>
auto visit(const sparlab_result* result, Body body) {
  return std::visit(body, result->stream);
}

}  // namespace

sparlab_value_type sparlab_result_value_type(const sparlab_result* result) {
  return visit(result, [](const auto& stream) {
    using Value = typename std::decay_t<decltype(stream)>::value_type;
    return api::kValueType<Value>;
  });
}

sparlab_index_type sparlab_result_index_type(const sparlab_result* result) {
  return visit(result, [](const auto& stream) {
    using Index = typename std::decay_t<decltype(stream)>::index_type;
    return api::kIndexType<Index>;
  });
}

sparlab_format sparlab_result_format(const sparlab_result* result) {
  return visit(result, [](const auto& stream) {
    return stream.format() == algos::Format::dense ? SPARLAB_DENSE : SPARLAB_SPARSE;
  });
}

uint64_t sparlab_result_begin(const sparlab_result* result) {
  return visit(result, [](const auto& stream) { return stream.range().lo; });
}

uint64_t sparlab_result_universe(const sparlab_result* result) {
  return visit(result, [](const auto& stream) { return stream.range().size(); });
}

size_t sparlab_result_count(const sparlab_result* result) {
  return visit(result, [](const auto& stream) { return stream.values().size(); });
}

const void* sparlab_result_indices(const sparlab_result* result) {
  return visit(result, [](const auto& stream) -> const void* {
    return stream.indices().empty() ? nullptr : stream.indices().data();
  });
}

const void* sparlab_result_values(const sparlab_result* result) {
  return visit(result, [](const auto& stream) -> const void* {
    return stream.values().empty() ? nullptr : stream.values().data();
  });
}

sparlab_status sparlab_result_add_to(const sparlab_result* result, double scale, void* dense) {
  return api::guarded([&] {
    api::require(result != nullptr, "result must not be NULL");
    visit(result, [&](const auto& stream) {
      using Value = typename std::decay_t<decltype(stream)>::value_type;
      api::require(dense != nullptr || stream.range().size() == 0, "dense must not be NULL");
      add_to(stream, scale, static_cast<Value*>(dense));
    });
  });
}

void sparlab_result_free(sparlab_result** result) {
  if (result == nullptr) return;
  delete *result;
  *result = nullptr;
}
