#pragma once

#include <memory>
#include <string>

#include "experiments/inputs/svmlight_file.hpp"

namespace sparlab::experiments::inputs {

/// The samples of an svmlight file, as read_svmlight returns them. The files read last are cached
/// in the process, since every point of a sweep needs the same one; a file that changes (in size,
/// time or identity) is read again. `universe` > 0 bounds the indices. Thread-safe.
/// Errors  DataError, as read_svmlight and DataFile.
std::shared_ptr<const Samples> shared_svmlight(const std::string& path, std::uint64_t universe);

}  // namespace sparlab::experiments::inputs
