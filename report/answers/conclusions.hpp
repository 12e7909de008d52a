#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/advice/confirmation.hpp"
#include "analysis/advice/question.hpp"
#include "base/text/value.hpp"

/// What answers that advise have in common.
namespace sparlab::report {

/// Lines of a title and a text. Texts of one title share a line.
class Conclusions {
 public:
  void add(const std::string& title, const std::string& text) { lines_.emplace_back(title, text); }
  void join(const std::string& title, const std::string& text) {
    if (lines_.empty() || lines_.back().first != title) return add(title, text);
    lines_.back().second += "; " + text;
  }
  void add_refused(const std::vector<analysis::RefusedAlgorithm>& refused);
  void print(std::ostream& stream) const;

 private:
  std::vector<std::pair<std::string, std::string>> lines_;
};

std::vector<base::Fields> refused_fields(const std::vector<analysis::RefusedAlgorithm>& refused);

/// Null without a confirmation.
base::Value confirmation_value(const std::optional<analysis::Confirmation>& found);
void print_confirmation(std::ostream& stream, const analysis::Confirmation& found);

}  // namespace sparlab::report
