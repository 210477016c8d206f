// picture.h: a Picture as SVG, PDF, TikZ or pixels.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/surface/view_renderer.h"
#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/pictures/palette.h"
#include "core/pictures/picture.h"
#include "core/pictures/rich_text.h"
#include "core/scenes/maker.h"

namespace sortscope {

struct Recording;

/// Labels name the point in the middle of their capital letters; the baseline is this much lower,
/// in units of the text's size (Inter and JetBrains Mono: capitals are 0.73 high).
inline constexpr float kBaselineShift = 0.363F;

/// An arrow head is a triangle: its tip, and two corners at y0.
struct ArrowShape {
  float x0, x1, y0;
};
constexpr ArrowShape arrow_shape(const ArrowHead& arrow) {
  return {arrow.x - 0.7F * arrow.size, arrow.x + 0.7F * arrow.size,
          arrow.down ? arrow.y - arrow.size : arrow.y + arrow.size};
}

/// Lays out views of one recording at any cursor; a neighbouring cursor costs one layer.
class PictureMaker {
 public:
  explicit PictureMaker(std::shared_ptr<const Recording> recording);
  /// The view of `request` on a page of `width` x `height` units (the request's own size in pixels
  /// and scale are not used). Errors: kBadUsage (unknown view), kCancelled.
  Result<Picture> make(const ViewRequest& request, float width, float height,
                       const Progress* progress = nullptr);

 private:
  SceneMaker scenes_;
};

// In all of these a unit of the picture is `scale` times 1/96 inch. `progress` is asked whether
// they are cancelled; null: they never are. Errors of all then: kCancelled.

/// An SVG document with real text, roles as CSS classes, one element a mark (many lines: 200 a
/// path).
Result<std::string> svg_of(const Picture& picture, const Palette& palette, const std::string& title,
                           float scale = 1, const Progress* progress = nullptr);

/// A one-page PDF with embedded fonts and text that can be selected; smaller where
/// the page would exceed the format's 200 inches. `progress` is told of its marks. Errors:
/// kOutOfMemory, kWorkFailed.
Result<std::string> pdf_of(const Picture& picture, const Palette& palette, const std::string& title,
                           float scale = 1, Progress* progress = nullptr);

/// A page of slides: marks, and words set over them.
struct Slide {
  Picture picture;
  std::vector<RichRun> words;
};
/// A PDF with a page a slide, in fonts and text as pdf_of(). Errors: those of pdf_of().
Result<std::string> slides_of(std::span<const Slide> slides, const Palette& palette,
                              const std::string& title, const Progress* progress = nullptr);
/// Width of text in the fonts of files, in units of the picture.
float file_text_width(std::string_view text, float size, Face face);

/// A LaTeX file for plain `pdflatex` whose page is the picture; dots are left out above 256 wires.
/// Errors: kBadUsage above 1024 wires, or where TeX's memory would not suffice.
Result<std::string> tikz_of(const Picture& picture, const Palette& palette,
                            const std::string& title, std::uint32_t wires, float scale = 1);

/// The picture in pixels, `scale` pixels a unit. Errors: kOutOfMemory.
Result<Image> pixels_of(const Picture& picture, const Palette& palette, float scale, int width,
                        int height, const Progress* progress = nullptr);

/// The same of a slide.
Result<Image> pixels_of(const Slide& slide, const Palette& palette, float scale, int width,
                        int height, const Progress* progress = nullptr);

/// A renderer without OpenGL: lays the view out as a Picture and draws it with cairo. `progress`,
/// where there is one, lives as long. Errors of what it renders: also kCancelled.
std::unique_ptr<ViewRenderer> make_picture_renderer(std::shared_ptr<const Recording> recording,
                                                    const Progress* progress = nullptr);

/// A PNG of the image without its alpha. Errors: kOutOfMemory.
Result<std::string> png_of(const Image& image, const Progress* progress = nullptr);

}  // namespace sortscope
