// svg.cpp: pictures as SVG with real text; roles are CSS classes.
#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "app/export/marks.h"
#include "app/export/picture.h"
#include "core/pictures/notation.h"

namespace sortscope {

namespace {

// Above this a path holds many lines: editors grow slow with more elements.
constexpr std::size_t kMostElements = 20000;
constexpr std::size_t kLinesPerPath = 200;

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        // XML has no control characters.
        if (static_cast<unsigned char>(c) >= 0x20 || c == '\t' || c == '\n') out += c;
    }
  }
  return out;
}

// A coordinate: at most two decimals, none where they are 0.
struct Number {
  float value;
};

}  // namespace

}  // namespace sortscope

template <>
struct fmt::formatter<sortscope::Number> {
  constexpr auto parse(format_parse_context& context) { return context.begin(); }
  auto format(sortscope::Number number, format_context& context) const {
    const double rounded = std::round(static_cast<double>(number.value) * 100) / 100;
    return format_to(context.out(), "{}", rounded == 0 ? 0.0 : rounded);
  }
};

namespace sortscope {

namespace {

class SvgWriter {
 public:
  SvgWriter(const Palette& palette, const Progress* progress)
      : palette_(palette), progress_(progress) {}

  // Not whole where it is cancelled.
  std::string write(const Picture& picture, const std::string& title, float scale) {
    put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" "
        "viewBox=\"0 0 {} {}\">\n<title>{}</title>\n",
        Number{picture.width * scale}, Number{picture.height * scale}, Number{picture.width},
        Number{picture.height}, escaped(title));
    style();
    put("<rect class=\"ground\" width=\"{}\" height=\"{}\"/>\n", Number{picture.width},
        Number{picture.height});
    put("<g id=\"boxes\">\n");
    for (const Box& box : picture.boxes) {
      if (cancelled()) break;
      if (box.filled) draw(box);
    }
    for (const Box& box : picture.boxes) {
      if (cancelled()) break;
      if (!box.filled) draw(box);
    }
    put("</g>\n<g id=\"shapes\" stroke-linejoin=\"round\">\n");
    for (const Shape& shape : picture.shapes) {
      if (cancelled()) break;
      draw(picture, shape);
    }
    put("</g>\n<g id=\"lines\">\n");
    for (const auto& group : by_style(picture.lines)) draw(group);
    put("</g>\n<g id=\"arrows\">\n");
    for (const auto& group : by_style(picture.arrows)) draw(group);
    put("</g>\n<g id=\"dots\">\n");
    for (const auto& group : by_style(picture.dots)) draw(group);
    put("</g>\n<g id=\"keys\">\n");
    for (const Box& chip : picture.chips) {
      if (cancelled()) break;
      draw(chip);
    }
    put("</g>\n<g id=\"labels\">\n");
    for (const Label& label : picture.labels) {
      if (cancelled()) break;
      draw(label);
    }
    put("</g>\n</svg>\n");
    return std::move(out_);
  }

 private:
  // Asked once a mark.
  bool cancelled() { return asked_++ % kAskedEvery == 0 && is_cancelled(progress_); }

  template <typename... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }

  // A role as a class of strokes (s-exchanged) and of fills (f-exchanged).
  void style() {
    put("<style>\n"
        "text {{ font-family: Inter, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif; }}\n"
        "text.bold {{ font-weight: 600; }}\n"
        "text.mono {{ font-family: 'JetBrains Mono', Menlo, Consolas, 'DejaVu Sans Mono', "
        "monospace; }}\n"
        "text.middle {{ text-anchor: middle; }}\ntext.end {{ text-anchor: end; }}\n"
        ".dashed {{ stroke-dasharray: 4 4; }}\n"
        "#lines, #arrows {{ stroke-linecap: round; stroke-linejoin: round; }}\n");
    put(".ground {{ fill: #{}; }}\n", hex_of(palette_.color(Role::kGround)));
    for (int i = 0; i < static_cast<int>(Role::kRank); ++i) {
      const auto role = static_cast<Role>(i);
      const Color color = palette_.color(role);
      const std::string hex = hex_of(color);
      put(".s-{0} {{ fill: none; stroke: #{1};{2} }}\n.f-{0} {{ fill: #{1};{3} }}\n", name_of(role),
          hex, color.a < 1 ? fmt::format(" stroke-opacity: {:.3g};", color.a) : "",
          color.a < 1 ? fmt::format(" fill-opacity: {:.3g};", color.a) : "");
    }
    put("</style>\n");
  }

  void draw(const Box& box) {
    put("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", Number{box.x}, Number{box.y},
        Number{box.w}, Number{box.h});
    if (box.corner > 0) put(" rx=\"{}\"", Number{box.corner});
    if (box.role == Role::kRank) {
      put(" {}=\"#{}\"{}", box.filled ? "fill" : "stroke", hex_of(palette_.rank_color(box.rank)),
          box.filled ? "" : " fill=\"none\"");
    } else {
      put(" class=\"{}-{}{}\"", box.filled ? 'f' : 's', name_of(box.role),
          box.dashed ? " dashed" : "");
    }
    if (!box.filled) put(" stroke-width=\"{}\"", Number{box.width});
    put("/>\n");
  }

  // Lit colours are many: they stand in the element, not in classes.
  void draw(const Picture& picture, const Shape& shape) {
    const Color color = palette_.color(shape);
    const bool filled = shape.width <= 0;
    put("<path d=\"");
    char letter = 'M';
    for (const ShapePoint& p : picture.points_of(shape)) {
      put("{}{} {}", letter, Number{p.x}, Number{p.y});
      letter = 'L';
    }
    put("{}\" fill=\"{}\"", filled || shape.closed ? "Z" : "",
        filled ? "#" + hex_of(color) : "none");
    if (!filled) {
      put(" stroke=\"#{}\" stroke-width=\"{}\"{}", hex_of(color), Number{shape.width},
          shape.dashed ? " class=\"dashed\"" : "");
    }
    if (color.a < 1) put(" {}-opacity=\"{:.3g}\"", filled ? "fill" : "stroke", color.a);
    put("/>\n");
  }

  void draw(const MarkGroup<Line>& group) {
    const Line& style = group.front();
    put("<g class=\"s-{}{}\" stroke-width=\"{}\">\n", name_of(style.role),
        style.dashed ? " dashed" : "", Number{style.width});
    const std::size_t batch = group.marks.size() > kMostElements ? kLinesPerPath : 1;
    for (std::size_t i = 0; i < group.marks.size(); ++i) {
      if (cancelled()) return;
      const Line& line = *group.marks[i];
      if (i % batch == 0) put("<path d=\"");
      put("M{} {}", Number{line.x0}, Number{line.y0});
      if (line.x0 == line.x1) {
        put("V{}", Number{line.y1});
      } else if (line.y0 == line.y1) {
        put("H{}", Number{line.x1});
      } else {
        put("L{} {}", Number{line.x1}, Number{line.y1});
      }
      if ((i + 1) % batch == 0 || i + 1 == group.marks.size()) put("\"/>\n");
    }
    put("</g>\n");
  }

  void draw(const MarkGroup<ArrowHead>& group) {
    const ArrowHead& style = group.front();
    const bool open = style.width > 0;
    put("<g class=\"{}-{}\"", open ? 's' : 'f', name_of(style.role));
    if (open) put(" stroke-width=\"{}\"", Number{style.width});
    put(">\n");
    for (const ArrowHead* arrow : group.marks) {
      if (cancelled()) return;
      const ArrowShape shape = arrow_shape(*arrow);
      put("<path d=\"M{} {}L{} {}L{} {}{}\"/>\n", Number{shape.x0}, Number{shape.y0},
          Number{arrow->x}, Number{arrow->y}, Number{shape.x1}, Number{shape.y0}, open ? "" : "Z");
    }
    put("</g>\n");
  }

  void draw(const MarkGroup<Dot>& group) {
    const Dot& style = group.front();
    if (style.filled) {
      put("<g class=\"f-{}\">\n", name_of(style.role));
    } else {
      put("<g class=\"s-{}\" stroke-width=\"{}\" style=\"fill: #{}\">\n", name_of(style.role),
          Number{style.width}, hex_of(palette_.color(Role::kGround)));
    }
    for (const Dot* dot : group.marks) {
      if (cancelled()) return;
      put("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", Number{dot->x}, Number{dot->y},
          Number{dot->radius});
    }
    put("</g>\n");
  }

  // Lowered letters are spans; raised ones are characters.
  static std::string notation(const Label& label) {
    std::string text;
    float down = 0;
    for (const NotationRun& run : notation_runs(typeset(label.text, label.face), Face::kSans)) {
      const float own = -run.up * label.size;
      if (run.size == 1 && own == down) {
        text += escaped(run.text);
        continue;
      }
      text += fmt::format("<tspan dy=\"{:.2f}\" font-size=\"{:.2f}\">{}</tspan>", own - down,
                          run.size * label.size, escaped(run.text));
      down = own;
    }
    return text;
  }

  void draw(const Label& label) {
    put("<text x=\"{}\" y=\"{}\" font-size=\"{}\" class=\"", Number{label.x},
        Number{label.y + kBaselineShift * label.size}, Number{label.size});
    if (label.on_rank < 0) put("f-{}", name_of(label.role));
    if (label.face == Face::kMono) put(" mono");
    if (label.face == Face::kSansBold) put(" bold");
    if (label.anchor == Anchor::kMiddle) put(" middle");
    if (label.anchor == Anchor::kEnd) put(" end");
    put("\"");
    if (label.on_rank >= 0) put(" fill=\"#{}\"", hex_of(palette_.text_on_rank(label.on_rank)));
    // Spaces carry the indentation of code.
    put(" xml:space=\"preserve\">{}</text>\n", notation(label));
  }

  const Palette& palette_;
  const Progress* progress_;
  std::size_t asked_ = 0;
  std::string out_;
};

}  // namespace

std::string hex_of(const Color& color) {
  const auto byte = [](float v) { return static_cast<unsigned>(std::lround(v * 255)) & 255; };
  return fmt::format("{:02X}{:02X}{:02X}", byte(color.r), byte(color.g), byte(color.b));
}

Result<std::string> svg_of(const Picture& picture, const Palette& palette, const std::string& title,
                           float scale, const Progress* progress) {
  std::string document = SvgWriter(palette, progress).write(picture, title, scale);
  if (is_cancelled(progress)) return Error{ErrorCode::kCancelled, "stopped.", ""};
  return document;
}

}  // namespace sortscope
