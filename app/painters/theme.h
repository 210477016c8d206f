// theme.h: ImGui's style from the palette, and the fonts in their sizes.
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/pictures/palette.h"
#include "core/pictures/picture.h"

struct ImDrawList;
struct ImFont;
struct ImFontAtlas;

namespace sortscope {

/// Fonts at one scale. Sizes are ems, as in files; ImGui counts whole lines (ascent + descent).
struct Fonts {
  /// Nearest loaded font of the face for an em of `em_pixels`.
  [[nodiscard]] static ImFont* nearest(Face face, float em_pixels);
  /// What ImGui calls the size of text with that em.
  [[nodiscard]] static float line_pixels(Face face, float em_pixels);
};

/// The fonts of load_fonts() in place of what `atlas` has; it is not built.
Status add_fonts(ImFontAtlas& atlas, float scale);
/// Loads Inter and JetBrains Mono (through fontconfig, with fallbacks) at `scale` and builds the
/// atlas; call when the scale changes, outside a frame. Errors: kUnavailable (no font at all).
Status load_fonts(float scale);

/// A text is drawn with one of these fonts: letters that it lacks and another font here has are
/// there once load_fonts() is called again. Up to 4096 of them. O(text).
void want_letters(const ImFont* font, std::string_view text);
/// Letters wait for load_fonts().
bool letters_pending();
/// What to say of letters that no font here has, once; "" where there is nothing new to say.
std::string take_lacking_letters();

/// ImGui's colours, spacing and rounding.
void apply_theme(const Palette& palette, float scale);

/// Colour as ImGui packs it.
unsigned pack(Color color);

/// Draws a picture at (x, y), its units scaled by `scale`.
void paint_picture(ImDrawList& list, const Picture& picture, const Palette& palette, float x,
                   float y, float scale);

}  // namespace sortscope
