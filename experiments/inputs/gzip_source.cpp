#include "experiments/inputs/gzip_source.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

#include "experiments/inputs/data_error.hpp"

namespace sparlab::experiments::inputs {
namespace {

constexpr std::size_t kInputBytes = std::size_t{1} << 16;
constexpr int kGzipOnly = MAX_WBITS + 16;  // makes zlib expect gzip's header and trailer

}  // namespace

bool is_gzip(std::span<const std::byte> first_bytes) {
  return first_bytes.size() >= 2 && first_bytes[0] == std::byte{0x1f} &&
         first_bytes[1] == std::byte{0x8b};
}

void GzipSource::End::operator()(z_stream_s* stream) const {
  inflateEnd(stream);
  delete stream;
}

GzipSource::GzipSource(std::string name, ByteSource& compressed)
    : name_(std::move(name)), compressed_(compressed), input_(kInputBytes) {
  auto stream = std::make_unique<z_stream>();
  if (inflateInit2(stream.get(), kGzipOnly) != Z_OK) throw std::bad_alloc();
  stream_.reset(stream.release());
}

void GzipSource::refuse(const std::string& found) const {
  throw DataError(name_, at_byte(produced_), found, "gzip data that is whole and undamaged");
}

bool GzipSource::refill() {
  if (stream_->avail_in > 0) return true;
  const std::size_t count = compressed_.read(input_);
  stream_->next_in = reinterpret_cast<Bytef*>(input_.data());
  stream_->avail_in = static_cast<uInt>(count);
  return count > 0;
}

void GzipSource::finish_member() {
  if (!refill()) {
    at_end_ = true;
  } else if (inflateReset(stream_.get()) != Z_OK) {
    refuse("a member that cannot be started");
  }
}

std::size_t GzipSource::read(std::span<std::byte> into) {
  std::size_t done = 0;
  while (done < into.size() && !at_end_) {
    if (!refill()) refuse("the end of the file within the compressed data");
    const std::size_t room =
        std::min<std::size_t>(into.size() - done, std::numeric_limits<uInt>::max());
    stream_->next_out = reinterpret_cast<Bytef*>(into.data() + done);
    stream_->avail_out = static_cast<uInt>(room);
    const int status = inflate(stream_.get(), Z_NO_FLUSH);
    const std::size_t count = room - stream_->avail_out;
    done += count;
    produced_ += count;
    if (status == Z_STREAM_END) {
      finish_member();
    } else if (status == Z_MEM_ERROR) {
      throw std::bad_alloc();
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      refuse(stream_->msg != nullptr ? stream_->msg : "no gzip data");
    }
  }
  return done;
}

}  // namespace sparlab::experiments::inputs
