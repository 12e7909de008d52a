#include "experiments/inputs/numpy_workers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/inputs/data_error.hpp"
#include "experiments/inputs/index_lists.hpp"
#include "experiments/inputs/npy.hpp"
#include "experiments/inputs/zip_archive.hpp"

namespace sparlab::experiments::inputs {
namespace {

using WorkerEntries = std::vector<std::pair<std::uint64_t, double>>;

/// The entries of the next row. `width` grows to the length of dense rows.
WorkerEntries next_worker(NpyReader& array, std::uint64_t& width) {
  WorkerEntries entries;
  if (array.integers()) {
    for (const std::uint64_t index : array.indices()) entries.emplace_back(index, 1);
    return entries;
  }
  const std::vector<double> values = array.values();
  width = std::max<std::uint64_t>(width, values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] != 0) entries.emplace_back(i, values[i]);
  return entries;
}

/// N: what the user gave, which dense vectors must fit, or their length.
std::uint64_t universe_of(const Recording& recording, std::uint64_t given, std::uint64_t width) {
  if (given > 0 && width > given)
    throw DataError(recording.name, "", fmt::format("vectors of {} elements", width),
                    fmt::format("at most the given N = {}", given));
  return given > 0 ? given : width;
}

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

/// The arrays of an archive.
class NpzArrays {
 public:
  NpzArrays(const std::string& name, std::span<const std::byte> content)
      : name_(name), archive_(name, content) {
    for (const ZipArchive::File& file : archive_.files()) {
      std::string_view array = file.name;
      if (!array.ends_with(".npy"))
        refuse("the file " + inputs::quoted(array), "arrays alone, NAME.npy");
      array.remove_suffix(4);
      if (!files_.emplace(array, &file).second)
        refuse("two arrays " + inputs::quoted(array), "each name once");
    }
    if (files_.empty()) refuse("no array", "at least one");
  }

  bool has(const std::string& array) const { return files_.contains(array); }

  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& [name, file] : files_) names.push_back(name);
    std::ranges::sort(names, naturally_before);
    return names;
  }

  /// Calls use(reader) for an array of one dimension, and checks that it is read to its end.
  template <class Use>
  void read(const std::string& array, Use use) const {
    const ZipArchive::File& file = *files_.at(array);
    const auto source = archive_.open(file);
    const std::string place = name_ + ", " + inputs::quoted(file.name);
    NpyReader reader(place, *source, file.bytes);
    if (reader.shape().size() > 1)
      throw DataError(place, "", "an array of two dimensions", "one dimension in an archive");
    use(reader);
    reader.finish();
  }

  std::vector<std::uint64_t> integers(const std::string& array) const {
    std::vector<std::uint64_t> numbers;
    read(array, [&](NpyReader& reader) {
      if (!reader.integers()) refuse("values in " + inputs::quoted(array), "integers");
      numbers = reader.indices();
    });
    return numbers;
  }

  [[noreturn]] void refuse(std::string found, std::string accepted) const {
    throw DataError(name_, "", std::move(found), std::move(accepted));
  }

 private:
  std::string name_;
  ZipArchive archive_;
  std::map<std::string, const ZipArchive::File*, std::less<>> files_;
};

void read_csr(const NpzArrays& arrays, Recording& recording, std::uint64_t universe) {
  const auto begin = arrays.integers("indptr");
  const auto indices = arrays.integers("indices");
  const auto shape = arrays.integers("shape");
  std::vector<double> values;
  arrays.read("data", [&](NpyReader& reader) {
    if (!reader.integers()) return void(values = reader.values());
    for (const std::uint64_t value : reader.indices()) values.push_back(static_cast<double>(value));
  });
  if (shape.size() != 2 || begin.size() != shape[0] + 1 || begin.front() != 0 ||
      begin.back() != indices.size() || values.size() != indices.size() ||
      !std::ranges::is_sorted(begin))
    arrays.refuse(
        fmt::format("indptr of {}, indices of {}, data of {} elements", begin.size(),
                    indices.size(), values.size()),
        "those of a CSR matrix of shape (workers, N), as scipy.sparse.save_npz writes it");
  const std::uint64_t columns = universe_of(recording, universe, shape[1]);
  for (std::size_t row = 0; row + 1 < begin.size(); ++row) {
    WorkerEntries entries;
    for (std::uint64_t i = begin[row]; i < begin[row + 1]; ++i)
      entries.emplace_back(indices[static_cast<std::size_t>(i)],
                           values[static_cast<std::size_t>(i)]);
    append_worker(recording, std::move(entries), columns, fmt::format("row {}", row));
  }
  finish_workers(recording, columns);
}

void read_arrays(const NpzArrays& arrays, Recording& recording, std::uint64_t universe) {
  std::uint64_t width = 0;
  std::size_t of_integers = 0;
  const std::vector<std::string> names = arrays.names();
  for (const std::string& name : names)
    arrays.read(name, [&](NpyReader& reader) {
      of_integers += reader.integers() ? 1 : 0;
      append_worker(recording, next_worker(reader, width), universe,
                    "array " + inputs::quoted(name));
    });
  if (of_integers != 0 && of_integers != names.size())
    arrays.refuse(fmt::format("{} arrays of indices and {} of values", of_integers,
                              names.size() - of_integers),
                  "one kind, or a CSR matrix with indptr, indices, data and shape");
  finish_workers(recording, universe_of(recording, universe, width));
}

}  // namespace

Recording read_npy(DataFile& file, std::uint64_t universe) {
  Recording recording;
  recording.name = file.name();
  class Rest final : public ByteSource {
   public:
    explicit Rest(DataFile& file) : file_(file) {}
    std::size_t read(std::span<std::byte> into) override { return file_.read(into); }

   private:
    DataFile& file_;
  } source(file);
  NpyReader array(file.name(), source, file.max_bytes());
  std::uint64_t width = 0;
  for (std::uint64_t row = 0; row < array.rows(); ++row)
    append_worker(recording, next_worker(array, width), universe, fmt::format("row {}", row));
  array.finish();
  finish_workers(recording, universe_of(recording, universe, width));
  recording.content_hash = file.content_hash();
  return recording;
}

Recording read_npz(DataFile& file, std::uint64_t universe) {
  Recording recording;
  recording.name = file.name();
  const std::vector<std::byte> content = whole_content(file);
  const NpzArrays arrays(file.name(), content);
  if (arrays.has("indptr"))
    for (const char* needed : {"indices", "data", "shape"})
      if (!arrays.has(needed))
        arrays.refuse(fmt::format("an indptr without {}", needed), "all arrays of a CSR matrix");
  if (arrays.has("indptr")) {
    read_csr(arrays, recording, universe);
  } else {
    read_arrays(arrays, recording, universe);
  }
  recording.content_hash = file.content_hash();
  return recording;
}

}  // namespace sparlab::experiments::inputs
