// cairo.cpp: pictures drawn by cairo, to PDF and to pixels.
#include <cairo-pdf.h>
#include <cairo.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

#include "app/export/marks.h"
#include "app/export/picture.h"
#include "app/surface/letters.h"
#include "core/pictures/notation.h"
#include "core/scenes/layout.h"

namespace sortscope {

namespace {

constexpr double kTau = 6.283185307179586;
constexpr float kPointsPerPixel = 0.75F;
constexpr float kLargestPage = 14400;  // points: PDF's own limit
// Cairo looks at a page's marks one by one before it writes any, and forgets them one by one: a
// cancel waits for both. So a page of more is set in fewer and longer paths.
constexpr std::size_t kMostApart = 20'000;
constexpr std::size_t kMarksPerPath = 512;

std::size_t mark_count(const Picture& picture) {
  return 2 * picture.boxes.size() + picture.shapes.size() + picture.lines.size() +
         picture.arrows.size() + picture.dots.size() + picture.chips.size() + picture.labels.size();
}

struct Surface {
  cairo_surface_t* handle;
  ~Surface() { cairo_surface_destroy(handle); }
};
struct Context {
  cairo_t* handle;
  ~Context() { cairo_destroy(handle); }
};

void choose_font(cairo_t* cairo, Face face, float size, bool italic, const std::string& family) {
  cairo_select_font_face(
      cairo,
      !family.empty()       ? family.c_str()
      : face == Face::kMono ? "JetBrains Mono"
                            : "Inter",
      italic ? CAIRO_FONT_SLANT_ITALIC : CAIRO_FONT_SLANT_NORMAL,
      face == Face::kSansBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cairo, size);
}

// Draws the text from where the pen is, or only moves it: by how much. Letters that the face lacks
// come from fonts that have them.
double write_text(cairo_t* cairo, std::string_view text, Face face, float size, bool italic,
                  bool drawn) {
  double advance = 0;
  for (const LetterRun& run : letter_runs(text, face)) {
    choose_font(cairo, face, size, italic, run.family);
    cairo_text_extents_t extents;
    cairo_text_extents(cairo, run.text.c_str(), &extents);
    advance += extents.x_advance;
    if (drawn) cairo_show_text(cairo, run.text.c_str());
  }
  return advance;
}

Error stopped() { return {ErrorCode::kCancelled, "stopped.", ""}; }

// A page is kept until it is set, at the latest where its surface ends: that takes long, and none
// of it can be stopped. One that is cleared is nothing to be set.
Error forget_page(const Context& context) {
  cairo_set_operator(context.handle, CAIRO_OPERATOR_CLEAR);
  cairo_paint(context.handle);
  return stopped();
}

class Painter {
 public:
  Painter(cairo_t* cairo, const Palette& palette, const Progress* progress)
      : cairo_(cairo), palette_(palette), progress_(progress) {
    cairo_font_options_t* options = cairo_font_options_create();
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(cairo_, options);
    cairo_font_options_destroy(options);
    cairo_set_line_cap(cairo_, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo_, CAIRO_LINE_JOIN_ROUND);
  }

  /// From now on marks count as done in `progress`.
  void tell(Progress& progress, const Picture& picture) {
    told_ = &progress;
    progress.begin(mark_count(picture), "drawing");
  }

  /// For pages: marks of one style share paths where `picture` has many.
  void paint_page(const Picture& picture) {
    batch_ = mark_count(picture) > kMostApart ? kMarksPerPath : 1;
    paint(picture);
  }

  void write(const std::vector<RichRun>& words) {
    for (const RichRun& run : words) {
      if (run.code) {
        const Box ground{
            run.x - 3, run.y - run.size * 0.75F, run.width + 6, run.size * 1.5F, Role::kLine, true,
            4};
        draw(ground);
      }
      color(palette_.color(Role::kText));
      cairo_move_to(cairo_, run.x, run.y + kBaselineShift * run.size);
      write_text(cairo_, run.code ? run.text : typeset(run.text, run.face), run.face, run.size,
                 run.italic, true);
    }
  }

  void paint(const Picture& picture) {
    color(palette_.color(Role::kGround));
    cairo_rectangle(cairo_, 0, 0, picture.width, picture.height);
    cairo_fill(cairo_);
    all(picture.boxes, [&](const Box& box) {
      if (box.filled) draw(box);
    });
    all(picture.boxes, [&](const Box& box) {
      if (!box.filled) draw(box);
    });
    all(picture.shapes, [&](const Shape& shape) { draw(picture, shape); });
    const auto plain = [&](const auto& mark) { draw(mark); };
    if (batch_ > 1) {
      together(picture.lines);
      together(picture.arrows);
      together(picture.dots);
    } else {
      all(picture.lines, plain);
      all(picture.arrows, plain);
      all(picture.dots, plain);
    }
    all(picture.chips, plain);
    all(picture.labels, plain);
  }

 private:
  // draw(mark) for all of them, or for those before it is cancelled.
  template <typename Mark, typename Draw>
  void all(const std::vector<Mark>& marks, const Draw& draw) {
    for (std::size_t i = 0; i < marks.size(); ++i) {
      if (i % kAskedEvery == 0) {
        if (is_cancelled(progress_)) return;
        if (told_ != nullptr) told_->advance(std::min(kAskedEvery, marks.size() - i));
      }
      draw(marks[i]);
    }
  }
  // The same by style, batch_ a path. What shines through would do so once where marks cross.
  template <typename Mark>
  void together(const std::vector<Mark>& marks) {
    for (const MarkGroup<Mark>& group : by_style(marks)) {
      const std::size_t batch = palette_.color(group.front().role).a < 1 ? 1 : batch_;
      for (std::size_t i = 0; i < group.marks.size(); ++i) {
        if (i % kAskedEvery == 0) {
          if (is_cancelled(progress_)) return;
          if (told_ != nullptr) told_->advance(std::min(kAskedEvery, group.marks.size() - i));
        }
        trace(*group.marks[i]);
        if ((i + 1) % batch == 0 || i + 1 == group.marks.size()) ink(group.front());
      }
    }
  }
  template <typename Mark>
  void draw(const Mark& mark) {
    trace(mark);
    ink(mark);
  }
  void color(const Color& c) { cairo_set_source_rgba(cairo_, c.r, c.g, c.b, c.a); }
  void stroke(float width, bool dashed) {
    if (dashed) {
      const double dashes[] = {4, 4};
      cairo_set_dash(cairo_, dashes, 2, 0);
    }
    cairo_set_line_width(cairo_, width);
    cairo_stroke(cairo_);
    if (dashed) cairo_set_dash(cairo_, nullptr, 0, 0);
  }

  void draw(const Box& box) {
    const double r = std::min({static_cast<double>(box.corner), box.w / 2.0, box.h / 2.0});
    if (r > 0) {
      const double right = box.x + box.w;
      const double bottom = box.y + box.h;
      cairo_new_sub_path(cairo_);
      cairo_arc(cairo_, right - r, box.y + r, r, -kTau / 4, 0);
      cairo_arc(cairo_, right - r, bottom - r, r, 0, kTau / 4);
      cairo_arc(cairo_, box.x + r, bottom - r, r, kTau / 4, kTau / 2);
      cairo_arc(cairo_, box.x + r, box.y + r, r, kTau / 2, 3 * kTau / 4);
      cairo_close_path(cairo_);
    } else {
      cairo_rectangle(cairo_, box.x, box.y, box.w, box.h);
    }
    color(palette_.color(box.role, box.rank));
    if (box.filled) {
      cairo_fill(cairo_);
    } else {
      stroke(box.width, box.dashed);
    }
  }
  void draw(const Picture& picture, const Shape& shape) {
    for (const ShapePoint& p : picture.points_of(shape)) cairo_line_to(cairo_, p.x, p.y);
    if (shape.width <= 0 || shape.closed) cairo_close_path(cairo_);
    color(palette_.color(shape));
    if (shape.width <= 0) {
      cairo_fill(cairo_);
    } else {
      stroke(shape.width, shape.dashed);
    }
  }
  // The path of a mark; and what it, or many of its style, are drawn with.
  void trace(const Line& line) {
    cairo_move_to(cairo_, line.x0, line.y0);
    cairo_line_to(cairo_, line.x1, line.y1);
  }
  void ink(const Line& line) {
    color(palette_.color(line.role));
    stroke(line.width, line.dashed);
  }
  void trace(const ArrowHead& arrow) {
    const ArrowShape shape = arrow_shape(arrow);
    cairo_move_to(cairo_, shape.x0, shape.y0);
    cairo_line_to(cairo_, arrow.x, arrow.y);
    cairo_line_to(cairo_, shape.x1, shape.y0);
    if (arrow.width <= 0) cairo_close_path(cairo_);
  }
  void ink(const ArrowHead& arrow) {
    color(palette_.color(arrow.role));
    if (arrow.width > 0) {
      stroke(arrow.width, false);
    } else {
      cairo_fill(cairo_);
    }
  }
  void trace(const Dot& dot) {
    cairo_new_sub_path(cairo_);
    cairo_arc(cairo_, dot.x, dot.y, dot.radius, 0, kTau);
  }
  void ink(const Dot& dot) {
    const Color own = palette_.color(dot.role);
    color(dot.filled ? own : palette_.color(Role::kGround));
    if (dot.filled) {
      cairo_fill(cairo_);
      return;
    }
    cairo_fill_preserve(cairo_);
    color(own);
    stroke(dot.width, false);
  }
  void draw(const Label& label) {
    const std::vector<NotationRun> runs =
        notation_runs(typeset(label.text, label.face), label.face);
    const auto size_of = [&](const NotationRun& run) { return run.size * label.size; };
    double x = label.x;
    if (label.anchor != Anchor::kStart) {
      double width = 0;
      for (const NotationRun& run : runs) {
        width += write_text(cairo_, run.text, label.face, size_of(run), false, false);
      }
      x -= label.anchor == Anchor::kMiddle ? width / 2 : width;
    }
    color(label.on_rank >= 0 ? palette_.text_on_rank(label.on_rank) : palette_.color(label.role));
    for (const NotationRun& run : runs) {
      const float up = run.up * label.size;
      cairo_move_to(cairo_, x, label.y + kBaselineShift * size_of(run) - up);
      x += write_text(cairo_, run.text, label.face, size_of(run), false, true);
    }
  }

  cairo_t* cairo_;
  const Palette& palette_;
  const Progress* progress_;
  Progress* told_ = nullptr;
  std::size_t batch_ = 1;
};

Error cairo_error(cairo_status_t status) {
  return {status == CAIRO_STATUS_NO_MEMORY ? ErrorCode::kOutOfMemory : ErrorCode::kWorkFailed,
          fmt::format("drawing failed: {}.", cairo_status_to_string(status)), ""};
}

// A PDF that grows. Cairo sets a page at its end, for seconds where it has many marks: a cancel
// ends that as a full disk would.
struct Grown {
  std::string bytes;
  const Progress* progress;
  bool full = false;  // memory did not suffice: cairo does not tell each failed write
};
cairo_status_t append(void* closure, const unsigned char* data, unsigned length) {
  auto& grown = *static_cast<Grown*>(closure);
  if (is_cancelled(grown.progress)) return CAIRO_STATUS_WRITE_ERROR;
  // No exception goes through a library of C.
  try {
    grown.bytes.append(reinterpret_cast<const char*>(data), length);
  } catch (const std::bad_alloc&) {
    grown.full = true;
    return CAIRO_STATUS_NO_MEMORY;
  }
  return CAIRO_STATUS_SUCCESS;
}

// Of what is drawn.
Status status_of(const Surface& surface, const Context& context, const Progress* progress) {
  if (is_cancelled(progress)) return stopped();
  for (const cairo_status_t status :
       {cairo_status(context.handle), cairo_surface_status(surface.handle)}) {
    if (status != CAIRO_STATUS_SUCCESS) return cairo_error(status);
  }
  return {};
}

// The PDF, which is finished.
Result<std::string> whole(Grown& grown, const Surface& surface, const Context& context) {
  if (Status status = status_of(surface, context, grown.progress); !status) return status.error();
  if (grown.full) return cairo_error(CAIRO_STATUS_NO_MEMORY);
  return std::move(grown.bytes);
}

class PictureRenderer : public ViewRenderer {
 public:
  PictureRenderer(std::shared_ptr<const Recording> recording, const Progress* progress)
      : maker_(std::move(recording)), progress_(progress) {}

  Result<Image> render(const ViewRequest& request) override {
    const auto picture = maker_.make(request, static_cast<float>(request.width) / request.scale,
                                     static_cast<float>(request.height) / request.scale, progress_);
    if (!picture) return picture.error();
    return pixels_of(*picture, *request.palette, request.scale, request.width, request.height,
                     progress_);
  }

 private:
  PictureMaker maker_;
  const Progress* progress_;
};

}  // namespace

PictureMaker::PictureMaker(std::shared_ptr<const Recording> recording)
    : scenes_(std::move(recording)) {}

Result<Picture> PictureMaker::make(const ViewRequest& request, float width, float height,
                                   const Progress* progress) {
  const auto layout = find_layout(request.view);
  if (!layout) return layout.error();
  if (request.camera && request.view != "history") {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("of the view '{}' no part is drawn here.", request.view),
                 "OpenGL draws parts of a network, into .png, .gif and .mp4."};
  }
  scenes_.history().camera = request.camera.value_or(HistoryCamera{});
  SceneRequest wanted;
  wanted.cursor = request.cursor;
  wanted.fraction = request.fraction;
  wanted.whole_layer = request.whole_layer;
  wanted.options = &request.options;
  wanted.measured = &request.measured;
  wanted.laid_over = &request.laid_over;
  wanted.progress = progress;
  Picture picture = (*layout)->layout(scenes_.make(wanted), width, height);
  if (is_cancelled(progress)) return stopped();
  return picture;
}

Result<std::string> pdf_of(const Picture& picture, const Palette& palette, const std::string& title,
                           float scale, Progress* progress) {
  const float wanted = kPointsPerPixel * scale;
  const double unit = std::min(wanted, kLargestPage / std::max(picture.width, picture.height));
  Grown grown{{}, progress};
  const Surface surface{cairo_pdf_surface_create_for_stream(append, &grown, picture.width * unit,
                                                            picture.height * unit)};
  cairo_pdf_surface_set_metadata(surface.handle, CAIRO_PDF_METADATA_TITLE, title.c_str());
  cairo_pdf_surface_set_metadata(surface.handle, CAIRO_PDF_METADATA_CREATOR,
                                 "Sortscope " SORTSCOPE_VERSION);
  const Context context{cairo_create(surface.handle)};
  cairo_scale(context.handle, unit, unit);
  Painter painter(context.handle, palette, progress);
  if (progress != nullptr) painter.tell(*progress, picture);
  painter.paint_page(picture);
  if (is_cancelled(progress)) return forget_page(context);
  if (progress != nullptr) progress->begin(0, "setting the page");
  cairo_show_page(context.handle);
  cairo_surface_finish(surface.handle);
  return whole(grown, surface, context);
}

Result<std::string> slides_of(std::span<const Slide> slides, const Palette& palette,
                              const std::string& title, const Progress* progress) {
  Grown grown{{}, progress};
  if (slides.empty()) return std::move(grown.bytes);
  const Picture& first = slides.front().picture;
  const Surface surface{cairo_pdf_surface_create_for_stream(
      append, &grown, first.width * kPointsPerPixel, first.height * kPointsPerPixel)};
  cairo_pdf_surface_set_metadata(surface.handle, CAIRO_PDF_METADATA_TITLE, title.c_str());
  cairo_pdf_surface_set_metadata(surface.handle, CAIRO_PDF_METADATA_CREATOR,
                                 "Sortscope " SORTSCOPE_VERSION);
  const Context context{cairo_create(surface.handle)};
  cairo_scale(context.handle, kPointsPerPixel, kPointsPerPixel);
  Painter painter(context.handle, palette, progress);
  for (const Slide& slide : slides) {
    painter.paint_page(slide.picture);
    painter.write(slide.words);
    if (is_cancelled(progress)) return forget_page(context);
    cairo_show_page(context.handle);
  }
  cairo_surface_finish(surface.handle);
  return whole(grown, surface, context);
}

float file_text_width(std::string_view text, float size, Face face) {
  static const Surface kSurface{cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)};
  static const Context kContext{cairo_create(kSurface.handle)};
  return static_cast<float>(
      write_text(kContext.handle, typeset(text, face), face, size, false, false));
}

Result<Image> pixels_of(const Slide& slide, const Palette& palette, float scale, int width,
                        int height, const Progress* progress) {
  const Surface surface{cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height)};
  const Context context{cairo_create(surface.handle)};
  cairo_scale(context.handle, scale, scale);
  Painter painter(context.handle, palette, progress);
  painter.paint(slide.picture);
  painter.write(slide.words);
  cairo_surface_flush(surface.handle);
  if (Status status = status_of(surface, context, progress); !status) return status.error();
  Image image{width, height, {}};
  image.rgba.resize(static_cast<std::size_t>(width) * height * 4);
  const unsigned char* rows = cairo_image_surface_get_data(surface.handle);
  const int stride = cairo_image_surface_get_stride(surface.handle);
  std::uint8_t* out = image.rgba.data();
  for (int y = 0; y < height; ++y) {
    if (is_cancelled(progress)) return stopped();
    const auto* row = reinterpret_cast<const std::uint32_t*>(rows + std::ptrdiff_t{stride} * y);
    for (int x = 0; x < width; ++x, out += 4) {
      out[0] = static_cast<std::uint8_t>(row[x] >> 16);
      out[1] = static_cast<std::uint8_t>(row[x] >> 8);
      out[2] = static_cast<std::uint8_t>(row[x]);
      out[3] = 255;
    }
  }
  return image;
}

Result<Image> pixels_of(const Picture& picture, const Palette& palette, float scale, int width,
                        int height, const Progress* progress) {
  return pixels_of(Slide{picture, {}}, palette, scale, width, height, progress);
}

std::unique_ptr<ViewRenderer> make_picture_renderer(std::shared_ptr<const Recording> recording,
                                                    const Progress* progress) {
  return std::make_unique<PictureRenderer>(std::move(recording), progress);
}

}  // namespace sortscope
