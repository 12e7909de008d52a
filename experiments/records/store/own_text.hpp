#pragma once

#include <string>

#include "experiments/spec/points/record.hpp"

namespace sparlab::experiments::records {

/// The fields of a record that others of its sweep do not share, as a JSON object without its
/// closing brace. The id is the first. Numbers are written in their shortest exact form.
/// Written without a JSON library: a sweep may write thousands of records a second.
/// Errors  FormatError: a number is not finite.
std::string own_text(const Record& record);

}  // namespace sparlab::experiments::records
