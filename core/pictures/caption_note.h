// caption_note.h: what a picture's heights mean, behind its caption.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>

#include "core/pictures/picture.h"

namespace sortscope {

/// Writes the first of `texts` that ends before `right` behind label `caption`, which begins at its
/// left; where none has room, the caption says it where one points at it.
void add_caption_note(Picture& picture, std::size_t caption,
                      std::initializer_list<std::string> texts, float right);

}  // namespace sortscope
