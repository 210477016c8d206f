// test_formulas.cpp: the formulas that are marked, worked out from their words, against the
// schedule; what it costs to check an expander, against the thesis.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/networks/aks/expander_check.h"
#include "core/views/aks/formulas.h"
#include "tests/unit/aks_fixture.h"

namespace sortscope {
namespace {

using namespace formulas_picture;

// "(t − d + 6)/2", "0": in whole numbers.
double level_of(std::string text, int d, int t) {
  if (text[0] != '(') return std::stod(text);
  const std::size_t end = text.find(")/");
  const double add = std::stod(text.substr(text.rfind(' ', end)));
  const double less = text.find('d') != std::string::npos ? d : 0;
  return (t - less + add) / std::stod(text.substr(end + 2));
}

// "63c/64", "a", "0", where the letter is worth `value`.
double part_of(const std::string& text, double value) {
  const std::size_t letter = text.find_first_of("acn");
  if (letter == std::string::npos) return std::stod(text);
  const double times = letter == 0 ? 1 : std::stod(text.substr(0, letter));
  const std::size_t over = text.find('/');
  return times * value / (over == std::string::npos ? 1 : std::stod(text.substr(over + 1)));
}

template <typename Row, typename... Where>
const Row& first_row(std::span<const Row> rows, Where... where) {
  const auto found =
      std::ranges::find_if(rows, [&](const Row& row) { return row.holds(where...); });
  EXPECT_NE(found, rows.end());
  return *found;
}

TEST(AksFormulas, GiveTheSchedule) {
  for (std::uint32_t d = kAksLeastLog2; d <= kAksMostLog2; d += 4) {
    for (std::uint32_t t = 0; t < aks_steps(d); ++t) {
      const int di = static_cast<int>(d);
      const int ti = static_cast<int>(t);
      const AksStep step = aks_step(d, t);
      const auto top = step.levels[0].level;
      const auto bottom = step.levels[step.level_count - 1].level;
      const auto alpha = first_row(alpha_formulas(), d, t);
      const auto omega = first_row(omega_formulas(), d, t);
      EXPECT_DOUBLE_EQ(level_of(std::string(alpha.level), di, ti), top) << d << ' ' << t;
      // Every other level: omega may be the one above that works not.
      EXPECT_DOUBLE_EQ(level_of(std::string(omega.level), di, ti), bottom) << d << ' ' << t;
      for (std::uint32_t i = 0; i < step.level_count; ++i) {
        const AksLevel& level = step.levels[i];
        const NodeFormula& row = first_row(node_formulas(), d, t, level.level);
        const double c = std::pow(2.0, di + 2 * static_cast<int>(level.level) - ti - 2);
        const double wires = part_of(std::string(row.wires), t == 0 ? std::pow(2.0, d) : c);
        EXPECT_DOUBLE_EQ(wires, level.a) << d << ' ' << t << ' ' << level.level;
        EXPECT_DOUBLE_EQ(part_of(std::string(row.up), wires), level.up);
        EXPECT_DOUBLE_EQ(part_of(std::string(row.down), wires), level.down);
      }
    }
  }
}

TEST(AksFormulas, MarkTheRowsThatHold) {
  AksRun run(256, {});
  for (std::uint32_t layer = 0; layer <= run.network().depth(); layer += 11) {
    for (const auto& [width, height] : {std::pair{1280.F, 720.F}, std::pair{440.F, 640.F}}) {
      const Scene scene = run.at({layer, 0});
      const Picture picture = kAksFormulasLayout.layout(scene, width, height);
      const AksNetwork& aks = *run.network().aks();
      const std::uint32_t t =
          layer == run.network().depth() ? aks_steps(8) : aks.stages()[aks.stage_of(layer)].t;
      const bool result = t >= aks_steps(8);
      // A mark for alpha, one for omega, one for each level.
      const std::size_t marks = result ? 0 : 2 + aks.steps()[t].level_count;
      EXPECT_EQ(picture.boxes.size(), marks) << layer << ' ' << width;
      for (const Label& label : picture.labels) EXPECT_LT(label.y, height) << label.text;
    }
  }
}

TEST(ExpanderCheck, CostsWhatTheThesisSays) {
  // Section 2.1.2: "about 213 days" for 64 vertices, 4.2 * 10^134 years for 512, at 10^12 a second.
  EXPECT_EQ(check_time(64), "213.5 days");
  EXPECT_EQ(check_time(512), "4.2 · 10^134 years");
  EXPECT_NEAR(std::pow(10.0, log10_check_seconds(64)), 18446744.07, 0.01);
  EXPECT_EQ(check_time(6), "less than a second");
  EXPECT_EQ(check_time(40), "1.1 seconds");
  EXPECT_EQ(check_time(48), "4.7 minutes");
}

}  // namespace
}  // namespace sortscope
