// halver_plots.cpp: keys on the wrong side, and epsilon, against the matchings of a halver.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/scenes/scene.h"
#include "core/verify/halver_test.h"
#include "core/views/aks/halver.h"

namespace sortscope::halver_picture {

namespace {

constexpr float kHead = 42;
constexpr float kFoot = 22;
constexpr float kAxis = 46;
constexpr std::uint32_t kLinearDepth = 40;  // deeper ones have an axis of log2(1 + matchings)

struct Scale {
  float left, top, right, bottom;
  std::uint32_t depth;
  double low, high;  // of the axis, lifted
  [[nodiscard]] float x(double matchings) const {
    const double all = depth;
    const double share =
        depth <= kLinearDepth ? matchings / all : std::log2(1 + matchings) / std::log2(1 + all);
    return left + (right - left) * static_cast<float>(share);
  }
  [[nodiscard]] float y(double lifted) const {
    const double share = std::clamp((lifted - low) / (high - low), 0.0, 1.0);
    return bottom - (bottom - top) * static_cast<float>(share);
  }
};

void add_text(Picture& picture, float x, float y, std::string text, Face face, Anchor anchor,
              Role role) {
  if (!text.empty()) picture.labels.push_back({x, y, std::move(text), kText, face, anchor, role});
}

// Layers before and after the halver move its keys as well: then its first or last state is shown.
std::string_view when_of(const ShownHalver& shown) {
  if (shown.moment.at < Cursor{shown.row().first, 0}) return "when it begins";
  return shown.moment.at > Cursor{shown.row().end, 0} ? "when it ended" : "now";
}

void draw_frame(Picture& picture, const Scale& scale, std::uint32_t done) {
  picture.lines.push_back({scale.left, scale.bottom, scale.right, scale.bottom, Role::kWire, 1});
  float last = scale.left - 100;
  const float end = scale.x(scale.depth);
  const auto tick = [&](std::uint32_t m) {
    const float x = scale.x(m);
    if (x - last < 26 || (m != scale.depth && end - x < 26)) return;
    last = x;
    picture.lines.push_back({x, scale.bottom, x, scale.bottom + 4, Role::kWire, 1});
    add_text(picture, x, scale.bottom + 13, grouped_number(m), Face::kMono, Anchor::kMiddle,
             Role::kMuted);
  };
  tick(0);
  for (std::uint64_t m = 1; m < scale.depth;
       m = scale.depth <= kLinearDepth ? m + 5 - (m == 1) : 2 * m) {
    tick(static_cast<std::uint32_t>(m));
  }
  tick(scale.depth);
  const float x = scale.x(done);
  picture.lines.push_back({x, scale.top - 4, x, scale.bottom, Role::kAccent, 1.4F});
}

// 1, 3, 10, 30 …
std::uint64_t tick_after(std::uint64_t tick) { return tick % 3 == 0 ? tick / 3 * 10 : tick * 3; }

void draw_wrong(Picture& picture, const Scene& scene, const HalverTrace& trace,
                const ShownHalver& shown, std::uint32_t now, const Scale& area) {
  Scale scale = area;
  // An axis that has room for what comes would tell of it.
  const auto told = hides_what_comes(scene)
                        ? std::min<std::size_t>(std::size_t{shown.done} + 1, trace.wrong.size())
                        : trace.wrong.size();
  const std::uint32_t most =
      std::max(now, *std::max_element(trace.wrong.begin(),
                                      trace.wrong.begin() + static_cast<std::ptrdiff_t>(told)));
  const auto lift = [](double wrong) { return std::log2(1 + wrong); };
  scale.low = 0;
  // The axis ends at a number that it says.
  std::uint64_t end = 1;
  while (end < most) end = tick_after(end);
  scale.high = lift(static_cast<double>(end));
  picture.labels.push_back(fitted(
      {area.left, area.top - kHead + 8, {}, kText, Face::kSansBold, Anchor::kStart, Role::kText},
      {"Keys on the wrong side", "On the wrong side", "Wrong side"}, area.right - area.left));
  if (area.right - area.left > 340) {
    add_text(picture, area.right, area.top - kHead + 8, "by matchings that have run", Face::kSans,
             Anchor::kEnd, Role::kMuted);
  }
  add_text(
      picture, area.left, area.top - kHead + 26,
      fmt::format("{} of {} {}", grouped_number(now), grouped_number(trace.half), when_of(shown)),
      Face::kSansBold, Anchor::kStart, now > 0 ? Role::kExchanged : Role::kGood);
  float last = scale.bottom + 100;
  for (std::uint64_t tick = 0, next = 1; lift(static_cast<double>(tick)) <= scale.high;
       tick = next, next = tick_after(next)) {
    const float y = scale.y(lift(static_cast<double>(tick)));
    if (last - y < 14) continue;
    last = y;
    if (tick > 0) picture.lines.push_back({scale.left, y, scale.right, y, Role::kLine, 1});
    add_text(picture, scale.left - 6, y, grouped_number(tick), Face::kMono, Anchor::kEnd,
             Role::kMuted);
  }
  draw_frame(picture, scale, shown.done);
  // One stretch of a pixel or more: what has run is strong.
  const auto points = static_cast<std::uint32_t>(trace.wrong.size());
  float x0 = scale.x(0);
  float y0 = scale.y(lift(trace.wrong[0]));
  for (std::uint32_t i = 1; i < points; ++i) {
    const float x1 = scale.x(i);
    if (x1 - x0 < 1 && i + 1 < points) continue;
    const float y1 = scale.y(lift(trace.wrong[i]));
    const bool ran = i <= shown.done;
    if (!ran && hides_what_comes(scene)) break;
    picture.lines.push_back(
        {x0, y0, x1, y1, ran ? Role::kExchanged : Role::kFuture, ran ? 2.2F : 1.2F});
    x0 = x1;
    y0 = y1;
  }
  picture.dots.push_back({scale.x(shown.done), scale.y(lift(now)), 4, Role::kExchanged, true});
}

// The test of this halver, if it was tested.
const HalverTest* test_of(const Scene& scene, const ShownHalver& shown) {
  const HalverTest* test = scene.measured->halver_test.get();
  if (test == nullptr || test->points.empty()) return nullptr;
  if (test->recording.lock().get() != scene.recording) return nullptr;
  const bool same = test->first == shown.row().first && test->node == shown.moment.node &&
                    test->side == shown.side;
  return same ? test : nullptr;
}

void draw_epsilon(Picture& picture, const Scene& scene, const HalverTrace& trace,
                  const ShownHalver& shown, const Scale& area) {
  const AksParameters& parameters = scene.recording->network.aks()->parameters();
  const double permitted = halver_epsilon(parameters, shown.moment.level.a, shown.moment.level.up);
  // Powers of ten, from 1 down to below what is permitted and what was measured; none at all
  // stands on the axis.
  double least = permitted;
  for (const HalverTrace::Sample& sample : trace.samples) {
    if (sample.layers > shown.done && hides_what_comes(scene)) break;
    if (sample.epsilon > 0) least = std::min(least, sample.epsilon);
  }
  Scale scale = area;
  scale.high = 0;
  scale.low = std::floor(std::log10(least)) - 0.4;
  const auto lift = [&](double epsilon) {
    return epsilon > 0 ? std::max(std::log10(epsilon), scale.low) : scale.low;
  };
  add_text(picture, area.left, area.top - kHead + 8, "Measured ε", Face::kSansBold, Anchor::kStart,
           Role::kText);
  const std::string line = fmt::format("permitted {}", short_number(permitted));
  if (area.right - area.left > 190) {
    add_text(picture, area.right, area.top - kHead + 8, line, Face::kSans, Anchor::kEnd,
             Role::kAccent);
  }
  // The last sample at or before the cursor.
  double now = trace.samples.front().epsilon;
  for (const HalverTrace::Sample& sample : trace.samples) {
    if (sample.layers <= shown.done) now = sample.epsilon;
  }
  const HalverTest* test = test_of(scene, shown);
  const std::vector<HalverTest::Point>& worst = test != nullptr ? test->points : trace.worst;
  const bool tells_worst = !worst.empty() && !hides_what_comes(scene);
  // Good is only what holds for every input that is told of.
  const bool valid = now <= permitted && (!tells_worst || worst.back().epsilon <= permitted);
  const std::string brief = fmt::format("{} {}", short_number(now), when_of(shown));
  std::string text = brief;
  if (tells_worst) {
    const HalverTest::Point& last = worst.back();
    text += fmt::format(", worst input {}{} after {}", last.exact ? "" : "≥ ",
                        short_number(last.epsilon), grouped_number(last.depth));
  }
  add_text(picture, area.left, area.top - kHead + 26,
           first_fitting({text, brief}, kText, Face::kSansBold, area.right - area.left + 30),
           Face::kSansBold, Anchor::kStart, valid ? Role::kGood : Role::kExchanged);
  float last_y = -100;
  for (double tick = 0; tick >= scale.low; tick -= 1) {
    const float y = scale.y(tick);
    if (y - last_y < 13) continue;
    last_y = y;
    picture.lines.push_back({scale.left, y, scale.right, y, Role::kLine, 1});
    add_text(picture, scale.left - 6, y, short_number(std::pow(10.0, tick)), Face::kMono,
             Anchor::kEnd, Role::kMuted);
  }
  if (scale.bottom - last_y > 13) {
    add_text(picture, scale.left - 6, scale.bottom, "0", Face::kMono, Anchor::kEnd, Role::kMuted);
  }
  const float line_y = scale.y(lift(permitted));
  picture.lines.push_back({scale.left, line_y, scale.right, line_y, Role::kAccent, 1.4F, true});
  draw_frame(picture, scale, shown.done);
  for (std::size_t i = 1; i < trace.samples.size(); ++i) {
    const auto& from = trace.samples[i - 1];
    const auto& to = trace.samples[i];
    const bool ran = to.layers <= shown.done;
    if (!ran && hides_what_comes(scene)) break;
    picture.lines.push_back({scale.x(from.layers), scale.y(lift(from.epsilon)), scale.x(to.layers),
                             scale.y(lift(to.epsilon)), ran ? Role::kText : Role::kFuture,
                             ran ? 2.0F : 1.2F});
  }
  picture.dots.push_back({scale.x(shown.done), scale.y(lift(now)), 4, Role::kText, true});
  // Filled: exact over all inputs; hollow: the worst that was found.
  for (const HalverTest::Point& point : worst) {
    if (point.depth > shown.done && hides_what_comes(scene)) continue;
    picture.dots.push_back({scale.x(point.depth), scale.y(lift(point.epsilon)), 3.4F,
                            Role::kPartOdd, point.exact, 1.4F});
  }
}

}  // namespace

void draw_plots(Picture& picture, const Scene& scene, const ShownHalver& shown,
                const HalverTrace& trace, const Page& page) {
  if (page.plots_bottom <= page.plots_top) return;
  const std::uint32_t layers = shown.row().end - shown.row().first;
  const float middle = page.width / 2;
  const float top = page.plots_top + kHead;
  const float bottom = page.plots_bottom - kFoot;
  const Scale left{kMargin + kAxis, top, middle - 18, bottom, layers, 0, 1};
  const Scale right{middle + kAxis, top, page.width - kMargin - 6, bottom, layers, 0, 1};
  // At the cursor, within a matching too.
  const AksStage& stage = shown.row().stage;
  std::vector<std::uint32_t> ranks;
  std::vector<bool> small_side;
  for (std::uint32_t k = 0; k < stage.wires; ++k) {
    ranks.push_back(scene.ranks[shown.key(k)]);
    small_side.push_back((k < stage.half) == (shown.side == 0));
  }
  const bool in_halver = shown.moment.at >= Cursor{shown.row().first, 0} &&
                         shown.moment.at <= Cursor{shown.row().end, 0};
  draw_wrong(picture, scene, trace, shown,
             in_halver ? wrong_side_keys(ranks, small_side) : trace.wrong[shown.done], left);
  draw_epsilon(picture, scene, trace, shown, right);
}

}  // namespace sortscope::halver_picture
