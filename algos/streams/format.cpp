#include "algos/streams/format.hpp"

namespace sparlab::algos {

std::string_view name_of(Format format) { return format == Format::coo ? "coo" : "dense"; }

std::string_view name_of(ValueType type) { return type == ValueType::float32 ? "float" : "double"; }

std::string_view name_of(IndexType type) { return type == IndexType::uint32 ? "uint32" : "uint64"; }

}  // namespace sparlab::algos
