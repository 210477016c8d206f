// test_palette.cpp: what palettes promise: contrast (WCAG 2), colours that stay apart under the
// common colour-vision deficiencies, nothing told by colour alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "core/algorithms/algorithm.h"
#include "core/pictures/palette.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {

namespace {

constexpr float kTextContrast = 4.5F;  // WCAG 2.1, 1.4.3
constexpr float kMarkContrast = 3.0F;  // WCAG 2.1, 1.4.11

float linear(float v) { return v <= 0.04045F ? v / 12.92F : std::pow((v + 0.055F) / 1.055F, 2.4F); }

// WCAG 2's contrast, written down a second time.
float luminance(Color c) {
  return 0.2126F * linear(c.r) + 0.7152F * linear(c.g) + 0.0722F * linear(c.b);
}
float ratio(Color a, Color b) {
  const float high = std::max(luminance(a), luminance(b));
  const float low = std::min(luminance(a), luminance(b));
  return (high + 0.05F) / (low + 0.05F);
}

Color over(Color top, Color below) {
  const auto mix = [&](float t, float b) { return t * top.a + b * (1 - top.a); };
  return {mix(top.r, below.r), mix(top.g, below.g), mix(top.b, below.b), 1};
}

std::string hex(Color c) {
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), "%02X%02X%02X", static_cast<int>(std::lround(c.r * 255)),
                static_cast<int>(std::lround(c.g * 255)), static_cast<int>(std::lround(c.b * 255)));
  return text.data();
}

// Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision
// Deficiency", IEEE TVCG 15 (2009), severity 1.0: matrices of linear RGB.
using Matrix = std::array<std::array<float, 3>, 3>;
struct Vision {
  std::string_view name;
  Matrix matrix;
};
constexpr Vision kNormal = {"normal", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
constexpr Vision kProtanopia = {"protanopia",
                                {{{0.152286F, 1.052583F, -0.204868F},
                                  {0.114503F, 0.786281F, 0.099216F},
                                  {-0.003882F, -0.048116F, 1.051998F}}}};
constexpr Vision kDeuteranopia = {"deuteranopia",
                                  {{{0.367322F, 0.860646F, -0.227968F},
                                    {0.280085F, 0.672501F, 0.047413F},
                                    {-0.011820F, 0.042940F, 0.968881F}}}};
constexpr Vision kTritanopia = {"tritanopia",
                                {{{1.255528F, -0.076749F, -0.178779F},
                                  {-0.078411F, 0.930809F, 0.147602F},
                                  {0.004733F, 0.691367F, 0.303900F}}}};

// OKLab (Ottosson 2020) of `color` as `vision` sees it; distances times 100: about 2 can be told
// apart side by side.
std::array<float, 3> seen(Color color, const Vision& vision) {
  const std::array<float, 3> in = {linear(color.r), linear(color.g), linear(color.b)};
  std::array<float, 3> c{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) c[i] += vision.matrix[i][j] * in[j];
    c[i] = std::clamp(c[i], 0.0F, 1.0F);
  }
  const float l = std::cbrt(0.4122214708F * c[0] + 0.5363325363F * c[1] + 0.0514459929F * c[2]);
  const float m = std::cbrt(0.2119034982F * c[0] + 0.6806995451F * c[1] + 0.1073969566F * c[2]);
  const float s = std::cbrt(0.0883024619F * c[0] + 0.2817188376F * c[1] + 0.6299787005F * c[2]);
  return {0.2104542553F * l + 0.7936177850F * m - 0.0040720468F * s,
          1.9779984951F * l - 2.4285922050F * m + 0.4505937099F * s,
          0.0259040371F * l + 0.7827717662F * m - 0.8086757660F * s};
}
float distance(Color a, Color b, const Vision& vision) {
  const auto x = seen(a, vision);
  const auto y = seen(b, vision);
  return 100 * std::sqrt((x[0] - y[0]) * (x[0] - y[0]) + (x[1] - y[1]) * (x[1] - y[1]) +
                         (x[2] - y[2]) * (x[2] - y[2]));
}

constexpr std::array kOutcomes = {Role::kExchanged, Role::kKept,    Role::kAccent,
                                  Role::kGood,      Role::kPartOdd, Role::kPartEven};
constexpr std::array kSeries = {Role::kSeries1, Role::kSeries2, Role::kSeries3, Role::kSeries4,
                                Role::kSeries5, Role::kSeries6, Role::kSeries7, Role::kSeries8};

// The closest two of `roles`.
template <std::size_t count>
float closest(const Palette& palette, const std::array<Role, count>& roles, const Vision& vision) {
  float least = 1000;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      least = std::min(least, distance(palette.color(roles[i]), palette.color(roles[j]), vision));
    }
  }
  return least;
}

const Palette& palette_of(std::string_view id) { return **find_palette(id); }

// What stands behind the point of a label: the ground and the filled marks drawn before labels.
Color ground_behind(const Picture& picture, const Label& label, const Palette& palette) {
  Color color = palette.color(Role::kGround);
  const auto lay = [&](const Box& box) {
    const bool inside = label.x >= box.x && label.x <= box.x + box.w && label.y >= box.y &&
                        label.y <= box.y + box.h;
    if (box.filled && inside) color = over(palette.color(box.role, box.rank), color);
  };
  for (const Box& box : picture.boxes) lay(box);
  for (const Box& chip : picture.chips) lay(chip);
  return color;
}

struct Shown {
  std::string_view algorithm;
  std::uint32_t n;
};

// Every label of every layout of a run, in every palette, at several cursors.
void check_labels(const Shown& shown, std::map<std::string, float>& failures) {
  RunView run(shown.algorithm, mixed_keys(shown.n));
  const std::uint32_t depth = run.network().depth();
  for (const std::uint32_t layer : {0U, depth / 3, depth / 2, depth}) {
    Scene scene = run.at({layer, 0});
    run.options.network.min_max_row = layer == depth / 3;
    run.options.kernel.overlay = layer == depth / 2 ? "v1" : "";
    scene.selected.wire = layer == depth / 3 ? std::optional<Wire>(1) : std::nullopt;
    for (const Layout& layout : layouts()) {
      if (layout.max_wires != 0 && run.network().wires() > layout.max_wires) continue;
      const Picture picture = layout.layout(scene, 1280, 720);
      for (const Palette& palette : palettes()) {
        for (const Label& label : picture.labels) {
          const Color ground = ground_behind(picture, label, palette);
          const Color text =
              label.on_rank >= 0 ? palette.text_on_rank(label.on_rank) : palette.color(label.role);
          const float got =
              ratio(text, label.on_rank >= 0 ? palette.rank_color(label.on_rank) : ground);
          if (got >= kTextContrast) continue;
          const std::string what = std::string(palette.id) + " " + std::string(layout.id) +
                                   " role " + std::to_string(static_cast<int>(label.role)) + " " +
                                   hex(text) + " on " + hex(ground) + " '" +
                                   label.text.substr(0, 24) + "'";
          failures.try_emplace(what, got);
        }
      }
    }
  }
}

}  // namespace

TEST(Palette, ContrastIsThatOfWcag) {
  EXPECT_NEAR(contrast(color_of(0x000000), color_of(0xFFFFFF)), 21, 1e-3);
  EXPECT_NEAR(contrast(color_of(0x777777), color_of(0xFFFFFF)), 4.48, 0.005);
  EXPECT_NEAR(contrast(color_of(0x767676), color_of(0xFFFFFF)), 4.54, 0.005);
}

TEST(Palette, CounterpartsAreTheSameInLightAndDark) {
  for (const Palette& palette : palettes()) {
    const auto other = find_palette(palette.counterpart);
    ASSERT_TRUE(other.ok()) << palette.id;
    EXPECT_NE((*other)->dark, palette.dark) << palette.id;
    EXPECT_EQ((*other)->counterpart, palette.id);
  }
}

TEST(Palette, EveryLabelOfEveryViewHasContrast) {
  std::map<std::string, float> failures;
  for (const Shown& shown :
       {Shown{"bitonic", 16}, Shown{"bitonic", 11}, Shown{"odd-even-merge", 64},
        Shown{"adaptive", 16}, Shown{"adaptive-two-case", 11}, Shown{"adaptive-overlapped", 16},
        Shown{"abisort", 32}, Shown{"adaptive-interval", 64}, Shown{"aks", 256}}) {
    check_labels(shown, failures);
  }
  for (const auto& [what, got] : failures) ADD_FAILURE() << what << ": " << got;
}

// What panels, notices, menus, tooltips, captions and code are made of: a role on a ground.
TEST(Palette, TextOfThePanelsHasContrast) {
  for (const Palette& palette : palettes()) {
    const float least = palette.id.starts_with("contrast") ? 6.5F : kTextContrast;
    const auto hover = [&](float alpha) {
      Color color = palette.color(Role::kText);
      color.a = alpha;
      return color;
    };
    for (const Role below : {Role::kGround, Role::kPanel}) {
      const Color ground = palette.color(below);
      const Color band = over(palette.color(Role::kAccentBand), ground);
      for (const Role role : {Role::kText, Role::kMuted, Role::kAccent, Role::kExchanged,
                              Role::kKept, Role::kGood, Role::kPartOdd, Role::kPartEven}) {
        const Color text = palette.color(role);
        EXPECT_GE(ratio(text, ground), least) << palette.id << static_cast<int>(role);
        EXPECT_GE(ratio(text, band), least) << palette.id << static_cast<int>(role);
      }
      // Under the pointer, and pressed.
      for (const float alpha : {0.06F, 0.07F, 0.12F}) {
        EXPECT_GE(ratio(palette.color(Role::kText), over(hover(alpha), ground)), least);
      }
      for (const Role series : kSeries) {
        EXPECT_GE(ratio(palette.color(series), ground), kTextContrast)
            << palette.id << static_cast<int>(series);
      }
    }
    // Words on buttons filled with the accent.
    EXPECT_GE(ratio(palette.color(Role::kGround), palette.color(Role::kAccent)), least)
        << palette.id;
  }
}

TEST(Palette, MarksHaveContrast) {
  for (const Palette& palette : palettes()) {
    for (const Role below : {Role::kGround, Role::kPanel}) {
      const Color ground = palette.color(below);
      for (const Role role :
           {Role::kExchanged, Role::kKept, Role::kFuture, Role::kAccent, Role::kGood,
            Role::kPartOdd, Role::kPartEven, Role::kSeries1, Role::kSeries2, Role::kSeries3,
            Role::kSeries4, Role::kSeries5, Role::kSeries6, Role::kSeries7, Role::kSeries8}) {
        EXPECT_GE(ratio(palette.color(role), ground), kMarkContrast)
            << palette.id << static_cast<int>(role);
      }
    }
    EXPECT_GE(ratio(palette.color(Role::kWire), palette.color(Role::kGround)), kMarkContrast)
        << palette.id;
    if (!palette.id.starts_with("contrast")) continue;
    for (const Role role : {Role::kLine, Role::kGhost}) {
      EXPECT_GE(ratio(palette.color(role), palette.color(Role::kGround)), kMarkContrast)
          << palette.id;
    }
  }
}

TEST(Palette, LabelsOnRankFillsHaveContrast) {
  for (const Palette& palette : palettes()) {
    for (int i = 0; i <= 1000; ++i) {
      const float rank = static_cast<float>(i) / 1000;
      EXPECT_GE(ratio(palette.text_on_rank(rank), palette.rank_color(rank)), kTextContrast) << rank;
    }
  }
}

TEST(Palette, ColoursStayApartForTheVisionTheyAreMadeFor) {
  struct Row {
    std::string_view id;
    std::vector<Vision> visions;
  };
  const std::vector<Row> rows = {{"dark", {kNormal}},
                                 {"light", {kNormal}},
                                 {"contrast", {kNormal}},
                                 {"contrast-light", {kNormal}},
                                 {"dark-rg", {kNormal, kProtanopia, kDeuteranopia}},
                                 {"light-rg", {kNormal, kProtanopia, kDeuteranopia}},
                                 {"dark-by", {kNormal, kTritanopia}},
                                 {"light-by", {kNormal, kTritanopia}}};
  ASSERT_EQ(rows.size(), palettes().size());
  for (const Row& row : rows) {
    const Palette& palette = palette_of(row.id);
    const float least = row.visions.size() > 1 ? 8.5F : 6.0F;
    for (const Vision& vision : row.visions) {
      EXPECT_GE(closest(palette, kOutcomes, vision), least) << row.id << " " << vision.name;
      EXPECT_GE(closest(palette, kSeries, vision), least) << row.id << " " << vision.name;
    }
  }
  // The others are not enough: that is why these are there.
  EXPECT_LT(closest(palette_of("dark"), kOutcomes, kDeuteranopia), 6);
  EXPECT_LT(closest(palette_of("light"), kOutcomes, kTritanopia), 6);
}

// Nothing is told by colour alone: exchanged, kept and future comparators of the views that show
// them differ in more than their role.
TEST(Palette, OutcomesAreToldByShapeToo) {
  RunView run("bitonic", mock_keys());
  const Scene scene = run.at({6, 0});
  for (const std::string_view id : {"network", "tree", "cylinder", "bars", "hypercube"}) {
    const auto layout = find_layout(id);
    ASSERT_TRUE(layout.ok()) << id;
    const Picture picture = (*layout)->layout(scene, 1280, 720);
    // (kind, filled or dashed, width) by role.
    std::map<Role, std::set<std::string>> forms;
    const auto note = [&](Role role, const std::string& form) { forms[role].insert(form); };
    for (const Line& line : picture.lines) {
      note(line.role, "line " + std::to_string(line.width) + (line.dashed ? " dashed" : ""));
    }
    for (const Dot& dot : picture.dots) {
      note(dot.role, std::string("dot ") + (dot.filled ? "filled" : "hollow"));
    }
    for (const Shape& shape : picture.shapes) {
      note(shape.role, "shape " + std::to_string(shape.width) + (shape.dashed ? " dashed" : ""));
    }
    for (const Box& box : picture.boxes) {
      note(box.role, std::string("box ") + (box.filled ? "filled" : "frame") +
                         (box.dashed ? " dashed" : "") + std::to_string(box.width));
    }
    if (!forms.contains(Role::kExchanged) || !forms.contains(Role::kKept)) continue;
    std::vector<std::string> both;
    std::set_intersection(forms[Role::kExchanged].begin(), forms[Role::kExchanged].end(),
                          forms[Role::kKept].begin(), forms[Role::kKept].end(),
                          std::back_inserter(both));
    EXPECT_TRUE(both.empty()) << id << ": " << (both.empty() ? "" : both.front());
  }
}

}  // namespace sortscope
