#pragma once

#include <zlib.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/inputs/bytes.hpp"

/// Files as NumPy writes them.
namespace sparlab::inputs {

inline void append_number(std::string& text, std::uint64_t number, int bytes) {
  for (int i = 0; i < bytes; ++i) text.push_back(static_cast<char>(number >> (8 * i)));
}

/// An array with this type and shape, as numpy.save writes them: npy("<i8", "(2, 3)", data).
inline std::string npy(std::string_view type, std::string_view shape, std::string_view data) {
  std::string header = "{'descr': '" + std::string(type) +
                       "', 'fortran_order': False, 'shape': " + std::string(shape) + ", }";
  header.resize((10 + header.size() + 64) / 64 * 64 - 10 - 1, ' ');
  header.push_back('\n');
  std::string text("\x93NUMPY\x01\x00", 8);
  append_number(text, header.size(), 2);
  return text + header + std::string(data);
}

inline std::string npy_of(const std::vector<std::int64_t>& numbers) {
  std::string data;
  for (const std::int64_t number : numbers)
    append_number(data, static_cast<std::uint64_t>(number), 8);
  return npy("<i8", "(" + std::to_string(numbers.size()) + ",)", data);
}

inline std::string npy_of(const std::vector<float>& numbers, const std::string& shape = {}) {
  std::string data;
  for (const float number : numbers) append_number(data, std::bit_cast<std::uint32_t>(number), 4);
  return npy("<f4", shape.empty() ? "(" + std::to_string(numbers.size()) + ",)" : shape, data);
}

/// A zip archive of these files, deflated as by numpy.savez_compressed or stored as by savez.
inline std::string zip(const std::vector<std::pair<std::string, std::string>>& files,
                       bool compressed) {
  std::string archive;
  std::string directory;
  for (const auto& [name, content] : files) {
    std::string stored = content;
    if (compressed) {
      const auto packed = deflated(bytes_of(content), kRawDeflate);
      stored.assign(reinterpret_cast<const char*>(packed.data()), packed.size());
    }
    const std::uint64_t offset = archive.size();
    std::string common;  // from "version needed" to "length of extra"
    append_number(common, 20, 2);
    append_number(common, 0, 2);
    append_number(common, compressed ? 8 : 0, 2);
    append_number(common, 0, 4);
    append_number(common,
                  crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size()), 4);
    append_number(common, stored.size(), 4);
    append_number(common, content.size(), 4);
    append_number(common, name.size(), 2);
    append_number(common, 0, 2);
    archive += std::string("PK\x03\x04") + common + name + stored;
    directory += "PK\x01\x02";
    append_number(directory, 20, 2);
    directory += common;
    append_number(directory, 0, 2);  // comment
    append_number(directory, 0, 4);  // disk, internal attributes
    append_number(directory, 0, 4);  // external attributes
    append_number(directory, offset, 4);
    directory += name;
  }
  const std::uint64_t at = archive.size();
  archive += directory + "PK\x05\x06";
  append_number(archive, 0, 4);
  append_number(archive, files.size(), 2);
  append_number(archive, files.size(), 2);
  append_number(archive, directory.size(), 4);
  append_number(archive, at, 4);
  append_number(archive, 0, 2);
  return archive;
}

}  // namespace sparlab::inputs
