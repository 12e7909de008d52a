#pragma once

#include <string>
#include <string_view>

namespace sparlab::experiments::records {

/// The lines of a records.jsonl that an older sparlab wrote, as lines of a folder now. That sparlab
/// wrote what records have in common once, in a line {"series":NAME, and the rest in short lines
/// {"of":NAME. Whole records, and lines that cannot be read, stay as they are.
std::string lines_of_old(std::string_view text);

}  // namespace sparlab::experiments::records
