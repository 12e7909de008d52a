#pragma once

#include <string_view>

/// The sources and settings that this program was built from; written by the build.
namespace sparlab::base::build_info {

extern const std::string_view version;
extern const std::string_view commit;     ///< "unknown" outside of a git checkout
extern const std::string_view dirty;      ///< "yes" if tracked files differed from the commit
extern const std::string_view compiler;   ///< name and version
extern const std::string_view flags;      ///< of the compiler, including the build type's
extern const std::string_view libraries;  ///< "fmt 9.1.0, ..."
extern const std::string_view source_dir;
extern const std::string_view build_dir;
extern const std::string_view data_from_program;  ///< from an installed program to its data

}  // namespace sparlab::base::build_info
