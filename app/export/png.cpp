// png.cpp: pixels as PNG.
#include <png.h>

#include <cstdio>
#include <cstdlib>

#include "app/export/picture.h"

namespace sortscope {

Result<std::string> png_of(const Image& image) {
  // Pictures are opaque: alpha is left out.
  std::vector<std::uint8_t> rgb;
  rgb.reserve(image.rgba.size() / 4 * 3);
  for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
    rgb.insert(rgb.end(), image.rgba.begin() + i, image.rgba.begin() + i + 3);
  }
  const Error failed{ErrorCode::kOutOfMemory, "the PNG could not be made: out of memory.", ""};
  char* bytes = nullptr;
  std::size_t size = 0;
  std::FILE* file = open_memstream(&bytes, &size);
  if (file == nullptr) return failed;
  png_image header = {};
  header.version = PNG_IMAGE_VERSION;
  header.width = static_cast<png_uint_32>(image.width);
  header.height = static_cast<png_uint_32>(image.height);
  header.format = PNG_FORMAT_RGB;
  const bool written = png_image_write_to_stdio(&header, file, 0, rgb.data(), 0, nullptr) != 0;
  const bool closed = std::fclose(file) == 0;
  std::string png = written && closed ? std::string(bytes, size) : std::string();
  std::free(bytes);
  png_image_free(&header);
  if (png.empty()) return failed;
  return png;
}

}  // namespace sortscope
