#include "algos/formats/format.hpp"

#include <array>

namespace sparlab::algos {

std::string_view name_of(Format format) {
  constexpr std::array<std::string_view, model::kFormats> names = {"coo", "dense", "bitmap",
                                                                   "delta", "runs"};
  return names[static_cast<std::size_t>(format)];
}

std::string_view name_of(ValueType type) { return type == ValueType::float32 ? "float" : "double"; }

std::string_view name_of(IndexType type) { return type == IndexType::uint32 ? "uint32" : "uint64"; }

}  // namespace sparlab::algos
