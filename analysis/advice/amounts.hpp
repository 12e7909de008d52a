#pragma once

#include <string>

namespace sparlab::analysis {

/// A number of messages, bytes or entries, which may be an expectation: at most four significant
/// digits, "63", "1572", "24.95k", "1.573M".
std::string amount_text(double amount);

/// The same with the unit: "1.57 MB".
std::string size_text(double bytes);

}  // namespace sparlab::analysis
