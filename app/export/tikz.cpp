// tikz.cpp: pictures as a LaTeX file that plain pdflatex compiles.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <vector>

#include "app/export/marks.h"
#include "app/export/picture.h"
#include "core/pictures/notation.h"

namespace sortscope {

namespace {

constexpr std::uint32_t kMostWiresWithDots = 256;
constexpr std::size_t kMostMarks = 120000;  // TeX keeps the page in its main memory
constexpr std::size_t kMarksOfTranslucent = 10;
constexpr std::size_t kMostNodes = 1500;
constexpr std::size_t kMarksPerPath = 200;
constexpr float kPointsPerPixel = 0.75F;  // PDF points ("bp")
constexpr float kLargestPage = 14400;     // points

struct Replacement {
  std::string_view from;
  std::string_view to;
};
constexpr std::array kReplacements = {
    Replacement{"\\", "\\textbackslash{}"},
    Replacement{"{", "\\{"},
    Replacement{"}", "\\}"},
    Replacement{"$", "\\$"},
    Replacement{"&", "\\&"},
    Replacement{"#", "\\#"},
    Replacement{"_", "\\_"},
    Replacement{"%", "\\%"},
    Replacement{"^", "\\textasciicircum{}"},
    Replacement{"~", "\\textasciitilde{}"},
    Replacement{"<", "$<$"},
    Replacement{">", "$>$"},
    Replacement{"|", "$|$"},
    Replacement{"\"", "''"},
    Replacement{"…", "\\ldots{}"},
    Replacement{"–", "--"},
    Replacement{"—", "---"},
    Replacement{"−", "$-$"},
    Replacement{"×", "$\\times$"},
    Replacement{"·", "$\\cdot$"},
    Replacement{"≤", "$\\le$"},
    Replacement{"≥", "$\\ge$"},
    Replacement{"≠", "$\\ne$"},
    Replacement{"⊕", "$\\oplus$"},
    Replacement{"→", "$\\to$"},
    Replacement{"←", "$\\gets$"},
    Replacement{"↑", "$\\uparrow$"},
    Replacement{"↓", "$\\downarrow$"},
    Replacement{"↔", "$\\leftrightarrow$"},
    Replacement{"∞", "$\\infty$"},
    Replacement{"′", "$'$"},
    Replacement{"₀", "$_0$"},
    Replacement{"₁", "$_1$"},
    Replacement{"₂", "$_2$"},
    Replacement{"₃", "$_3$"},
    Replacement{"₄", "$_4$"},
    Replacement{"₅", "$_5$"},
    Replacement{"₆", "$_6$"},
    Replacement{"₇", "$_7$"},
    Replacement{"₈", "$_8$"},
    Replacement{"₉", "$_9$"},

    Replacement{"µ", "$\\mu$"},
    Replacement{"μ", "$\\mu$"},
    Replacement{"α", "$\\alpha$"},
    Replacement{"δ", "$\\delta$"},
    Replacement{"ε", "$\\varepsilon$"},
    Replacement{"π", "$\\pi$"},
    Replacement{"χ", "$\\chi$"},
    Replacement{"ω", "$\\omega$"},
    Replacement{"∧", "$\\wedge$"},
    Replacement{"∨", "$\\vee$"},
    Replacement{"¬", "$\\neg$"},
    Replacement{"⌊", "$\\lfloor$"},
    Replacement{"⌋", "$\\rfloor$"},
    Replacement{"⌈", "$\\lceil$"},
    Replacement{"⌉", "$\\rceil$"},
    Replacement{"á", "\\'a"},
    Replacement{"’", "'"},
    Replacement{"‘", "`"},
    Replacement{"“", "``"},
    Replacement{"”", "''"},
};

// Text for LaTeX without font packages; characters it does not know become "?".
std::string escaped(std::string_view text, bool mono) {
  std::string out;
  bool start = true;
  while (!text.empty()) {
    if (const std::string power = take_raised(text); !power.empty()) {
      out += "$^{" + power + "}$";
      start = false;
      continue;
    }
    if (const std::string index = take_lowered(text); !index.empty()) {
      out += "$_{\\mathrm{" + index + "}}$";
      start = false;
      continue;
    }
    const auto* known =
        std::find_if(kReplacements.begin(), kReplacements.end(),
                     [&](const Replacement& r) { return text.starts_with(r.from); });
    if (known != kReplacements.end()) {
      out += known->to;
      text.remove_prefix(known->from.size());
    } else if (start && !mono && text.size() > 1 && text[0] == '-' && text[1] >= '0' &&
               text[1] <= '9') {
      out += "$-$";  // a minus, not a hyphen; typewriter hyphens are as wide
      text.remove_prefix(1);
    } else if (static_cast<unsigned char>(text[0]) < 0x80) {
      // Leading spaces are the indentation of code.
      if (text[0] == ' ' && start) {
        out += "~";
        text.remove_prefix(1);
        continue;
      }
      if (static_cast<unsigned char>(text[0]) >= 0x20) out += text[0];
      text.remove_prefix(1);
    } else {
      out += '?';
      text.remove_prefix(1);
      while (!text.empty() && (static_cast<unsigned char>(text[0]) & 0xC0) == 0x80) {
        text.remove_prefix(1);
      }
    }
    start = false;
  }
  return out;
}

// PDF strings in \pdfinfo: brackets and backslashes would end them.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool special = std::string_view("\\{}()$&#_%^~").find(c) != std::string_view::npos;
    out += special || static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7E
               ? '-'
               : c;
  }
  return out;
}

// Whether shape `i` fills the area of the one before it: both are one colour.
bool lies_on_last(const Picture& picture, std::size_t i) {
  if (i == 0 || i >= picture.shapes.size()) return false;
  const Shape& below = picture.shapes[i - 1];
  const Shape& above = picture.shapes[i];
  return below.width <= 0 && above.width <= 0 &&
         std::ranges::equal(
             picture.points_of(below), picture.points_of(above),
             [](const ShapePoint& a, const ShapePoint& b) { return a.x == b.x && a.y == b.y; });
}

Color over(const Color& below, const Color& above) {
  const float rest = below.a * (1 - above.a);
  const float alpha = above.a + rest;
  const auto mix = [&](float a, float b) {
    return alpha > 0 ? (above.a * a + rest * b) / alpha : 0.0F;
  };
  return {mix(above.r, below.r), mix(above.g, below.g), mix(above.b, below.b), alpha};
}

class TikzWriter {
 public:
  TikzWriter(const Picture& picture, const Palette& palette, bool dots, float scale)
      : picture_(picture), palette_(palette), dots_(dots), unit_(kPointsPerPixel * scale) {}

  std::string write(const std::string& title) {
    unit_ = std::min(unit_, kLargestPage / std::max(picture_.width, picture_.height));
    body();
    std::string document = fmt::format(
        "% {0}: {1}\n% Compile with pdflatex. To put the picture into a document of your own, "
        "copy\n"
        "% the colours and the tikzpicture.\n"
        "\\documentclass{{article}}\n\\usepackage{{fix-cm}}\n\\usepackage{{tikz}}\n"
        "\\pdfinfo{{/Title ({1}) /Creator (Sortscope {2})}}\n",
        "Made by Sortscope " SORTSCOPE_VERSION, plain(title), SORTSCOPE_VERSION);
    for (const auto& [name, hex] : colors_) {
      document += fmt::format("\\definecolor{{{}}}{{HTML}}{{{}}}\n", name, hex);
    }
    document +=
        "\\providecommand{\\clap}[1]{\\hbox to "
        "0pt{\\hss#1\\hss}}\n\\begin{document}\n\\setbox0\\hbox{%\n";
    document += fmt::format(
        "\\begin{{tikzpicture}}[x={0:.4f}bp, y=-{0:.4f}bp, line cap=round, line join=round,\n"
        "  label/.style={{inner sep=0pt, outer sep=0pt}}]\n"
        "\\useasboundingbox (0,0) rectangle ({1:.2f},{2:.2f});\n",
        unit_, picture_.width, picture_.height);
    document += out_;
    document +=
        "\\end{tikzpicture}}\n"
        "\\hoffset=-1in \\voffset=-1in\n"
        "\\pdfpagewidth=\\wd0 \\pdfpageheight=\\dimexpr\\ht0+\\dp0\\relax\n"
        "\\shipout\\box0\n\\end{document}\n";
    return document;
  }

 private:
  template <typename... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }

  // Colours are defined once, by name.
  std::string named(const Color& color, std::string name) {
    colors_.emplace(name, hex_of(color));
    return name;
  }
  std::string color(Role role, float rank = 0) {
    if (role == Role::kRank) return rank_color(palette_.rank_color(rank));
    return named(palette_.color(role), fmt::format("sort{}", name_of(role)));
  }
  std::string rank_color(const Color& c) { return named(c, "rank" + hex_of(c)); }
  [[nodiscard]] std::string opacity(Role role) const {
    const float alpha = role == Role::kRank ? 1 : palette_.color(role).a;
    return alpha < 1 ? fmt::format(", opacity={:.3g}", alpha) : "";
  }

  void body() {
    if (palette_.dark) {
      put("\\fill[{}] (0,0) rectangle ({:.2f},{:.2f});\n", color(Role::kGround), picture_.width,
          picture_.height);
    }
    for (const Box& box : picture_.boxes) {
      if (box.filled) draw(box);
    }
    for (const Box& box : picture_.boxes) {
      if (!box.filled) draw(box);
    }
    for (std::size_t i = 0; i < picture_.shapes.size(); ++i) {
      Color own = palette_.color(picture_.shapes[i]);
      while (lies_on_last(picture_, i + 1)) own = over(own, palette_.color(picture_.shapes[++i]));
      draw(picture_.shapes[i], own);
    }
    for (const auto& group : by_style(picture_.lines)) {
      const Line& style = group.front();
      batches(
          group,
          fmt::format("\\draw[{}{}, line width={}]", color(style.role),
                      style.dashed ? dashes() : "", points(style.width)),
          [&](const Line& l) { put("({:.2f},{:.2f})--({:.2f},{:.2f})", l.x0, l.y0, l.x1, l.y1); });
    }
    if (dots_) draw_ends();
    for (const Box& chip : picture_.chips) draw(chip);
    draw_labels();
  }

  void draw_ends() {
    for (const auto& group : by_style(picture_.arrows)) {
      const ArrowHead& style = group.front();
      const bool open = style.width > 0;
      batches(group,
              open
                  ? fmt::format("\\draw[{}, line width={}]", color(style.role), points(style.width))
                  : fmt::format("\\fill[{}]", color(style.role)),
              [&](const ArrowHead& a) {
                const ArrowShape shape = arrow_shape(a);
                put("({:.2f},{:.2f})--({:.2f},{:.2f})--({:.2f},{:.2f}){}", shape.x0, shape.y0, a.x,
                    a.y, shape.x1, shape.y0, open ? "" : "--cycle");
              });
    }
    for (const auto& group : by_style(picture_.dots)) {
      const Dot& style = group.front();
      const auto spots = [&](Role role, float radius) {
        batches(group, fmt::format("\\draw[{}, line width={}]", color(role), points(2 * radius)),
                [&](const Dot& d) { put("({0:.2f},{1:.2f})--({0:.2f},{1:.2f})", d.x, d.y); });
      };
      // A dot is a line without length and with round ends: a tenth of a circle in TeX's memory.
      spots(style.role, style.filled ? style.radius : style.radius + style.width / 2);
      if (!style.filled) spots(Role::kGround, style.radius - style.width / 2);
    }
  }

  // Lengths that do not follow the picture's units.
  [[nodiscard]] std::string points(float pixels) const {
    return fmt::format("{:.3f}bp", pixels * unit_);
  }
  [[nodiscard]] std::string dashes() const {
    return fmt::format(", dash pattern=on {0} off {0}", points(4));
  }

  template <typename Mark, typename Put>
  void batches(const MarkGroup<Mark>& group, const std::string& command, const Put& one) {
    for (std::size_t i = 0; i < group.marks.size(); ++i) {
      if (i % kMarksPerPath == 0) put("{}", command);
      if (i % 4 == 0) out_ += '\n';
      one(*group.marks[i]);
      if ((i + 1) % kMarksPerPath == 0 || i + 1 == group.marks.size()) put(";\n");
    }
  }

  void draw(const Box& box) {
    const std::string own = color(box.role, box.rank);
    put("\\{}[{}{}", box.filled ? "fill" : "draw", own, opacity(box.role));
    if (!box.filled) put(", line width={}", points(box.width));
    if (box.dashed) put("{}", dashes());
    // Round corners cost TeX ten times the memory of sharp ones.
    const float corner = std::min({box.corner, box.w / 2, box.h / 2});
    if (corner > 0 && dots_) put(", rounded corners={}", points(corner));
    put("] ({:.2f},{:.2f}) rectangle ({:.2f},{:.2f});\n", box.x, box.y, box.x + box.w,
        box.y + box.h);
  }

  void draw(const Shape& shape, const Color& own) {
    const bool filled = shape.width <= 0;
    put("\\{}[{}", filled ? "fill" : "draw", named(own, "lit" + hex_of(own)));
    if (own.a < 1) put(", opacity={:.3g}", own.a);
    if (!filled) put(", line width={}", points(shape.width));
    if (!filled && shape.dashed) put("{}", dashes());
    put("] ");
    const char* joint = "";
    for (const ShapePoint& p : picture_.points_of(shape)) {
      put("{}({:.2f},{:.2f})", joint, p.x, p.y);
      joint = "--";
    }
    put("{};\n", filled || shape.closed ? "--cycle" : "");
  }

  // Labels of one colour and font share a scope. Where there are many they are not nodes, of which
  // TeX keeps ten times as much, but texts of a LaTeX picture.
  void draw_labels() {
    const bool nodes = picture_.labels.size() <= kMostNodes;
    std::map<std::string, std::vector<const Label*>> groups;
    for (const Label& label : picture_.labels) {
      const std::string own =
          label.on_rank >= 0 ? rank_color(palette_.text_on_rank(label.on_rank)) : color(label.role);
      const char* face = label.face == Face::kMono       ? "\\ttfamily"
                         : label.face == Face::kSansBold ? "\\sffamily\\bfseries"
                                                         : "\\sffamily";
      const std::string font =
          fmt::format("\\fontsize{{{0}}}{{{0}}}\\selectfont{1}", points(label.size), face);
      groups[nodes ? fmt::format("\\begin{{scope}}[text={}, font={}]\n", own, font)
                   : fmt::format("{{\\color{{{}}}{}\n", own, font)]
          .push_back(&label);
    }
    if (!nodes) {
      put("\\pgftext{{\\setlength{{\\unitlength}}{{{:.4f}bp}}\\begin{{picture}}(0,0)\n", unit_);
    }
    for (const auto& [begin, labels] : groups) {
      out_ += begin;
      for (const Label* label : labels) {
        const float y = label->y + kBaselineShift * label->size;
        const auto anchor = static_cast<std::size_t>(label->anchor);
        constexpr const char* kAnchors[] = {"base west", "base", "base east"};
        constexpr const char* kOpen[] = {"\\rlap{", "\\clap{", "\\llap{"};
        if (nodes) {
          put("\\node[label, anchor={}] at ({:.2f},{:.2f}) {{{}}};\n", kAnchors[anchor], label->x,
              y, escaped(typeset(label->text, label->face), label->face == Face::kMono));
        } else {
          put("\\put({:.2f},{:.2f}){{{}{}}}}}%\n", label->x, -y, kOpen[anchor],
              escaped(typeset(label->text, label->face), label->face == Face::kMono));
        }
      }
      out_ += nodes ? "\\end{scope}\n" : "}%\n";
    }
    if (!nodes) put("\\end{{picture}}}}\n");
  }

  const Picture& picture_;
  const Palette& palette_;
  bool dots_;
  float unit_;  // points
  std::map<std::string, std::string> colors_;
  std::string out_;
};

}  // namespace

Result<std::string> tikz_of(const Picture& picture, const Palette& palette,
                            const std::string& title, std::uint32_t wires, float scale) {
  const bool dots = wires <= kMostWiresWithDots;
  std::size_t translucent = 0;
  for (std::size_t i = 0; i < picture.shapes.size(); ++i) {
    const bool counts = palette.color(picture.shapes[i]).a < 1 && !lies_on_last(picture, i);
    translucent += counts ? 1 : 0;
  }
  const std::size_t marks = picture.boxes.size() + picture.shapes.size() +
                            (kMarksOfTranslucent - 1) * translucent + picture.lines.size() +
                            picture.chips.size() + picture.labels.size() +
                            (dots ? picture.dots.size() + picture.arrows.size() : 0);
  if (marks > kMostMarks) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("this picture has {} marks, too many for TeX's memory ({} at most).",
                             marks, kMostMarks),
                 "Write a .pdf or .svg instead, or take fewer keys."};
  }
  return TikzWriter(picture, palette, dots, scale).write(title);
}

}  // namespace sortscope
