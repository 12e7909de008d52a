#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/value.hpp"

/// Numbers in the form that tables and titles show.
namespace sparlab::base {

/// Three significant digits and a unit: "1.23 ms", "12.3 us", "450 s". Larger times are written in
/// full, "1234 s"; zero is "0 s".
std::string seconds_text(double seconds);

/// A count, always exact: "2^24" for powers of two above 100,000, a suffix for a power of 1000 for
/// other round numbers ("16M", "16.3M", "1.25G"), otherwise in full.
std::string short_count(std::uint64_t count);

/// Three significant digits: "0.00781", "3.1e-05".
std::string short_number(double number);

/// A number of messages, bytes or entries, which may be an expectation: at most four significant
/// digits, "63", "1572", "24.95k", "1.573M".
std::string amount_text(double amount);

/// Three significant digits and a unit, powers of 1000: "1.57 MB".
std::string bytes_text(double bytes);

/// "1 point", "3 points".
std::string counted(std::size_t count, std::string_view what);

/// A ratio: "1.25x", "340x", "1500x"; at most six characters.
std::string ratio_text(double ratio);

/// Lines of tables and texts have at most so many characters, where words allow it.
inline constexpr std::size_t kLineCharacters = 118;

using TextRows = std::vector<std::vector<std::string>>;

struct ColumnLayout {
  std::size_t indent = 0;               ///< spaces before the first column
  std::vector<std::size_t> right = {};  ///< right-aligned columns; all others are left-aligned
};

/// Prints rows in aligned columns, two spaces apart. Rows may differ in length. Each row becomes
/// one line, whatever it contains (printable).
void print_columns(std::ostream& stream, TextRows rows, const ColumnLayout& layout = {});

/// Results as a text shows them: a row of headings, then the rows. Fields inside a field are
/// columns, unless it has a text of its own. Nothing if there are no rows.
TextRows text_rows(const std::vector<Fields>& rows);

/// Prints text_rows in columns; those of numbers are aligned to the right.
void print_table(std::ostream& stream, const std::vector<Fields>& rows, std::size_t indent = 0);

/// Words in lines of at most `first` and `others` characters, if no word is longer; not empty.
std::vector<std::string> wrapped(std::string_view text, std::size_t first, std::size_t others);

/// Rows of equal length whose last cells fit a line of `width` characters, or 20 of their own: what
/// does not fit is in rows of their own below. Contract: there is a row.
TextRows with_last_column_wrapped(const TextRows& rows, std::size_t width);

/// Prints words in lines of at most `width` characters; the first line is indented by `indent`
/// spaces, the others by two more. The text is made printable.
void print_wrapped(std::ostream& stream, std::string_view raw, std::size_t indent = 0,
                   std::size_t width = 100);

}  // namespace sparlab::base
