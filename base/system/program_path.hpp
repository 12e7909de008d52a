#pragma once

#include <filesystem>
#include <string>

namespace sparlab::base {

/// The path of a program that this user may run: itself if it contains '/', otherwise from PATH.
/// Empty if there is none.
std::filesystem::path find_program(const std::string& program);

/// The path of this program.
std::filesystem::path own_program();

}  // namespace sparlab::base
