// image_file.cpp: PNG files through libpng.
#include "app/image_file.h"

#include <fmt/format.h>
#include <png.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace sortscope {

Status write_png(const Image& image, const std::string& path) {
  const std::string temporary = path + ".part";
  png_image header{};
  header.version = PNG_IMAGE_VERSION;
  header.width = static_cast<png_uint_32>(image.width);
  header.height = static_cast<png_uint_32>(image.height);
  header.format = PNG_FORMAT_RGBA;
  const auto fail = [&](const std::string& reason) -> Status {
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
    return Error{ErrorCode::kIo, fmt::format("cannot write {}: {}.", path, reason),
                 "Check the folder, its permissions and the free space."};
  };
  std::FILE* file = std::fopen(temporary.c_str(), "wb");
  if (file == nullptr) return fail(std::strerror(errno));
  const bool written =
      png_image_write_to_stdio(&header, file, 0, image.rgba.data(), 0, nullptr) != 0;
  const int write_error = errno;
  const bool closed = std::fclose(file) == 0;
  if (!written) return fail(write_error != 0 ? std::strerror(write_error) : header.message);
  if (!closed) return fail(std::strerror(errno));
  std::error_code renamed;
  std::filesystem::rename(temporary, path, renamed);
  if (renamed) return fail(renamed.message());
  return {};
}

}  // namespace sortscope
