#include "inputs/formats/numpy_archive.hpp"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "inputs/files/data_error.hpp"
#include "inputs/formats/recording.hpp"

namespace sparlab::inputs {
namespace {

/// "arr_2" before "arr_10": digits compare as numbers.
bool naturally_before(std::string_view a, std::string_view b) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  while (!a.empty() && !b.empty()) {
    if (is_digit(a.front()) && is_digit(b.front())) {
      const auto digits = [&](std::string_view& text) {
        const std::size_t zeros = std::min(text.find_first_not_of('0'), text.size());
        text.remove_prefix(zeros);
        const auto end = std::ranges::find_if_not(text, is_digit);
        const std::string_view run = text.substr(0, static_cast<std::size_t>(end - text.begin()));
        text.remove_prefix(run.size());
        return run;
      };
      const std::string_view left = digits(a);
      const std::string_view right = digits(b);
      if (left.size() != right.size()) return left.size() < right.size();
      if (left != right) return left < right;
      continue;
    }
    if (a.front() != b.front()) return a.front() < b.front();
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return a.size() < b.size();
}

std::vector<std::byte> whole_content(DataFile& file) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  std::vector<std::byte> content;
  for (std::size_t count = kPiece; count == kPiece;) {
    const std::size_t size = content.size();
    if (size > kMaxRecordingBytes / 4)
      throw DataError(file.name(), at_byte(size), "an archive of 4 GB or more", "a smaller one");
    content.resize(size + kPiece);
    count = file.read(std::span(content).subspan(size));
    content.resize(size + count);
  }
  return content;
}

}  // namespace

NumpyArchive::NumpyArchive(DataFile& file)
    : name_(file.name()), content_(whole_content(file)), archive_(name_, content_) {
  for (const ZipArchive::File& member : archive_.files()) {
    std::string_view array = member.name;
    if (!array.ends_with(".npy"))
      refuse("the file " + inputs::quoted(array), "arrays alone, NAME.npy");
    array.remove_suffix(4);
    if (!files_.emplace(array, &member).second)
      refuse("two arrays " + inputs::quoted(array), "each name once");
  }
  if (files_.empty()) refuse("no array", "at least one");
}

std::vector<std::string> NumpyArchive::names() const {
  std::vector<std::string> names;
  for (const auto& [name, file] : files_) names.push_back(name);
  std::ranges::sort(names, naturally_before);
  return names;
}

std::string NumpyArchive::place_of(const std::string& array) const {
  return name_ + ", " + inputs::quoted(files_.at(array)->name);
}

void NumpyArchive::read(const std::string& array,
                        const std::function<void(NpyReader&)>& use) const {
  const ZipArchive::File& file = *files_.at(array);
  const auto source = archive_.open(file);
  NpyReader reader(place_of(array), *source, file.bytes);
  use(reader);
  reader.finish();
}

std::vector<std::uint64_t> NumpyArchive::integers(const std::string& array) const {
  std::vector<std::uint64_t> numbers;
  read(array, [&](NpyReader& reader) {
    if (!reader.integers() || reader.shape().size() > 1)
      throw DataError(place_of(array), "", "no list of integers", "one dimension of integers");
    numbers = reader.indices(reader.elements());
  });
  return numbers;
}

void NumpyArchive::refuse(std::string found, std::string accepted) const {
  throw DataError(name_, "", std::move(found), std::move(accepted));
}

}  // namespace sparlab::inputs
