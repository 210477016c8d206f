// formulas.cpp: equations (2.1) to (2.3) and table 2.2 of Fischer 2020, with the rows and the
// numbers of the step at the cursor.
#include "core/views/aks/formulas.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/base/number_text.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/views/kernels/wide_page.h"

namespace sortscope {

namespace formulas_picture {

namespace {

constexpr float kMargin = 20;
constexpr float kText = 13;
constexpr float kRow = 20;
constexpr float kLowRow = 17;        // on pages that are too low
constexpr float kGap = 12;           // between blocks
constexpr float kTop = 62;           // of the first block
constexpr float kTwoColumns = 760;   // pages of this width have two
constexpr float kUsualWidth = 1000;  // larger pages are magnified
constexpr float kUsualHeight = 420;
constexpr float kMostMagnified = 1.8F;
constexpr float kCorner = 160;  // kept free on the right for the pane's buttons

template <std::uint32_t rest>
bool later(std::uint32_t d, std::uint32_t t) {
  return t + 6 >= d && t % 4 == rest;
}
template <std::uint32_t rest>
bool third(std::uint32_t, std::uint32_t t) {
  return t > 0 && t % 3 == rest;
}

constexpr std::array kAlpha = {
    LevelFormula{"0", "t ≤ d − 5, t even",
                 [](std::uint32_t d, std::uint32_t t) { return t + 5 <= d && t % 2 == 0; }},
    LevelFormula{"1", "t ≤ d − 5, t odd",
                 [](std::uint32_t d, std::uint32_t t) { return t + 5 <= d && t % 2 == 1; }},
    LevelFormula{"(t − d + 5)/2", "t ≥ d − 6, t mod 4 = 1", later<1>},
    LevelFormula{"(t − d + 6)/2", "t ≥ d − 6, t mod 4 = 2", later<2>},
    LevelFormula{"(t − d + 7)/2", "t ≥ d − 6, t mod 4 = 3", later<3>},
    LevelFormula{"(t − d + 8)/2", "t ≥ d − 6, t mod 4 = 0", later<0>},
};
constexpr std::array kOmega = {
    LevelFormula{"0", "t = 0", [](std::uint32_t, std::uint32_t t) { return t == 0; }},
    LevelFormula{"(t + 2)/3", "t mod 3 = 1", third<1>},
    LevelFormula{"(t + 4)/3", "t mod 3 = 2", third<2>},
    LevelFormula{"(t + 6)/3", "t mod 3 = 0", third<0>},
};
constexpr std::array kNodes = {
    NodeFormula{"t = 0", "t = 0", "n", "0", "a/2",
                [](std::uint32_t, std::uint32_t t, std::uint32_t) { return t == 0; }},
    NodeFormula{"i = α(t), α(t + 1) = i + 1", "i = α(t) < α(t + 1)", "c", "0", "a/2",
                [](std::uint32_t d, std::uint32_t t, std::uint32_t i) {
                  return i == aks_alpha(d, t) && aks_alpha(d, t + 1) == i + 1;
                }},
    NodeFormula{"i = α(t), α(t + 1) = i − 1", "i = α(t) > α(t + 1)", "c", "a/16", "15a/32",
                [](std::uint32_t d, std::uint32_t t, std::uint32_t i) {
                  return i == aks_alpha(d, t) && aks_alpha(d, t + 1) + 1 == i;
                }},
    NodeFormula{"α(t) < i < ω(t)", "α(t) < i < ω(t)", "63c/64", "a/21", "10a/21",
                [](std::uint32_t d, std::uint32_t t, std::uint32_t i) {
                  return aks_alpha(d, t) < i && i < aks_omega(t);
                }},
    NodeFormula{"i = ω(t), t mod 3 = 1", "i = ω, t mod 3 = 1", "63c/64", "a/21", "10a/21",
                [](std::uint32_t, std::uint32_t t, std::uint32_t i) {
                  return i == aks_omega(t) && t % 3 == 1;
                }},
    NodeFormula{"i = ω(t), t mod 3 = 2", "i = ω, t mod 3 = 2", "15c/64", "a/5", "2a/5",
                [](std::uint32_t, std::uint32_t t, std::uint32_t i) {
                  return i == aks_omega(t) && t % 3 == 2;
                }},
    NodeFormula{"i = ω(t), t mod 3 = 0", "i = ω, t mod 3 = 0", "3c/64", "a", "0",
                [](std::uint32_t, std::uint32_t t, std::uint32_t i) {
                  return i == aks_omega(t) && t % 3 == 0;
                }},
};

// Where the next line of a column stands.
struct Column {
  Picture& picture;
  float left, right, y, bottom;
  float row;
  bool brief;  // only rows that hold

  [[nodiscard]] float width() const { return right - left; }
  [[nodiscard]] bool full() const { return y + row / 2 > bottom; }
  // The first of `texts` that fits.
  void text(float x, float to, const std::vector<std::string>& texts, Face face, Role role,
            Anchor anchor = Anchor::kStart) {
    if (full() || to - x < 8) return;
    picture.labels.push_back(
        fitted({anchor == Anchor::kEnd ? to : x, y, {}, kText, face, anchor, role}, texts, to - x));
  }
  void mark() {
    if (full()) return;
    picture.boxes.push_back(
        {left - 6, y - row / 2 + 0.5F, width() + 12, row - 1, Role::kAccentBand, true, 4});
  }
};

template <typename Formula, typename... Where>
const Formula* first_that_holds(std::span<const Formula> rows, Where... where) {
  const auto found =
      std::ranges::find_if(rows, [&](const Formula& row) { return row.holds(where...); });
  return found == rows.end() ? nullptr : &*found;
}

// "(14 − 12 + 6)/2"
std::string with_numbers(std::string_view formula, std::uint32_t d, std::uint32_t t) {
  std::string text;
  for (const char c : formula) {
    if (c == 't') {
      text += fmt::to_string(t);
    } else if (c == 'd') {
      text += fmt::to_string(d);
    } else {
      text += c;
    }
  }
  return text;
}

void draw_levels(Column& column, const std::vector<std::string>& headings,
                 std::span<const LevelFormula> rows, std::uint32_t d, std::uint32_t t,
                 std::uint32_t value) {
  column.text(column.left, column.right, headings, Face::kSansBold, Role::kText);
  column.y += column.row;
  const LevelFormula* const now = first_that_holds(rows, d, t);
  const float when = column.left + std::clamp(0.3F * column.width(), 102.0F, 120.0F);
  const float numbers = column.right - 150;
  const bool worked = numbers - when > 170;
  for (const LevelFormula& row : rows) {
    const bool holds = &row == now;
    if (column.brief && !holds) continue;
    if (holds) column.mark();
    const Role role = holds ? Role::kAccent : Role::kMuted;
    column.text(column.left, when - 6, {std::string(row.level)}, Face::kSans,
                holds ? Role::kText : Role::kMuted);
    column.text(when, worked ? numbers - 6 : column.right, {std::string(row.when)}, Face::kSans,
                role);
    if (holds && worked && row.level.size() > 1) {
      column.text(numbers, column.right,
                  {fmt::format("{} = {}", with_numbers(row.level, d, t), value)}, Face::kSans,
                  Role::kText, Anchor::kEnd);
    }
    column.y += column.row;
  }
  column.y += kGap;
}

void draw_nodes(Column& column, const AksStep& step, std::uint32_t d, bool result) {
  const std::uint32_t t = step.t;
  column.text(column.left, column.right, {"A node of level i (table 2.2)"}, Face::kSansBold,
              Role::kText);
  column.y += column.row;
  column.text(column.left, column.right,
              {"c = 2ᵉ with e = d + 2i − t − 2; the first row that fits counts",
               "c = 2ᵉ, e = d + 2i − t − 2"},
              Face::kSans, Role::kMuted);
  column.y += column.row;
  const float cell = std::clamp(0.15F * column.width(), 48.0F, 70.0F);
  const std::array<float, 3> ends = {column.right - 2 * cell, column.right - cell, column.right};
  using Texts = std::vector<std::string>;
  const auto row_of = [&](const Texts& when, const std::array<Texts, 3>& cells, Role role,
                          Role values) {
    if (!when.empty()) column.text(column.left, ends[0] - cell, when, Face::kSans, role);
    for (std::size_t i = 0; i < 3; ++i) {
      column.text(ends[i] - cell + 2, ends[i], cells[i], Face::kSans, values, Anchor::kEnd);
    }
    column.y += column.row;
  };
  row_of({}, {Texts{"wires a", "a"}, Texts{"up π", "π"}, Texts{"down χ", "χ"}}, Role::kMuted,
         Role::kMuted);
  std::array<const NodeFormula*, kAksMostLevels> now{};
  for (std::uint32_t i = 0; i < step.level_count && !result; ++i) {
    now[i] = first_that_holds(node_formulas(), d, t, step.levels[i].level);
  }
  for (const NodeFormula& row : kNodes) {
    const bool holds = std::ranges::find(now, &row) != now.end();
    if (column.brief && !holds) continue;
    if (holds) column.mark();
    const auto one = [](std::string_view text) { return Texts{std::string(text)}; };
    row_of({std::string(row.when), std::string(row.brief)},
           {one(row.wires), one(row.up), one(row.down)}, holds ? Role::kAccent : Role::kMuted,
           holds ? Role::kText : Role::kMuted);
  }
  column.y += kGap;
  column.text(column.left, column.right,
              result ? Texts{"Result: no separator runs"}
                     : Texts{"Here, for each node; π up, χ to either child", "Here, for each node"},
              Face::kSansBold, Role::kText);
  column.y += column.row;
  std::vector<std::string> full;
  std::vector<std::string> short_lines;
  for (std::uint32_t i = 0; i < step.level_count; ++i) {
    const AksLevel& level = step.levels[i];
    const std::string wires = grouped_number(level.a);
    const std::string sent =
        fmt::format("π = {}, χ = {}", grouped_number(level.up), grouped_number(level.down));
    if (result) {
      full.push_back(fmt::format("level {}: {} wires", level.level, wires));
    } else if (t == 0) {
      full.push_back(fmt::format("level 0: a = n = {}, {}", wires, sent));
    } else {
      const std::uint32_t e = d + 2 * level.level - t - 2;
      const std::string c = grouped_number(std::uint64_t{1} << e);
      full.push_back(fmt::format("i = {}: e = {} + {} − {} − 2 = {}, c = {}, a = {}, {}",
                                 level.level, d, 2 * level.level, t, e, c, wires, sent));
      short_lines.push_back(fmt::format("i = {}: c = {}, a = {}, {}", level.level, c, wires, sent));
    }
  }
  const bool all_fit = std::ranges::all_of(full, [&](const std::string& line) {
    return estimated_width(line, kText, Face::kSans) <= column.width();
  });
  for (const std::string& line : all_fit || short_lines.empty() ? full : short_lines) {
    column.text(column.left, column.right, {line}, Face::kSans, Role::kText);
    column.y += column.row;
  }
}

std::uint32_t step_at(const Scene& scene, const AksNetwork& aks) {
  const Network& network = scene.recording->network;
  if (scene.cursor.layer >= network.depth()) return aks_steps(aks.d());
  return std::min(aks.stages()[aks.stage_of(scene.cursor.layer)].t, aks_steps(aks.d()));
}

Picture layout(const Scene& scene, float width, float height) {
  Picture picture;
  picture.width = width;
  picture.height = height;
  const AksNetwork* const aks = scene.recording->network.aks();
  if (aks == nullptr) {
    picture.labels.push_back(
        fitted({kMargin, 24, "The formulas are the AKS network's: choose it under New run.", kText,
                Face::kSans, Anchor::kStart, Role::kMuted},
               width - 2 * kMargin));
    return picture;
  }
  const float magnify =
      std::clamp(std::min(width / kUsualWidth, height / kUsualHeight), 1.0F, kMostMagnified);
  picture.width = width / magnify;
  picture.height = height / magnify;
  const std::uint32_t d = aks->d();
  const std::uint32_t t = step_at(scene, *aks);
  const bool result = t == aks_steps(d);
  const AksStep& step = aks->steps()[t];
  const float right = picture.width - kMargin;
  picture.labels.push_back(
      fitted({kMargin, 24, {}, 15, Face::kSansBold, Anchor::kStart, Role::kText},
             {fmt::format("Step t = {} of {}, n = 2^{} = {} wires", t, aks_steps(d), d,
                          grouped_number(aks->wires())),
              fmt::format("Step t = {} of {}, d = {}", t, aks_steps(d), d),
              fmt::format("t = {}, d = {}", t, d)},
             right - kMargin - (picture.width > 2 * kCorner ? kCorner : 0)));
  const std::uint32_t alpha = aks_alpha(d, t);
  const std::uint32_t omega = aks_omega(t);
  const bool two = picture.width >= kTwoColumns;
  const auto height_of = [&](bool brief, float row) {
    const std::size_t levels = 2 + (brief ? 2 : kAlpha.size() + kOmega.size());
    const std::size_t nodes = 4 + step.level_count + (brief ? step.level_count : kNodes.size());
    const auto high = [row](std::size_t rows, float gaps) {
      return static_cast<float>(rows) * row + gaps * kGap;
    };
    return two ? std::max(high(levels, 2), high(nodes, 1)) : high(levels + nodes, 3);
  };
  const float room = picture.height - kTop;
  const bool brief = height_of(false, kLowRow) > room;
  const float row = height_of(brief, kRow) > room ? kLowRow : kRow;
  const float middle = two ? kMargin + 0.5F * (right - kMargin) : right;
  if (!result) {
    const std::vector<std::string> between =
        alpha == omega
            ? std::vector{fmt::format("Separators work at level {}.", alpha)}
            : std::vector{fmt::format("Separators work at every other level from α = {} to ω = {}.",
                                      alpha, omega),
                          fmt::format("Every other level works, {} to {}.", alpha, omega)};
    picture.labels.push_back(
        fitted({kMargin, 45, {}, kText, Face::kSans, Anchor::kStart, Role::kMuted}, between,
               right - kMargin));
  }
  Column left{picture, kMargin, two ? middle - 24 : right, kTop + row / 2, picture.height - 4,
              row,     brief};
  if (!result) {
    draw_levels(left,
                {fmt::format("Uppermost level, α({}) = {} (equations 2.1, 2.2)", t, alpha),
                 fmt::format("Uppermost level, α({}) = {}", t, alpha)},
                kAlpha, d, t, alpha);
    draw_levels(left,
                {fmt::format("Lowest level, ω({}) = {} (equation 2.3)", t, omega),
                 fmt::format("Lowest level, ω({}) = {}", t, omega)},
                kOmega, d, t, omega);
  }
  Column other{picture,
               two ? middle + 6 : kMargin,
               right,
               two ? kTop + row / 2 : left.y,
               picture.height - 4,
               row,
               brief};
  draw_nodes(other, step, d, result);
  return magnified(std::move(picture), magnify);
}

}  // namespace

std::span<const LevelFormula> alpha_formulas() { return kAlpha; }
std::span<const LevelFormula> omega_formulas() { return kOmega; }
std::span<const NodeFormula> node_formulas() { return kNodes; }

}  // namespace formulas_picture

const Layout kAksFormulasLayout = {
    .id = "aks-formulas",
    .title = "AKS formulas",
    .summary =
        "Which levels of the AKS tree work, and how many wires go up and down: the formulas.",
    .max_wires = 0,
    .natural_size = wide_page,
    .layout = formulas_picture::layout};

}  // namespace sortscope
