#include "experiments/records/store/compressed_lines.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <new>

#include "base/system/in_threads.hpp"

namespace sparlab::experiments::records {
namespace {

constexpr int kGzip = 15 + 16;  ///< the largest window, and gzip's header and trailer

/// How `compressed` begins: magic, method, no name, no time.
constexpr std::string_view kBegin("\x1f\x8b\x08\0\0\0\0\0", 8);

Bytef* bytes_of(const char* text) {
  return reinterpret_cast<Bytef*>(const_cast<char*>(text));  // NOLINT: zlib's types
}

struct Member {
  std::size_t begin = 0;
  std::size_t end = 0;  ///< 0: damaged
  std::string text;
};

/// `expected_end` is where the next member seems to begin.
void decompress(std::string_view file, std::size_t expected_end, Member& member) {
  // A member ends with the size of its text, in 4 bytes; what damage puts there must not fill the
  // memory.
  constexpr std::size_t kMostRatio = 1032;
  std::size_t size = 0;
  for (std::size_t i = 1; i <= 4 && i <= expected_end - member.begin; ++i)
    size = size << 8U | static_cast<unsigned char>(file[expected_end - i]);
  member.text.reserve(std::min(size, kMostRatio * (expected_end - member.begin)));
  z_stream stream{};
  if (::inflateInit2(&stream, kGzip) != Z_OK) throw std::bad_alloc();
  stream.next_in = bytes_of(file.data() + member.begin);
  stream.avail_in = static_cast<uInt>(file.size() - member.begin);
  std::array<char, 65536> buffer{};
  int result = Z_OK;
  do {
    stream.next_out = bytes_of(buffer.data());
    stream.avail_out = buffer.size();
    result = ::inflate(&stream, Z_NO_FLUSH);
    member.text.append(buffer.data(), buffer.size() - stream.avail_out);
  } while (result == Z_OK);
  if (result == Z_STREAM_END) member.end = member.begin + stream.total_in;
  ::inflateEnd(&stream);
}

}  // namespace

std::string compressed(std::string_view lines) {
  constexpr int kFastest = 1;
  constexpr int kMemory = 8;  ///< zlib's default
  z_stream stream{};
  if (::deflateInit2(&stream, kFastest, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  std::string member(::deflateBound(&stream, lines.size()), '\0');
  stream.next_in = bytes_of(lines.data());
  stream.avail_in = static_cast<uInt>(lines.size());
  stream.next_out = bytes_of(member.data());
  stream.avail_out = static_cast<uInt>(member.size());
  ::deflate(&stream, Z_FINISH);
  member.resize(stream.total_out);
  ::deflateEnd(&stream);
  return member;
}

std::vector<std::string> decompressed(std::string_view file) {
  std::vector<Member> members;
  if (!file.empty()) members.push_back({});
  for (std::size_t at = 0; (at = file.find(kBegin, at + 1)) != std::string_view::npos;)
    members.push_back({at, 0, {}});
  base::in_threads(members.size(), [&](std::size_t i) {
    decompress(file, i + 1 < members.size() ? members[i + 1].begin : file.size(), members[i]);
  });
  std::vector<std::string> texts;
  std::size_t end = 0;  // of the last member; 0 after damage
  const auto take = [&](Member& member) {
    texts.push_back(std::move(member.text));
    end = member.end;
    if (end == 0) texts.back() += '\n';
  };
  // Of a member that another program wrote, or of bytes that are none.
  const auto take_next = [&] {
    Member member{end, 0, {}};
    decompress(file, file.size(), member);
    take(member);
  };
  for (Member& member : members) {
    while (end > 0 && end < member.begin) take_next();
    // Bytes inside of a member may look like the beginning of another.
    if (member.begin >= end) take(member);
  }
  while (end > 0 && end < file.size()) take_next();
  return texts;
}

}  // namespace sparlab::experiments::records
