// letters.h: which font has a letter, as fontconfig says. From any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/pictures/picture.h"

namespace sortscope {

/// A font in a file; `path` is empty where there is none.
struct FontFile {
  std::string path;
  int index = 0;  // in a file of several
  std::string family;
};

/// The font that fontconfig names for a face: Inter, JetBrains Mono or what stands in for them.
FontFile font_of(Face face);
/// The same by family, in its regular weight.
FontFile font_of(const char* family);
/// A font with outlines that has the letter; without a path where no font here has it.
FontFile font_with(char32_t letter);
/// font_of(face) has the letter.
bool face_has(Face face, char32_t letter);

/// The first character of UTF-8 `text`, which is taken off; U+FFFD for a byte that begins none.
char32_t take_letter(std::string_view& text);
/// Something is to be seen of it: it is neither a control nor a mark of order or width.
bool is_visible(char32_t letter);

/// As much of a text as one font has; `family` is empty where that is the face's own.
struct LetterRun {
  std::string text;
  std::string family;
};
/// The parts in which to draw `text`. O(text).
std::vector<LetterRun> letter_runs(std::string_view text, Face face);

}  // namespace sortscope
