// race.cpp: the lanes of a race: keys by wire, how far each is, who has finished.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "core/networks/wording.h"
#include "core/pictures/caption_note.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/scenes/key_labels.h"
#include "core/scenes/layout.h"
#include "core/scenes/race.h"
#include "core/scenes/scene.h"
#include "core/views/kernels/wide_page.h"

namespace sortscope {

namespace {

constexpr float kMargin = 20;
constexpr float kText = 13;
constexpr float kSmall = 12;
constexpr float kTop = 72;       // of the lanes
constexpr float kGap = 20;       // between them
constexpr float kLaneHead = 50;  // name, layer
constexpr float kLaneFoot = 52;  // progress, time, how it was shared
constexpr float kUsualWidth = 1060;
constexpr float kUsualHeight = 640;
constexpr float kMostMagnified = 1.8F;

struct Area {
  float x = 0, y = 0, w = 0, h = 0;
};

struct Page {
  float width = 0, height = 0, magnified = 1;
  std::vector<Area> lanes;
};

struct Choice {
  float x = 0, w = 0;
  std::string_view text;
  std::string_view command;
  bool chosen = false;
};
constexpr float kChoices = 50;  // middle of their row

std::vector<Choice> choices(const LayoutOptions& options) {
  std::vector<Choice> row;
  float x = kMargin;
  const auto add = [&](std::string_view text, std::string_view command, bool chosen) {
    const float w = 0.94F * estimated_width(text, kText, Face::kSans) + 18;
    row.push_back({x, w, text, command, chosen});
    x += w + 2;
  };
  add("by measured time", "race-sync time", !options.race.by_step);
  add("by step", "race-sync step", options.race.by_step);
  return row;
}

Page page_for(std::size_t lanes, float width, float height) {
  Page page;
  page.magnified =
      std::clamp(std::min(width / kUsualWidth, height / kUsualHeight), 1.0F, kMostMagnified);
  page.width = width / page.magnified;
  page.height = height / page.magnified;
  const float w = page.width - 2 * kMargin;
  const float h = page.height - kTop - 8;
  // Wide pages have lanes side by side, narrow ones below each other.
  std::size_t columns = std::min<std::size_t>(lanes, w >= 760 ? lanes == 4 ? 2 : lanes : 1);
  if (w >= 480 && lanes >= 3 && columns == 1) columns = 2;
  const std::size_t rows = (lanes + columns - 1) / columns;
  const float lane_w = (w - kGap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  const float lane_h = (h - kGap * static_cast<float>(rows - 1)) / static_cast<float>(rows);
  for (std::size_t i = 0; i < lanes; ++i) {
    const std::size_t row = i / columns;
    page.lanes.push_back({kMargin + (lane_w + kGap) * static_cast<float>(i % columns),
                          kTop + (lane_h + kGap) * static_cast<float>(row), lane_w, lane_h});
  }
  return page;
}

// How far the key at a position of a pass has come: pieces move one after the other, or together.
float moved_in(const ContrastRun& run, const LanePosition& at, std::uint32_t position) {
  const auto& pieces = run.passes[at.layer].pieces;
  const auto after =
      std::upper_bound(pieces.begin(), pieces.end(), position,
                       [](std::uint32_t value, const ContrastPiece& p) { return value < p.first; });
  if (after == pieces.begin() || position >= (after - 1)->last) return 0;
  if (run.sort->parallel) return at.fraction;
  const ContrastPiece& piece = *(after - 1);
  const float reached = at.fraction * static_cast<float>(run.keys);
  const auto length = static_cast<float>(piece.last - piece.first);
  return std::clamp((reached - static_cast<float>(piece.first)) / length, 0.0F, 1.0F);
}

// The letters of numbers in bars of this width; 0: they have no room.
float number_size(const Recording& recording, float bar, float height) {
  const auto longest = static_cast<float>(longest_key_text(recording));
  for (const float size : {18.0F, 16.0F, 15.0F, 14.0F, 13.0F, 12.0F}) {
    if (0.6F * size * longest + 3 <= bar && 3 * size <= height) return size;
  }
  return 0;
}

// Keys as bars from left to right by wire; those on their way between two wires stand between.
void draw_keys(Picture& picture, const RaceLane& lane, const LanePosition& at, const Area& area) {
  const Recording& recording = *lane.recording;
  const ContrastRun* const contrast = lane.contrast.get();
  const std::uint32_t wires = contrast != nullptr ? contrast->keys : recording.network.wires();
  const auto columns = static_cast<std::uint32_t>(std::max(area.w, 1.0F));
  const bool moving = at.fraction > 0 && wires <= columns;
  std::vector<std::uint32_t> places;
  std::vector<std::uint32_t> next;
  if (contrast != nullptr) {
    places = contrast->order_before(at.layer);
    if (moving) next = contrast->order_before(at.layer + 1);
  } else {
    const std::lock_guard lock(lane.replays->lock);
    const auto at_layer = [](Replay& replay, std::uint32_t layer) {
      replay.seek({layer, 0});
      const auto there = replay.places();
      return std::vector<std::uint32_t>(there.begin(), there.end());
    };
    places = at_layer(lane.replays->before, at.layer);
    if (moving) next = at_layer(lane.replays->after, at.layer + 1);
  }
  Picture drawn;
  float number = 0;
  const auto bar = [&](float x, float w, std::uint32_t place) {
    if (recording.is_padding(place)) return;
    const float rank = rank_fraction(recording, lane.ranks[place]);
    const float h = std::max(area.h * (0.04F + 0.96F * rank), 1.0F);
    drawn.chips.push_back({.x = x,
                           .y = area.y + area.h - h,
                           .w = w,
                           .h = h,
                           .role = Role::kRank,
                           .filled = true,
                           .corner = w >= 8 ? 2.0F : 0.0F,
                           .rank = rank});
    if (number <= 0) return;
    // In the end of its bar; of a low one above it.
    const bool within = h >= number + 6;
    const float head = area.y + area.h - h;
    drawn.labels.push_back({x + w / 2,
                            within ? head + number / 2 + 4 : head - number / 2 - 2,
                            short_key_text(recording, place),
                            number,
                            Face::kMono,
                            Anchor::kMiddle,
                            Role::kText,
                            within ? rank : -1.0F,
                            {},
                            true});
  };
  const auto add_drawn = [&] {
    picture.chips.insert(picture.chips.end(), drawn.chips.begin(), drawn.chips.end());
    // A number that a passing bar covers waits until it has gone by; those above low bars give way
    // to any bar and to the numbers in bars.
    std::vector<LabelArea> placed;
    for (const bool inside : {true, false}) {
      for (std::size_t i = 0; i < drawn.labels.size(); ++i) {
        if ((drawn.labels[i].on_rank >= 0) != inside) continue;
        const LabelArea number_area = area_of(drawn.labels[i]);
        bool covered = std::ranges::any_of(
            placed, [&](const LabelArea& other) { return overlap(number_area, other); });
        for (std::size_t k = inside ? i + 1 : 0; k < drawn.chips.size() && !covered; ++k) {
          const Box& b = drawn.chips[k];
          covered = k != i && overlap(number_area, {b.x, b.y, b.x + b.w, b.y + b.h});
        }
        if (covered) continue;
        placed.push_back(number_area);
        picture.labels.push_back(drawn.labels[i]);
      }
    }
  };
  if (wires > columns) {  // a column of pixels stands for the first of its wires
    for (std::uint32_t column = 0; column < columns; ++column) {
      const auto wire = static_cast<Wire>(std::uint64_t{column} * wires / columns);
      bar(area.x + static_cast<float>(column), 1, places[wire]);
    }
    return add_drawn();
  }
  const float slot = area.w / static_cast<float>(wires);
  const float gap = slot >= 6 ? slot * 0.18F : slot >= 3 ? 0.5F : 0.0F;
  number = number_size(recording, slot - gap, area.h);
  if (at.fraction <= 0) {
    for (Wire wire = 0; wire < wires; ++wire) {
      bar(area.x + slot * static_cast<float>(wire) + gap / 2, slot - gap, places[wire]);
    }
    return add_drawn();
  }
  std::vector<Wire> to(wires);
  for (Wire wire = 0; wire < wires; ++wire) to[next[wire]] = wire;
  for (Wire wire = 0; wire < wires; ++wire) {
    const float moved = ease(contrast != nullptr ? moved_in(*contrast, at, wire) : at.fraction);
    const auto from = static_cast<float>(wire);
    const float stands = from + (static_cast<float>(to[places[wire]]) - from) * moved;
    bar(area.x + slot * stands + gap / 2, slot - gap, places[wire]);
  }
  add_drawn();
}

std::string place_text(std::uint32_t place) {
  static constexpr std::string_view kPlaces[] = {"1st", "2nd", "3rd", "4th"};
  return std::string(kPlaces[std::min<std::size_t>(place, kMostLanes) - 1]);
}

void draw_progress(Picture& picture, const RaceLane& lane, const RaceMoment& moment,
                   float scale_end, const Area& area, bool over) {
  // All lanes share one scale, so that their ends can be compared.
  const std::uint32_t depth = lane.layers();
  const double end = moment.by_step ? depth : lane.elapsed_ns;
  const double now = moment.by_step ? std::min<double>(moment.layers, depth)
                                    : std::min(moment.time_ns, lane.elapsed_ns);
  const auto x_of = [&](double value) {
    return area.x + area.w * static_cast<float>(value / static_cast<double>(scale_end));
  };
  const float h = 8;
  picture.boxes.push_back(
      {area.x, area.y, std::max(x_of(end) - area.x, 2.0F), h, Role::kLine, true, 2});
  picture.boxes.push_back({area.x, area.y, std::max(x_of(now) - area.x, 1.0F), h,
                           over ? Role::kGood : Role::kAccent, true, 2});
  const float pitch = (x_of(end) - area.x) / static_cast<float>(std::max(depth, 1U));
  if (pitch < 5) return;
  for (std::uint32_t layer = 1; layer < depth; ++layer) {
    const float x = x_of(moment.by_step ? layer : lane.mark_ns[layer]);
    picture.lines.push_back({x, area.y, x, area.y + h, Role::kGround, 1});
  }
}

// How far a lane that is over is ahead of the one that comes last, the longer first; none where it
// is that, or level.
std::vector<std::string> ahead_texts(const Race& race, std::size_t index, bool by_step) {
  constexpr double kLevel = 1.05;
  const auto took = [&](const RaceLane& lane) {
    return by_step ? static_cast<double>(lane.layers()) : lane.elapsed_ns;
  };
  double most = 0;
  for (const RaceLane& lane : race.lanes) most = std::max(most, took(lane));
  const double own = took(race.lanes[index]);
  if (own <= 0 || most < kLevel * own) return {};
  const double ratio = most / own;
  const std::string times =
      ratio < 10 ? fmt::format("{:.1f}", ratio) : fmt::format("{:.0f}", ratio);
  if (by_step) return {fmt::format("the last takes {} times the steps", times)};
  return {fmt::format("{} times as fast as the last", times),
          fmt::format("{} times as fast", times)};
}

// What has been compared, and the words for it.
struct LaneCount {
  std::string_view layer;
  std::string_view comparison;
  std::uint64_t done = 0;
  std::uint64_t all = 0;
};

LaneCount count_of(const RaceLane& lane, const LanePosition& at) {
  if (!lane.contrast) {
    const Network& network = lane.recording->network;
    const Wording words = wording(network);
    return {words.layer, words.comparator, network.position({at.layer, 0}), network.size()};
  }
  LaneCount count{"pass", "comparison", 0, lane.contrast->comparisons()};
  for (std::uint32_t pass = 0; pass < at.layer; ++pass) {
    count.done += lane.contrast->passes[pass].comparisons;
  }
  return count;
}

void draw_lane(Picture& picture, const Race& race, std::size_t index, const RaceMoment& moment,
               const Area& area, std::uint32_t place, bool led) {
  const RaceLane& lane = race.lanes[index];
  const LanePosition at = position_at(lane, moment);
  const bool over = at.layer == lane.layers();
  picture.boxes.push_back({.x = area.x,
                           .y = area.y,
                           .w = area.w,
                           .h = area.h,
                           .role = Role::kPanel,
                           .filled = true,
                           .corner = 6});
  if (over) {
    picture.chips.push_back({.x = area.x,
                             .y = area.y,
                             .w = area.w,
                             .h = area.h,
                             .role = Role::kGood,
                             .filled = false,
                             .corner = 6,
                             .width = 1.6F});
  }
  const float left = area.x + 14;
  const float right = area.x + area.w - 14;
  const std::string finish = over ? place_text(place) : std::string();
  const float name_room = right - left - (over ? 44.0F : 0.0F);
  picture.labels.push_back(fitted({left, area.y + 18, lane.name, 15, Face::kSansBold,
                                   Anchor::kStart, led ? Role::kAccent : Role::kText},
                                  name_room));
  if (over) {
    picture.labels.push_back(
        {right, area.y + 18, finish, 15, Face::kSansBold, Anchor::kEnd, Role::kGood});
  }
  const LaneCount count = count_of(lane, at);
  const std::string layers = fmt::format("{} {} of {}", count.layer,
                                         at.layer + (at.fraction > 0 ? 1U : 0U), lane.layers());
  // A low lane has its name, its time and how far it is.
  if (area.h >= kLaneHead + kLaneFoot - 18) {
    picture.labels.push_back(
        {left, area.y + 38,
         first_fitting({fmt::format("{} · {} of {} {}s", layers, grouped_number(count.done),
                                    grouped_number(count.all), count.comparison),
                        layers},
                       kSmall, Face::kSans, right - left),
         kSmall, Face::kSans, Anchor::kStart, Role::kMuted});
  }
  const Area keys{left, area.y + kLaneHead, right - left, area.h - kLaneHead - kLaneFoot - 12};
  if (keys.h > 8) draw_keys(picture, lane, at, keys);
  const double end = end_of(race, moment.by_step);
  const float foot = area.y + area.h - kLaneFoot;
  draw_progress(picture, lane, moment, static_cast<float>(end), {left, foot, right - left, 8},
                over);
  const std::string elapsed =
      fmt::format("{}{}", time_text(lane.elapsed_ns), lane.given ? ", given" : "");
  const std::string now =
      moment.by_step || over
          ? elapsed
          : fmt::format("{} of {}", time_text(std::min(moment.time_ns, lane.elapsed_ns)), elapsed);
  if (area.h >= kLaneFoot + 12) {
    picture.labels.push_back(
        {left, foot + 21, now, kSmall, Face::kMono, Anchor::kStart, Role::kText});
    const float room = right - left - estimated_width(now, kSmall, Face::kMono) - 16;
    for (const std::string& ahead :
         over ? ahead_texts(race, index, moment.by_step) : std::vector<std::string>()) {
      if (estimated_width(ahead, kSmall, Face::kSans) > room) continue;
      picture.labels.push_back(
          {right, foot + 21, ahead, kSmall, Face::kSans, Anchor::kEnd, Role::kMuted});
      break;
    }
  }
  if (area.h < kLaneFoot) return;
  std::vector<std::string> shared = {lane.timing};
  if (!lane.given && !lane.measured.empty())
    shared = {lane.measured + "; " + lane.timing, lane.measured};
  picture.labels.push_back(
      fitted({left, foot + 38, {}, kSmall, Face::kSans, Anchor::kStart, Role::kMuted}, shared,
             1.08F * (right - left)));
}

bool swaps_pointers(const RaceLane& lane) {
  const Network& network = lane.recording->network;
  if (lane.contrast != nullptr) return false;
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    if (network.in_trees(layer)) return true;
  }
  return false;
}

Picture message(float width, float height, const std::string& title, const std::string& text) {
  Picture picture;
  picture.width = width;
  picture.height = height;
  picture.labels.push_back({kMargin, 24, title, 15, Face::kSansBold, Anchor::kStart, Role::kText});
  float y = 48;
  for (const std::string& line : wrapped(text, kText, Face::kSans, width - 2 * kMargin)) {
    picture.labels.push_back({kMargin, y, line, kText, Face::kSans, Anchor::kStart, Role::kMuted});
    y += 20;
  }
  return picture;
}

Picture layout(const Scene& scene, float width, float height) {
  const Race* race = scene.measured->race.get();
  if (race == nullptr) {
    return message(width, height, "No race yet",
                   "The command “race bitonic/v0 bitonic adaptive odd-even-merge” records these "
                   "keys with each of them and lets them run side by side.");
  }
  const auto moment = moment_of(*race, scene);
  if (!moment) {
    return message(width, height, "Another run is open",
                   "The race is about other keys. The command “race” with two to four algorithms "
                   "starts one about these.");
  }
  const bool by_step = moment->by_step;
  const Page page = page_for(race->lanes.size(), width, height);
  Picture picture;
  picture.width = page.width;
  picture.height = page.height;
  const RaceLane& last = race->lanes[leading_lane(*race, by_step)];
  const std::uint32_t depth = last.recording->network.depth();
  const double end = end_of(*race, by_step);
  const std::string keys = counted(last.recording->real_keys(), "key");
  const std::string title =
      by_step ? fmt::format("Race on {} · step {:.0f} of {:.0f}", keys,
                            std::min(std::ceil(moment->layers), end), end)
              : fmt::format("Race on {} · {} of {}", keys,
                            time_text(std::min(moment->time_ns, end)), time_text(end));
  picture.labels.push_back(
      fitted({kMargin, 22, title, 15, Face::kSansBold, Anchor::kStart, Role::kText},
             page.width - kMargin - 180));
  std::vector<std::string> bars = {"Bars: the keys by wire, as high as their rank", "Height: rank"};
  if (std::ranges::any_of(race->lanes, swaps_pointers)) {
    bars = texts_with(std::move(bars), " · bars that move as a block: a pointer swap");
  }
  add_caption_note(picture, 0, bars, page.width - kMargin - 180);
  float x = kMargin;
  for (const Choice& choice : choices(*scene.options)) {
    if (choice.chosen) {
      picture.boxes.push_back({choice.x, kChoices - 12, choice.w, 24, Role::kLine, true, 4});
      picture.boxes.push_back(
          {choice.x + 6, kChoices + 11, choice.w - 12, 2, Role::kAccent, true, 1});
    }
    picture.labels.push_back({choice.x + choice.w / 2, kChoices, std::string(choice.text), kText,
                              Face::kSans, Anchor::kMiddle,
                              choice.chosen ? Role::kText : Role::kMuted});
    x = choice.x + choice.w;
  }
  // At 1x a step of the slowest lane takes a second on average.
  const std::string scale = by_step ? "a step of every lane at a time, whatever it takes"
                                    : fmt::format("slowed down: at 1× a second shows {}",
                                                  time_text(last.elapsed_ns / std::max(depth, 1U)));
  picture.labels.push_back(
      fitted({x + 16, kChoices, scale, kText, Face::kSans, Anchor::kStart, Role::kMuted},
             page.width - kMargin - x - 16));
  const std::vector<std::uint32_t> order = finish_order(*race, by_step);
  const auto own = lane_of(*race, *scene.recording);
  for (std::size_t i = 0; i < race->lanes.size(); ++i) {
    draw_lane(picture, *race, i, *moment, page.lanes[i], order[i], own == i);
  }
  return magnified(std::move(picture), page.magnified);
}

std::string action(const Scene& scene, float width, float height, float x, float y) {
  const Race* race = scene.measured->race.get();
  if (race == nullptr || !moment_of(*race, scene)) return {};
  const Page page = page_for(race->lanes.size(), width, height);
  x /= page.magnified;
  y /= page.magnified;
  if (std::abs(y - kChoices) > 13) return {};
  for (const Choice& choice : choices(*scene.options)) {
    if (x >= choice.x && x < choice.x + choice.w && !choice.chosen) {
      return std::string(choice.command);
    }
  }
  return {};
}

}  // namespace

const Layout kRaceLayout = {
    .id = "race",
    .title = "Race",
    .summary = "Up to four algorithms side by side on the same keys, by measured time or by step.",
    .max_wires = 0,
    .natural_size = wide_page,
    .layout = layout,
    .pick = nullptr,
    .action = action};

}  // namespace sortscope
