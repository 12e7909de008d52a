#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "experiments/points/point.hpp"

namespace sparlab::experiments {

inline constexpr std::array kEngines = {Engine::model, Engine::loggp, Engine::simgrid, Engine::mpi};

/// One line about an engine, for `sparlab list engines`.
std::string_view describe(Engine engine);

std::string_view name_of(inputs::InputKind kind);

/// The inverse of name_of; nullopt for unknown names.
std::optional<Engine> engine_named(std::string_view name);
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
