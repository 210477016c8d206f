// png.cpp: pixels as PNG.
#include <png.h>

#include <cstdio>
#include <new>
#include <utility>

#include "app/export/marks.h"
#include "app/export/picture.h"

namespace sortscope {

namespace {

// A file that grows in memory, until it is cancelled.
struct Grown {
  std::string bytes;
  const Progress* progress;
};

ssize_t append(void* cookie, const char* bytes, std::size_t count) {
  auto& grown = *static_cast<Grown*>(cookie);
  if (is_cancelled(grown.progress)) return 0;
  try {
    grown.bytes.append(bytes, count);
  } catch (const std::bad_alloc&) {
    return 0;  // to the C library a full disk
  }
  return static_cast<ssize_t>(count);
}

}  // namespace

Result<std::string> png_of(const Image& image, const Progress* progress) {
  const Error stopped{ErrorCode::kCancelled, "stopped.", ""};
  const Error failed{ErrorCode::kOutOfMemory, "the PNG could not be made: out of memory.", ""};
  // Pictures are opaque: alpha is left out.
  std::vector<std::uint8_t> rgb;
  rgb.reserve(image.rgba.size() / 4 * 3);
  const std::size_t row = static_cast<std::size_t>(image.width) * 4;
  for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
    if (i % row == 0 && is_cancelled(progress)) return stopped;
    rgb.insert(rgb.end(), image.rgba.begin() + i, image.rgba.begin() + i + 3);
  }
  Grown grown{{}, progress};
  std::FILE* const file = fopencookie(&grown, "w", {nullptr, append, nullptr, nullptr});
  if (file == nullptr) return failed;
  png_image header = {};
  header.version = PNG_IMAGE_VERSION;
  header.width = static_cast<png_uint_32>(image.width);
  header.height = static_cast<png_uint_32>(image.height);
  header.format = PNG_FORMAT_RGB;
  const bool written = png_image_write_to_stdio(&header, file, 0, rgb.data(), 0, nullptr) != 0;
  const bool closed = std::fclose(file) == 0;
  png_image_free(&header);
  if (is_cancelled(progress)) return stopped;
  if (!written || !closed) return failed;
  return std::move(grown.bytes);
}

}  // namespace sortscope
