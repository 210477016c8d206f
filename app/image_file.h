// image_file.h: PNG files.
#pragma once

#include <string>

#include "app/view_renderer.h"
#include "core/error.h"

namespace sortscope {

/// Writes to a temporary name, then renames. Errors: kIo with the system's reason.
Status write_png(const Image& image, const std::string& path);

}  // namespace sortscope
