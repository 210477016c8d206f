// caption_note.h: what a picture's heights mean, behind its caption.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/pictures/picture.h"

namespace sortscope {

/// Writes the first of `texts` that ends before `right` behind label `caption`, which begins at its
/// left; the first of all is said where one points at it, where none has room at the caption.
void add_caption_note(Picture& picture, std::size_t caption, const std::vector<std::string>& texts,
                      float right);

/// `texts` with `more` behind each, then `texts` without it: what to say where there is room.
std::vector<std::string> texts_with(std::vector<std::string> texts, const std::string& more);

}  // namespace sortscope
