#include "algos/formats/format.hpp"

#include <array>

namespace sparlab::algos {

std::string_view name_of(Format format) {
  constexpr std::array<std::string_view, model::kFormats> names = {"coo", "dense", "bitmap",
                                                                   "delta", "runs"};
  return names[static_cast<std::size_t>(format)];
}

std::string_view name_of(ValueType type) {
  constexpr std::array<std::string_view, 4> names = {"float", "double", "bfloat16", "half"};
  return names[static_cast<std::size_t>(type)];
}

std::string_view name_of(IndexType type) { return type == IndexType::uint32 ? "uint32" : "uint64"; }

}  // namespace sparlab::algos
