// passes.cpp: every pass of a sort in time order: how long, how many bytes, how near to its
// floor.
#include "core/views/kernels/passes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/number_text.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/views/kernels/wide_page.h"
#include "core/words/trace_words.h"

namespace sortscope {

namespace passes_picture {

namespace {

constexpr float kMargin = 24;
constexpr float kTitle = 18;
constexpr float kText = 13;
constexpr float kSmall = 12;
constexpr float kCorner = 170;  // kept free on the right for the pane's buttons
constexpr float kAllTop = 92;
constexpr float kAllHeight = 72;
constexpr float kNearTop = 244;
constexpr float kNearHeight = 88;
constexpr float kAxis = 20;  // below a track
constexpr float kWordsTop = 380;
constexpr float kWordsPitch = 20;
constexpr float kLeastBar = 1;    // pixels: a pass is never invisible
constexpr float kNearPasses = 9;  // as long as the present one, in the lower track

double elapsed(const TracePass& pass) { return static_cast<double>(pass.end_ns - pass.begin_ns); }

double end_of(const SortTrace& trace) {
  double end = static_cast<double>(std::max<std::uint64_t>(trace.elapsed_ns, 1));
  for (const TracePass& pass : trace.passes) end = std::max(end, static_cast<double>(pass.end_ns));
  return end;
}

Label label(float x, float y, std::string text, float size = kText, Role role = Role::kMuted,
            Anchor anchor = Anchor::kStart, Face face = Face::kSans) {
  return {x, y, std::move(text), size, face, anchor, role};
}

// A step of 1, 2 or 5 times a power of ten, some 90 pixels apart or more.
double tick_step(const Track& track) {
  const double rough = (track.to_ns - track.from_ns) / std::max(1.0F, track.width / 90);
  const double ten = std::pow(10, std::floor(std::log10(std::max(rough, 1e-3))));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * ten >= rough) return factor * ten;
  }
  return 10 * ten;
}

std::string tick_text(double ns, double step) {
  if (ns == 0) return "0";
  const bool milli = step >= 1e5;
  const bool micro = step >= 100;
  const double unit = milli ? 1e6 : micro ? 1e3 : 1;
  const double smallest = step / unit;
  const int digits = smallest >= 0.999 ? 0 : smallest >= 0.0999 ? 1 : 2;
  return fmt::format("{:.{}f} {}", ns / unit, digits, milli ? "ms" : micro ? "µs" : "ns");
}

class Drawing {
 public:
  Drawing(const Scene& scene, float width, float height, const TimeWindow& window, bool bars)
      : scene_(scene),
        trace_(*scene.measured->trace),
        page_(passes_page(scene, width, height, window)),
        bars_(bars) {
    picture_.width = width;
    picture_.height = height;
  }

  Picture run() {
    head();
    track(page_.all, false);
    lens();
    track(page_.near, true);
    words();
    table();
    return std::move(picture_);
  }

 private:
  void head() {
    const float room = picture_.width - 2 * kMargin - kCorner;
    const std::string title(trace_.title);
    picture_.labels.push_back(
        fitted(label(kMargin, 26, {}, kTitle, Role::kText, Anchor::kStart, Face::kSansBold),
               {fmt::format("{} · {}", title, trace_size_text(trace_)), title}, room));
    const TraceSummary summary = summarize(trace_);
    std::string line = fmt::format("{} in {}", passes_text(trace_),
                                   time_text(static_cast<double>(trace_.elapsed_ns)));
    if (summary.bytes > 0) line += fmt::format(" · {} moved", bytes_text(summary.bytes, 3));
    if (summary.floor_ns > 0) {
      line += fmt::format(
          " · floor {}, {} of it reached", time_text(summary.floor_ns),
          share_text(summary.floor_ns / std::max(1.0, static_cast<double>(trace_.elapsed_ns))));
    }
    const float whole = picture_.width - 2 * kMargin;
    picture_.labels.push_back(fitted(label(kMargin, 50, line, kText, Role::kText), whole));
    picture_.labels.push_back(
        fitted(label(kMargin, 70, fmt::format("{} · {}", trace_.device, trace_source_text(trace_)),
                     kSmall),
               whole));
  }

  void bar(const Track& track, const TracePass& pass) {
    const float left = std::max(track.x(static_cast<double>(pass.begin_ns)), track.left);
    const float right =
        std::min(std::max(track.x(static_cast<double>(pass.end_ns)), left + kLeastBar),
                 track.left + track.width);
    if (right <= left) return;
    // A hairline between neighbours, where there is room for one.
    const float gap = right - left > 4 ? 1.0F : 0.0F;
    picture_.boxes.push_back(
        {left, track.top, right - left - gap, track.height, Role::kFuture, true});
    const auto share = static_cast<float>(std::min(floor_share(pass), 1.0));
    if (share > 0) {
      const float height = track.height * share;
      picture_.boxes.push_back(
          {left, track.top + track.height - height, right - left - gap, height, Role::kGood, true});
    }
  }

  void track(const Track& track, bool named) {
    if (bars_) {
      picture_.boxes.push_back(
          {track.left, track.top, track.width, track.height, Role::kPanel, true});
    }
    for (const TracePass& pass : trace_.passes) {
      if (static_cast<double>(pass.end_ns) < track.from_ns ||
          static_cast<double>(pass.begin_ns) > track.to_ns) {
        continue;
      }
      if (bars_) bar(track, pass);
      if (named) name(track, pass);
    }
    axis(track);
    present(track, named);
  }

  // Above its bar: the name and the time, where they fit.
  void name(const Track& track, const TracePass& pass) {
    const float left = std::max(track.x(static_cast<double>(pass.begin_ns)), track.left);
    const float right =
        std::min(track.x(static_cast<double>(pass.end_ns)), track.left + track.width);
    const float room = right - left - 6;
    const auto index = static_cast<std::uint32_t>(&pass - trace_.passes.data());
    const bool is_present = page_.present == index;
    const std::string layers = pass_layers_text(pass);
    const std::string first =
        first_fitting({fmt::format("{} {}", index + 1, pass.name), fmt::format("{}", index + 1)},
                      kSmall, Face::kSans, room);
    const std::string time = first_fitting({time_text(elapsed(pass))}, kSmall, Face::kSans, room);
    const float middle = (left + right) / 2;
    if (!first.empty()) {
      picture_.labels.push_back(label(middle, track.top - 33, first, kSmall,
                                      is_present ? Role::kAccent : Role::kText, Anchor::kMiddle));
    }
    if (!time.empty()) {
      picture_.labels.push_back(
          label(middle, track.top - 18, time, kSmall, Role::kMuted, Anchor::kMiddle));
    }
  }

  void axis(const Track& track) {
    const float bottom = track.top + track.height;
    picture_.lines.push_back(
        {track.left, bottom, track.left + track.width, bottom, Role::kWire, 1});
    const double step = tick_step(track);
    // Counted: late in a long trace a step added to a time may be lost.
    const double first = std::ceil(track.from_ns / step - 1e-9);
    const auto most = static_cast<int>(std::max(track.width, 0.0F)) + 1;
    for (int i = 0; i < most; ++i) {
      const double t = (first + i) * step;
      if (!(t <= track.to_ns)) break;
      const float x = track.x(t);
      picture_.lines.push_back({x, bottom, x, bottom + 4, Role::kWire, 1});
      const std::string text = tick_text(std::abs(t) < step * 1e-6 ? 0 : t, step);
      const float half = estimated_width(text, kSmall, Face::kSans) / 2;
      const float at = std::clamp(x, track.left + half, track.left + track.width - half);
      if (std::abs(at - x) > half || bottom + 13 + kSmall / 2 > picture_.height) continue;
      picture_.labels.push_back(
          label(at, bottom + 13, text, kSmall, Role::kMuted, Anchor::kMiddle));
    }
  }

  // The present pass framed, and the cursor in it.
  void present(const Track& track, bool near) {
    if (!page_.present) return;
    const TracePass& pass = trace_.passes[*page_.present];
    const float left = std::max(track.x(static_cast<double>(pass.begin_ns)), track.left);
    const float right = std::min(std::max(track.x(static_cast<double>(pass.end_ns)), left + 2),
                                 track.left + track.width);
    if (right > left) {
      picture_.boxes.push_back({left - 1, track.top - 1, right - left + 2, track.height + 2,
                                Role::kAccent, false, 0, 0, 2});
    }
    const float x = track.x(page_.position_ns);
    if (x < track.left || x > track.left + track.width) return;
    picture_.arrows.push_back({x, track.top - 2, true, near ? 7.0F : 8.0F, Role::kAccent, 0});
    picture_.lines.push_back({x, track.top - 2, x, track.top + track.height, Role::kAccent, 1.5F});
  }

  // From the part of the upper track to the lower one.
  void lens() {
    const Track& all = page_.all;
    const Track& near = page_.near;
    if (near.to_ns - near.from_ns >= 0.999 * (all.to_ns - all.from_ns)) return;
    const float left = all.x(near.from_ns);
    const float right = all.x(near.to_ns);
    const float top = all.top + all.height + kAxis + 2;
    const float bottom = near.top - 44;
    picture_.lines.push_back({left, top, right, top, Role::kAccent, 2});
    picture_.lines.push_back({left, top, near.left, bottom, Role::kLine, 1});
    picture_.lines.push_back({right, top, near.left + near.width, bottom, Role::kLine, 1});
  }

  void words() {
    float y = page_.words_top;
    const float room = picture_.width - 2 * kMargin;
    const auto say = [&](const std::string& text, Role role) {
      if (y + kText / 2 > picture_.height) return;
      picture_.labels.push_back(fitted(label(kMargin, y, text, kText, role), room));
      y += kWordsPitch;
    };
    for (const std::string& finding : trace_findings(trace_)) say(finding, Role::kText);
    const bool floors = summarize(trace_).floor_ns > 0;
    std::string legend = floors
                             ? "A bar is as wide as its time and filled to the share of its floor."
                             : "A bar is as wide as its time; floors of this device are not "
                               "measured, so none is filled.";
    if (is_linked(scene_)) {
      legend += " Press a pass to go to its first layer.";
    } else {
      legend += " The recording shown is another sort: passes do not lead to its layers.";
    }
    say(legend, Role::kMuted);
  }

  struct Column {
    const char* head;
    float right;  // of right-aligned columns; left edge of others
    bool end;
  };

  void table() {
    if (page_.rows == 0) return;
    const float left = kMargin;
    const std::array<Column, 8> columns = {{{"#", left + 34, true},
                                            {"Pass", left + 50, false},
                                            {"Layers", left + 250, false},
                                            {"Begin", left + 490, true},
                                            {"Time", left + 590, true},
                                            {"Moved", left + 690, true},
                                            {"GB/s", left + 770, true},
                                            {"Share of the floor", left + 800, false}}};
    const float right = picture_.width - kMargin;
    const auto put = [&](std::size_t column, float y, std::string text, Role role,
                         float room = 1e9F) {
      const Column& c = columns[column];
      if (text.empty() || c.right > right) return;
      picture_.labels.push_back(
          fitted(label(c.right, y, std::move(text), kSmall, role,
                       c.end ? Anchor::kEnd : Anchor::kStart, c.end ? Face::kMono : Face::kSans),
                 c.end ? room : std::min(room, right - c.right)));
    };
    for (std::size_t i = 0; i < columns.size(); ++i) {
      put(i, page_.table_top, columns[i].head, Role::kMuted);
      picture_.labels.back().face = Face::kSans;
    }
    const float rule = page_.table_top + kRowHeight / 2;
    picture_.lines.push_back({left, rule, right, rule, Role::kLine, 1});
    const TraceSummary summary = summarize(trace_);
    for (std::uint32_t row = 0; row < page_.rows; ++row) {
      const std::uint32_t index = page_.first_row + row;
      const TracePass& pass = trace_.passes[index];
      const float y = page_.table_top + kRowHeight * static_cast<float>(row + 1);
      const bool is_present = page_.present == index;
      if (is_present) {
        picture_.boxes.push_back({left - 6, y - kRowHeight / 2, right - left + 12, kRowHeight,
                                  Role::kAccentBand, true, 3});
      }
      const Role role = is_present ? Role::kAccent : Role::kText;
      put(0, y, std::to_string(index + 1), Role::kMuted);
      std::string name = pass.name;
      if (summary.slowest == index && trace_.passes.size() > 1) name += " · slowest";
      put(1, y, name, role, 190);
      put(2, y, pass_layers_text(pass), role);
      put(3, y, time_text(static_cast<double>(pass.begin_ns)), Role::kMuted);
      put(4, y, time_text(elapsed(pass)), role);
      if (pass.bytes > 0) {
        put(5, y, bytes_text(pass.bytes, 3), role);
        if (elapsed(pass) > 0) {
          put(6, y,
              grouped_number(static_cast<std::uint64_t>(
                  std::llround(static_cast<double>(pass.bytes) / elapsed(pass)))),
              role);
        }
      } else {
        put(5, y, "not counted", Role::kMuted);
      }
      share(columns[7].right, right, y, pass, summary.farthest == index, role);
    }
    if (page_.rows < trace_.passes.size()) {
      const float y = page_.table_top + kRowHeight * static_cast<float>(page_.rows + 1);
      picture_.labels.push_back(
          label(left, y,
                fmt::format("passes {} to {} of {}, around the cursor", page_.first_row + 1,
                            page_.first_row + page_.rows, trace_.passes.size()),
                kSmall));
    }
  }

  void share(float left, float right, float y, const TracePass& pass, bool farthest, Role role) {
    const double value = floor_share(pass);
    if (value <= 0 || left > right) return;
    constexpr float kHeight = 10;
    const float width = std::clamp(right - left - 190, 40.0F, 220.0F);
    picture_.boxes.push_back({left, y - kHeight / 2, width, kHeight, Role::kFuture, true});
    picture_.boxes.push_back({left, y - kHeight / 2,
                              width * static_cast<float>(std::min(value, 1.0)), kHeight,
                              Role::kGood, true});
    std::string text = share_text(value);
    if (farthest) text += " · farthest from it";
    if (left + width + 10 + estimated_width(text, kSmall, Face::kSans) > right) {
      text = share_text(value);
    }
    picture_.labels.push_back(label(left + width + 10, y, text, kSmall, role));
  }

  const Scene& scene_;
  const SortTrace& trace_;
  PassesPage page_;
  bool bars_;
  Picture picture_;
};

Picture empty_page(float width, float height) {
  Picture picture;
  picture.width = width;
  picture.height = height;
  const float y = height / 2;
  picture.labels.push_back(
      label(width / 2, y - 14, "No sort has been traced yet.", 15, Role::kText, Anchor::kMiddle));
  picture.labels.push_back(
      fitted(label(width / 2, y + 12,
                   "Trace runs the algorithm and kernel shown again, with a time stamp at the "
                   "begin and end of every pass.",
                   kText, Role::kMuted, Anchor::kMiddle),
             width - 2 * kMargin));
  return picture;
}

}  // namespace

bool is_linked(const Scene& scene) {
  const auto& trace = scene.measured->trace;
  return trace != nullptr && scene.recording != nullptr &&
         trace->algorithm == scene.recording->request.algorithm &&
         trace->layers == scene.recording->network.depth();
}

PassesPage passes_page(const Scene& scene, float width, float height, const TimeWindow& window) {
  const SortTrace& trace = *scene.measured->trace;
  PassesPage page;
  const float inner = std::max(width - 2 * kMargin, 10.0F);
  page.all = {kMargin, kAllTop, inner, kAllHeight, 0, end_of(trace)};
  page.near = {kMargin, kNearTop, inner, kNearHeight, 0, page.all.to_ns};
  if (is_linked(scene) && trace.layers > 0) {
    const std::uint32_t layer = std::min(scene.cursor.layer, trace.layers - 1);
    page.present = pass_of_layer(trace, layer);
    if (page.present) {
      const TracePass& pass = trace.passes[*page.present];
      const auto done = static_cast<double>(scene.cursor.layer - pass.first_layer) +
                        (scene.whole_layer ? scene.fraction : 0.0);
      page.position_ns =
          static_cast<double>(pass.begin_ns) + elapsed(pass) * done / pass.layer_count;
    }
  }
  if (window.to_ns > window.from_ns) {
    page.near.from_ns = window.from_ns;
    page.near.to_ns = window.to_ns;
  } else if (page.present && trace.passes.size() > 1) {
    const TracePass& pass = trace.passes[*page.present];
    const double span =
        std::clamp(elapsed(pass) * kNearPasses, page.all.to_ns / 100, page.all.to_ns);
    const double middle =
        (static_cast<double>(pass.begin_ns) + static_cast<double>(pass.end_ns)) / 2;
    page.near.from_ns = std::clamp(middle - span / 2, 0.0, page.all.to_ns - span);
    page.near.to_ns = page.near.from_ns + span;
  }
  page.words_top = kWordsTop;
  page.table_top =
      kWordsTop + kWordsPitch * static_cast<float>(trace_findings(trace).size() + 1) + 16;
  const float room = height - page.table_top - kRowHeight * 2;
  const auto passes = static_cast<std::uint32_t>(trace.passes.size());
  page.rows = std::min(passes, static_cast<std::uint32_t>(std::max(room / kRowHeight, 0.0F)));
  const std::uint32_t middle = page.present.value_or(0);
  page.first_row =
      std::min(middle > page.rows / 2 ? middle - page.rows / 2 : 0, passes - page.rows);
  return page;
}

std::optional<std::uint32_t> pass_at(const Scene& scene, const PassesPage& page, float x, float y) {
  const SortTrace& trace = *scene.measured->trace;
  for (const Track* track : {&page.all, &page.near}) {
    if (!track->has(x, y)) continue;
    // The nearest within three pixels: thin bars can be pointed at.
    std::optional<std::uint32_t> nearest;
    float least = 3;
    for (std::uint32_t i = 0; i < trace.passes.size(); ++i) {
      const float left = track->x(static_cast<double>(trace.passes[i].begin_ns));
      const float right = track->x(static_cast<double>(trace.passes[i].end_ns));
      const float away = std::max({left - x, x - right, 0.0F});
      if (away < least) {
        least = away;
        nearest = i;
      }
    }
    return nearest;
  }
  const float row = (y - page.table_top) / kRowHeight - 0.5F;
  if (row < 0 || x < kMargin || x > page.all.left + page.all.width) return {};
  const auto index = static_cast<std::uint32_t>(row);
  if (index >= page.rows) return {};
  return page.first_row + index;
}

std::string seek_line(const Scene& scene, std::uint32_t pass) {
  const TracePass& of = scene.measured->trace->passes[pass];
  if (!is_linked(scene) || of.layer_count == 0) return "";
  return fmt::format("seek {}", of.first_layer);
}

Picture draw_passes(const Scene& scene, float width, float height, const TimeWindow& window,
                    bool bars) {
  if (scene.measured->trace == nullptr || scene.measured->trace->passes.empty()) {
    return empty_page(width, height);
  }
  return Drawing(scene, width, height, window, bars).run();
}

}  // namespace passes_picture

namespace {

Picture layout_passes(const Scene& scene, float width, float height) {
  return passes_picture::draw_passes(scene, width, height, {}, true);
}

}  // namespace

const Layout kPassesLayout{
    "passes",
    "Passes",
    "Inside one sort: every pass, how long it took and how near its floor it is.",
    0,
    wide_page,
    layout_passes};

}  // namespace sortscope
