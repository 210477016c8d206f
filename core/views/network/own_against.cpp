// own_against.cpp: two networks of a layer each in the same columns, the same keys in both.
#include "core/views/network/own_against.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <vector>

#include "core/base/number_text.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/scenes/key_labels.h"
#include "core/scenes/moved_keys.h"
#include "core/scenes/scene.h"
#include "core/words/own_kernel.h"

namespace sortscope::own_against {

namespace {

constexpr float kUsualWidth = 800;  // of a page: larger ones are magnified
constexpr float kUsualHeight = 520;
constexpr float kMostMagnified = 1.8F;
constexpr float kMargin = 20;
constexpr float kLeft = 52;  // numbers of wires
constexpr float kHead = 76;  // under a title of one line
constexpr float kTitleLine = 20;
constexpr float kTitle = 26;  // of a half
constexpr float kButton = 26;
constexpr float kLeastUnit = 7;  // pixels a column
constexpr float kMostUnit = 34;
constexpr float kGap = 2.2F;  // columns between two layers
constexpr std::uint32_t kMostWires = 128;

struct Button {
  float x = 0, w = 0;
  std::string text, command;
};

// One of the two.
struct Half {
  const ListedNetwork* network = nullptr;
  float top = 0;  // wire 0
  float pitch = 0;
  [[nodiscard]] float y(Wire wire) const { return top + pitch * static_cast<float>(wire); }
};

struct Page {
  const OwnKernel* kernel = nullptr;
  std::vector<std::string> title;
  std::vector<Button> buttons;
  float buttons_top = 0;
  float head = 0;  // below the buttons
  Half own, should;
  std::uint32_t first = 0;  // layers that are drawn
  std::uint32_t last = 0;
  std::vector<float> cell;  // left edges of these, and the right end
  float unit = 0;

  [[nodiscard]] bool has(std::uint32_t layer) const { return layer >= first && layer < last; }
  [[nodiscard]] float left(std::uint32_t layer) const { return cell[layer - first]; }
  [[nodiscard]] float x(const Half& half, std::uint32_t layer, std::uint32_t index) const {
    return left(layer) +
           unit * (0.5F * kGap + static_cast<float>(half.network->sub_column(layer, index)));
  }
};

float magnified_by(float width, float height) {
  return std::clamp(std::min(width / kUsualWidth, height / kUsualHeight), 1.0F, kMostMagnified);
}

std::uint32_t columns_of(const KernelReport& report, std::uint32_t layer) {
  std::uint32_t columns = 1;
  for (const ListedNetwork* network : {report.network.get(), report.intended.get()}) {
    if (layer < network->depth()) columns = std::max(columns, network->sub_columns(layer));
  }
  return columns;
}

// Why there is nothing to be drawn.
std::string lack(const KernelReport& report) {
  if (report.network == nullptr) return "The file compares nothing.";
  if (report.intended == nullptr) return "Which network should it be?";
  if (std::max(report.network->wires(), report.intended->wires()) > kMostWires) {
    return fmt::format("Two diagrams have room for {} wires at most: run it with fewer keys.",
                       kMostWires);
  }
  return {};
}

void add_button(Page& page, std::string text, std::string command) {
  const float x =
      page.buttons.empty() ? kMargin : page.buttons.back().x + page.buttons.back().w + 8;
  const float w = estimated_width(text, 13, Face::kSans) + 20;
  page.buttons.push_back({x, w, std::move(text), std::move(command)});
}

// The layers that have room: around the one where the two part, or where the cursor stands.
void place_layers(const Scene& scene, float width, Page& page) {
  const KernelReport& report = page.kernel->report();
  const std::uint32_t depth = std::max(report.network->depth(), report.intended->depth());
  const float room = width - kLeft - kMargin;
  const auto span = [&](std::uint32_t layer) {
    return static_cast<float>(columns_of(report, layer)) + kGap;
  };
  float all = 0;
  for (std::uint32_t layer = 0; layer < depth; ++layer) all += span(layer);
  page.unit = std::clamp(room / std::max(all, 1.0F), kLeastUnit, kMostUnit);
  std::uint32_t centre = scene.cursor.layer;
  if (centre == 0 && report.first_difference) centre = report.first_difference->layer;
  centre = std::min(centre, depth - 1);
  page.first = centre;
  page.last = centre + 1;
  float used = span(centre) * page.unit;
  for (bool grows = true; grows;) {
    grows = false;
    if (page.last < depth && used + span(page.last) * page.unit <= room) {
      used += span(page.last++) * page.unit;
      grows = true;
    }
    if (page.first > 0 && used + span(page.first - 1) * page.unit <= room) {
      used += span(--page.first) * page.unit;
      grows = true;
    }
  }
  float x = kLeft;
  for (std::uint32_t layer = page.first; layer < page.last; ++layer) {
    page.cell.push_back(x);
    x += span(layer) * page.unit;
  }
  page.cell.push_back(x);
}

Page page_for(const Scene& scene, float width, float height) {
  Page page;
  page.kernel = own_kernel(scene);
  const KernelReport& report = page.kernel->report();
  if (report.intended == nullptr) {
    for (const char* id : {"bitonic", "bitonic-ascending", "odd-even-merge"}) {
      add_button(page, id, fmt::format("kernel-against {}", id));
    }
  } else {
    if (report.first_difference) {
      add_button(page, fmt::format("Go to layer {}", report.first_difference->layer + 1),
                 fmt::format("seek {}", report.first_difference->layer));
    }
    if (!report.counterexample.empty() && report.counterexample.size() <= report.network->wires()) {
      add_button(page, "Run an input that comes out wrong", "kernel-counterexample");
    }
  }
  std::string title = lack(report);
  if (title.empty()) {
    title = report.first_difference
                ? difference_text(report)
                : fmt::format("Comparator for comparator the network of {}.", report.against);
  }
  page.title = wrapped(title, 14, Face::kSansBold, std::max(width - 2 * kMargin - 110, 80.0F));
  const float more = kTitleLine * static_cast<float>(page.title.size() - 1);
  page.buttons_top = 40 + more;
  page.head = kHead + more;
  if (!lack(report).empty()) return page;
  place_layers(scene, width, page);
  const float half = (height - page.head - kMargin) / 2;
  const auto place = [&](Half& one, const ListedNetwork* network, float top) {
    one.network = network;
    one.top = top + kTitle + 12;
    const auto spaces = static_cast<float>(std::max<std::uint32_t>(network->wires(), 2) - 1);
    one.pitch = std::min(std::max(half - kTitle - 30, 8.0F) / spaces, 30.0F);
  };
  place(page.own, report.network.get(), page.head);
  place(page.should, report.intended.get(), page.head + half);
  return page;
}

// The places of the keys of `network` before `layer`, on the keys of the run.
std::vector<std::uint32_t> keys_before(const Scene& scene, const ListedNetwork& network,
                                       std::uint32_t layer) {
  std::vector<std::uint32_t> places(network.wires());
  for (std::uint32_t w = 0; w < places.size(); ++w) places[w] = w;
  for (std::uint32_t l = 0; l < std::min(layer, network.depth()); ++l) {
    for (const Comparator& c : network.layer(l)) {
      std::uint32_t& low = places[c.min_wire];
      std::uint32_t& high = places[c.max_wire];
      if (scene.ranks[high] < scene.ranks[low]) std::swap(low, high);
    }
  }
  return places;
}

void draw_wires(const Page& page, const Half& half, Picture& picture) {
  const std::uint32_t wires = half.network->wires();
  const auto every = static_cast<std::uint32_t>(14 / half.pitch) + 1;
  for (Wire wire = 0; wire < wires; ++wire) {
    const float y = half.y(wire);
    picture.lines.push_back({kLeft - 8, y, page.cell.back() + 4, y, Role::kWire, 1});
    if (wire % every != 0) continue;
    picture.labels.push_back(
        {kLeft - 14, y, fmt::to_string(wire), 11, Face::kMono, Anchor::kEnd, Role::kMuted});
  }
}

void draw_comparator(float x, const Half& half, const Comparator& c, Role role, float width,
                     bool dashed, Picture& picture) {
  const float y0 = half.y(c.lower());
  const float y1 = half.y(c.upper());
  picture.lines.push_back({x, y0, x, y1, role, width, dashed});
  const float radius = std::clamp(half.pitch * 0.2F, 1.2F, 3.5F);
  for (const float y : {y0, y1}) picture.dots.push_back({x, y, radius, role, !dashed});
  // To where the larger key goes, if that is up.
  if (!c.ascending() && half.pitch >= 8) {
    picture.arrows.push_back({x, y0 + radius + 1, false, 6, role, 0});
  }
}

// `done`: layers that the cursor has passed.
void draw_body(const Scene& scene, const Page& page, const Half& half, bool own, Picture& picture) {
  std::vector<std::uint32_t> places = keys_before(scene, *half.network, page.first);
  for (std::uint32_t layer = page.first; layer < std::min(page.last, half.network->depth());
       ++layer) {
    std::uint32_t index = 0;
    for (const Comparator& c : half.network->layer(layer)) {
      std::uint32_t& low = places[c.min_wire];
      std::uint32_t& high = places[c.max_wire];
      const bool exchanged = scene.ranks[high] < scene.ranks[low];
      if (exchanged) std::swap(low, high);
      const bool done =
          own ? progression(scene, layer, index) == Progression::kDone : layer < scene.cursor.layer;
      const Role role = !done ? Role::kFuture : exchanged ? Role::kExchanged : Role::kKept;
      const float x = page.x(half, layer, index);
      draw_comparator(x, half, c, role, done && exchanged ? 2.4F : 1.3F, false, picture);
      const ComparatorId id{layer, index++};
      const bool pointed = scene.hover.comparator == id || scene.selected.comparator == id;
      if (own && pointed) {
        picture.boxes.push_back({.x = x - 6,
                                 .y = half.y(c.lower()) - 6,
                                 .w = 12,
                                 .h = half.y(c.upper()) - half.y(c.lower()) + 12,
                                 .role = Role::kAccent,
                                 .filled = false,
                                 .corner = 4,
                                 .width = 1.4F});
      }
    }
  }
}

// The comparator where the two part: framed where it is, dashed where it is not.
void draw_difference(const Page& page, const Half& half, const std::optional<Comparator>& here,
                     const std::optional<Comparator>& there, Picture& picture) {
  const std::uint32_t layer = page.kernel->report().first_difference->layer;
  if (!page.has(layer)) return;
  const float right = page.left(layer) + (page.cell[layer - page.first + 1] - page.left(layer));
  picture.boxes.push_back({page.left(layer), half.top - 10, right - page.left(layer),
                           half.pitch * static_cast<float>(half.network->wires() - 1) + 20,
                           Role::kAccentBand, true, 4});
  const auto wires = half.network->wires();
  if (there && there->upper() < wires && there != here) {
    draw_comparator(right - 0.35F * kGap * page.unit, half, *there, Role::kAccent, 1.6F, true,
                    picture);
  }
  if (!here || layer >= half.network->depth()) return;
  const auto all = half.network->layer(layer);
  const auto found = std::ranges::find(all, *here);
  if (found == all.end()) return;
  const float x = page.x(half, layer, static_cast<std::uint32_t>(found - all.begin()));
  picture.boxes.push_back({.x = x - 7,
                           .y = half.y(here->lower()) - 7,
                           .w = 14,
                           .h = half.y(here->upper()) - half.y(here->lower()) + 14,
                           .role = Role::kAccent,
                           .filled = false,
                           .corner = 5,
                           .width = 2.4F});
}

// The keys at the cursor; at the end those that came out wrong stand out.
void draw_keys(const Scene& scene, const Page& page, const Half& half,
               std::span<const std::uint32_t> places, Picture& picture) {
  const std::uint32_t layer = scene.cursor.layer;
  if (half.pitch < 12 || layer < page.first || layer > page.last) return;
  const bool over = layer >= half.network->depth();
  const float size = std::min(half.pitch, 13.0F);
  const std::vector<Wire> misplaced =
      over ? misplaced_wires(places, scene.ranks) : std::vector<Wire>();
  const float x = page.cell[std::min<std::size_t>(layer - page.first, page.cell.size() - 1)];
  for (Wire wire = 0; wire < half.network->wires(); ++wire) {
    const std::string text = short_key_text(*scene.recording, places[wire]);
    const float w = estimated_width(text, size, Face::kMono) + 6;
    const bool wrong = std::ranges::binary_search(misplaced, wire);
    const float rank = rank_fraction(scene, places[wire]);
    const float top = half.y(wire) - size / 2 - 1;
    if (wrong) {
      picture.chips.push_back({x - w / 2 - 3, top - 3, w + 6, size + 8, Role::kExchanged, true, 5});
    }
    picture.chips.push_back({.x = x - w / 2,
                             .y = top,
                             .w = w,
                             .h = size + 2,
                             .role = Role::kRank,
                             .filled = true,
                             .corner = 3,
                             .rank = rank});
    picture.labels.push_back(
        {x, half.y(wire), text, size, Face::kMono, Anchor::kMiddle, Role::kText, rank, {}, true});
  }
}

void draw_title(const Half& half, const std::string& name, float width, Picture& picture) {
  picture.labels.push_back(
      fitted({kMargin, half.top - kTitle, "", 13, Face::kSansBold, Anchor::kStart, Role::kMuted},
             {fmt::format("{}: {} comparators in {} layers, {} wires", name,
                          grouped_number(half.network->size()),
                          grouped_number(half.network->depth()), half.network->wires()),
              name},
             width - 2 * kMargin));
}

void draw_head(const Page& page, float width, Picture& picture) {
  float y = 24;
  for (const std::string& line : page.title) {
    picture.labels.push_back(
        fitted({kMargin, y, line, 14, Face::kSansBold, Anchor::kStart, Role::kText},
               width - 2 * kMargin - 60));
    y += kTitleLine;
  }
  for (const Button& button : page.buttons) {
    if (button.x + button.w > width) break;
    picture.boxes.push_back(
        {button.x, page.buttons_top, button.w, kButton, Role::kAccent, false, 6});
    picture.labels.push_back({button.x + button.w / 2, page.buttons_top + kButton / 2, button.text,
                              13, Face::kSans, Anchor::kMiddle, Role::kAccent});
  }
}

// Layers that have no room.
void draw_hidden(const Page& page, float width, Picture& picture) {
  const KernelReport& report = page.kernel->report();
  const std::uint32_t depth = std::max(report.network->depth(), report.intended->depth());
  if (page.first == 0 && page.last == depth) return;
  picture.labels.push_back(
      fitted({width - kMargin, page.head + 12,
              fmt::format("layers {} to {} of {}", page.first + 1, page.last, depth), 12,
              Face::kSans, Anchor::kEnd, Role::kMuted},
             160));
}

}  // namespace

bool is_for(const Scene& scene) { return own_kernel(scene) != nullptr; }

Picture layout(const Scene& scene, float width, float height) {
  const float by = magnified_by(width, height);
  width /= by;
  height /= by;
  Picture picture;
  picture.width = width;
  picture.height = height;
  const Page page = page_for(scene, width, height);
  draw_head(page, width, picture);
  const KernelReport& report = page.kernel->report();
  if (!lack(report).empty()) return magnified(std::move(picture), by);
  draw_hidden(page, width, picture);
  if (const auto& difference = report.first_difference) {
    draw_difference(page, page.own, difference->is, difference->should, picture);
    draw_difference(page, page.should, difference->should, difference->is, picture);
  }
  draw_title(page.own, std::filesystem::path(report.path).filename().string(), width - 170,
             picture);
  draw_title(page.should, report.against, width, picture);
  const bool same = report.intended->wires() == scene.recording->network.wires();
  for (const Half* half : {&page.own, &page.should}) {
    draw_wires(page, *half, picture);
    if (half == &page.should && !same) continue;
    draw_body(scene, page, *half, half == &page.own, picture);
  }
  draw_keys(scene, page, page.own, scene.places, picture);
  if (same) {
    draw_keys(scene, page, page.should, keys_before(scene, *report.intended, scene.cursor.layer),
              picture);
  }
  return magnified(std::move(picture), by);
}

Selection pick(const Scene& scene, float width, float height, float x, float y) {
  const float by = magnified_by(width, height);
  x /= by;
  y /= by;
  Selection found;
  const Page page = page_for(scene, width / by, height / by);
  if (!lack(page.kernel->report()).empty()) return found;
  const Half& half = page.own;
  const float wire = std::round((y - half.top) / half.pitch);
  if (wire < 0 || wire >= static_cast<float>(half.network->wires())) return found;
  if (y > half.y(half.network->wires() - 1) + 10 || x < kLeft - 8) return found;
  found.wire = static_cast<Wire>(wire);
  float nearest = std::max(page.unit / 2, 4.0F);
  for (std::uint32_t layer = page.first; layer < std::min(page.last, half.network->depth());
       ++layer) {
    if (x < page.left(layer) || x >= page.cell[layer - page.first + 1]) continue;
    const auto all = half.network->layer(layer);
    for (std::uint32_t index = 0; index < all.size(); ++index) {
      if (y < half.y(all[index].lower()) - 4 || y > half.y(all[index].upper()) + 4) continue;
      const float distance = std::abs(x - page.x(half, layer, index));
      if (distance >= nearest) continue;
      nearest = distance;
      found.comparator = ComparatorId{layer, index};
    }
  }
  return found;
}

std::string action(const Scene& scene, float width, float height, float x, float y) {
  const float by = magnified_by(width, height);
  width /= by;
  x /= by;
  y /= by;
  const Page page = page_for(scene, width, height / by);
  for (const Button& button : page.buttons) {
    const bool inside = x >= button.x && x < button.x + button.w && y >= page.buttons_top &&
                        y < page.buttons_top + kButton;
    if (inside && button.x + button.w <= width) return button.command;
  }
  return {};
}

}  // namespace sortscope::own_against
