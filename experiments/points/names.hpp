#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "experiments/points/point.hpp"

namespace sparlab::experiments {

/// The names of the engines that use a setting; empty if all engines do.
std::vector<std::string_view> engines_that_use(std::string_view setting);

std::string_view name_of(inputs::InputKind kind);

/// The inverse of name_of; nullopt for unknown names.
std::optional<Payload> payload_named(std::string_view name);
std::optional<inputs::InputKind> input_kind_named(std::string_view name);
std::optional<algos::ValueType> value_type_named(std::string_view name);
std::optional<algos::IndexType> index_type_named(std::string_view name);
std::optional<algos::Format> format_named(std::string_view name);

/// In the order of the enumeration Format.
std::vector<std::string_view> names_of(model::FormatSet formats);

/// True if the entries come from a file, which then determines N and the density.
bool is_real_data(inputs::InputKind kind);

}  // namespace sparlab::experiments
