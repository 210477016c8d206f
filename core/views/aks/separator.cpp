// separator.cpp: the view `separator`: a node's layers of halvers, its wires and keys, what
// goes up and down, errors against what is permitted (Fischer 2020, section 2.1.4).
#include "core/views/aks/separator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/number_text.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/aks_facts.h"
#include "core/recordings/recording.h"
#include "core/verify/separator_errors.h"
#include "core/views/kernels/wide_page.h"

namespace sortscope {

namespace separator_picture {

namespace {

constexpr float kUsualWidth = 1052;  // of a page: larger ones are magnified
constexpr float kUsualHeight = 614;
constexpr float kMostMagnified = 2;
constexpr float kLayersTop = 68;
constexpr float kBlocks = 66;  // brackets and where they go
constexpr float kAxis = 34;    // numbers left of the plots
constexpr float kLeastPlot = 92;
constexpr float kLeastForBlocks = 304;  // height: a lower page has layers and keys alone
constexpr float kMostPlot = 300;
// A page so narrow and so low is a projector's: what stands beside the wires is for the last row.
constexpr float kProjectedWidth = 760;
constexpr float kProjectedHeight = 500;
constexpr float kLeastProjected = 400;

}  // namespace

Page page_for(const SeparatorMoment& moment, float width, float height) {
  Page page;
  page.magnified =
      std::clamp(std::min(width / kUsualWidth, height / kUsualHeight), 1.0F, kMostMagnified);
  page.width = width / page.magnified;
  page.height = height / page.magnified;
  page.brief = page.width < kProjectedWidth && page.height < kProjectedHeight &&
               page.height >= kLeastProjected;
  const float side = std::clamp(page.width * 0.3F, 150.0F, 330.0F);
  page.side.left = page.width - kMargin - side;
  page.side.right = page.width - kMargin;
  page.layers_top = kLayersTop;
  const auto rows = static_cast<float>(std::max<std::size_t>(moment.rows.size(), 1));
  const float room = page.height - kLayersTop - 12;
  page.row = std::clamp(0.42F * room / rows, 20.0F, 44.0F);
  const bool low = page.height < kLeastForBlocks;
  if (low) page.row = std::clamp((room - 46) / rows, 6.0F, 20.0F);
  page.box = std::min(page.row - (low ? 4.0F : 8.0F), 24.0F);
  page.side.top = kLayersTop;
  page.side.bottom = kLayersTop + page.row * rows;
  page.keys = {.left = kMargin + kAxis,
               .right = page.side.left - 24,
               .top = page.side.bottom + 16,
               .height = std::clamp(0.06F * room, 18.0F, 36.0F),
               .count = moment.level.a};
  if (low) return page;
  page.blocks_top = page.keys.bottom() + 12;
  const float plots = page.blocks_top + kBlocks + 14;
  const float bottom = std::min(page.height - 12, plots + kMostPlot);
  if (bottom - plots < kLeastPlot) return page;
  page.halves = {page.keys.left, plots, page.keys.right, bottom};
  page.fringes = {page.side.left + 20, plots, page.side.right, bottom};
  return page;
}

namespace {

void add_label(Picture& picture, float x, float y, std::string text, Face face, Role role,
               Anchor anchor = Anchor::kStart) {
  if (!text.empty()) picture.labels.push_back({x, y, std::move(text), kText, face, anchor, role});
}

std::vector<std::uint32_t> ranks_of(const Scene& scene, std::span<const std::uint32_t> keys) {
  std::vector<std::uint32_t> ranks;
  ranks.reserve(keys.size());
  for (const std::uint32_t place : keys) ranks.push_back(scene.ranks[place]);
  return ranks;
}

}  // namespace

std::string moved_on(const Scene& scene, const SeparatorMoment& moment) {
  const std::uint32_t next = moment.t + 1;
  if (scene.cursor.layer < scene.recording->network.aks()->first_layer(next)) return {};
  return fmt::format(" The tree shows t = {} already.", next);
}

namespace {

std::string moment_text(const Scene& scene, const SeparatorMoment& moment) {
  const auto row = moment.current_row();
  if (!row) return "All its wires go up: no comparator is needed.";
  const SeparatorLayer& layer = moment.rows[*row];
  const Cursor at = moment.at;
  if (layer.progress == Progression::kToCome) return "Before its first layer.";
  if (at.layer >= moment.end) return "After its last layer." + moved_on(scene, moment);
  if (layer.progress == Progression::kDone) {
    return fmt::format("After layer {}.", layer.stage.layer);
  }
  const bool started = scene.fraction > 0 || at.comparator > 0;
  return fmt::format("In layer {}: {} {} of {}{}.", layer.stage.layer,
                     layer.stage.work == AksWork::kSorter ? "sorter layer" : "matching",
                     layer.done + (started ? 1 : 0), layer.end - layer.first,
                     started ? " runs" : " have run");
}

void draw_head(Picture& picture, const Scene& scene, const SeparatorMoment& moment,
               const Page& page) {
  const AksLevel& level = moment.level;
  const float room = page.width - 2 * kMargin - 120;  // the pane's buttons are on the right
  const std::string place = fmt::format("t = {} · level {} · node {} of {}", moment.t, level.level,
                                        moment.node, grouped_number(level.nodes()));
  const std::string wires =
      fmt::format("a = {} wires, f = {} go up", grouped_number(level.a), grouped_number(level.up));
  picture.labels.push_back(
      {kMargin, 24,
       first_fitting({"Separator at " + place + " · " + wires, place + " · " + wires, place}, 13,
                     Face::kSansBold, room),
       13, Face::kSansBold, Anchor::kStart, Role::kText});
  std::string text = moment.note.empty() ? moment_text(scene, moment) : moment.note;
  if (writes_ranks(scene, moment.keys, page.keys)) text += " Numbers: ranks among all keys.";
  picture.labels.push_back(
      fitted({kMargin, 46, text, kText, Face::kSans, Anchor::kStart,
              moment.note.empty() ? Role::kMuted : Role::kAccent},
             page.width - 2 * kMargin - (scene.options->aks.follow ? 0 : 140)));
  if (!scene.options->aks.follow) {
    add_label(picture, page.width - kMargin, 46, "follow the cursor", Face::kSansBold,
              Role::kAccent, Anchor::kEnd);
  }
}

// Keys that the running layer exchanges are between their places.
std::vector<MovingKey> moving_keys(const Scene& scene, const SeparatorMoment& moment,
                                   const Page& page) {
  std::vector<MovingKey> moving;
  const RunningStep step = running_step(scene);
  if (step.first == step.last || !moment.is_live(scene) || step.layer < moment.first ||
      step.layer >= moment.end || !page.keys.single()) {
    return moving;
  }
  const AksNetwork& aks = *scene.recording->network.aks();
  const AksStage& stage = aks.stages()[aks.stage_of(step.layer)];
  const std::uint32_t each = stage.sides * stage.per_side;
  const std::uint32_t base = moment.level.base + moment.node * moment.level.a;
  const float way = ease(scene.fraction);
  const float y = page.keys.top + page.keys.height / 2;
  const float rise = page.keys.height * 0.45F * std::sin(3.14159265F * way);
  const std::uint32_t first = std::max(step.first, moment.node * each);
  const std::uint32_t last = std::min(step.last, (moment.node + 1) * each);
  if (first >= last) return moving;
  aks.for_each(step.layer, first, last, [&](std::uint32_t index, std::uint32_t x, std::uint32_t z) {
    if (!scene.recording->exchanged(step.layer, index)) return;
    const float from = page.keys.middle(x - base);
    const float to = page.keys.middle(z - base);
    moving.push_back({x - base, from + (to - from) * way, y - rise});
    moving.push_back({z - base, to + (from - to) * way, y + rise});
  });
  return moving;
}

std::uint32_t count_marked(std::uint32_t count, const std::function<bool(std::uint32_t)>& marked) {
  std::uint32_t found = 0;
  for (std::uint32_t i = 0; i < count; ++i) found += marked(i) ? 1 : 0;
  return found;
}

void draw_keys(Picture& picture, const Scene& scene, const SeparatorMoment& moment,
               const Page& page, std::span<const std::uint32_t> ranks) {
  draw_strip(picture, scene, moment.keys, colours_among(ranks), number_of(scene, moment.keys),
             page.keys, moving_keys(scene, moment, page));
  const std::uint32_t a = moment.level.a;
  const AksFacts* facts = scene.recording->aks_facts.get();
  const std::uint32_t d = scene.recording->network.aks()->d();
  const auto stranger = [&](std::uint32_t slot) {
    return facts != nullptr && stranger_order(d, moment.level.level, moment.node,
                                              facts->final_wire[moment.keys[slot]]) > 0;
  };
  const HalfBorder border(ranks);
  const auto wrong = [&](std::uint32_t slot) {
    return slot < a / 2 ? border.is_large(ranks[slot]) : border.is_small(ranks[slot]);
  };
  draw_strip_marks(picture, page.keys, StripMark::kTriangleAbove, Role::kPartOdd, stranger);
  draw_strip_marks(picture, page.keys, StripMark::kBarBelow, Role::kExchanged, wrong);
  // The counts beside the row say what the marks are.
  const float x = page.side.left;
  const float size = page.brief ? kBriefText : kText;
  const float middle = page.keys.top + page.keys.height / 2;
  const float apart = size / 2 + 2;
  const float room = page.width - kMargin - x - 16;
  const auto count = [&](float y, const std::string& whole, const std::string& some,
                         const std::string& least) {
    picture.labels.push_back({x + 16, y,
                              first_fitting({whole, some, least}, size, Face::kSans, room), size,
                              Face::kSans, Anchor::kStart, Role::kMuted});
  };
  const std::uint32_t strangers = count_marked(a, stranger);
  const std::uint32_t misplaced = count_marked(a, wrong);
  const std::string some =
      fmt::format("{} stranger{}", grouped_number(strangers), strangers == 1 ? "" : "s");
  picture.arrows.push_back({x + 4, middle - apart - 4, false, 7, Role::kPartOdd, 0});
  count(middle - apart, some + (strangers == 1 ? ": it ends elsewhere" : ": they end elsewhere"),
        some, grouped_number(strangers));
  picture.boxes.push_back({x - 1, middle + apart - 1, 10, 3, Role::kExchanged, true, 1});
  count(middle + apart,
        fmt::format("{} key{} in the wrong half", grouped_number(misplaced),
                    misplaced == 1 ? "" : "s"),
        fmt::format("{} in the wrong half", grouped_number(misplaced)),
        fmt::format("{} wrong", grouped_number(misplaced)));
}

// A block of slots and where its keys go.
struct Block {
  std::string name;
  std::uint32_t from, to;
};

void draw_bracket(Picture& picture, const Page& page, const Block& block, float y, Role role) {
  const float left = page.keys.x(block.from) + 1;
  const float right = std::max(page.keys.x(block.to) - 1, left + 1);
  picture.lines.push_back({left, y, right, y, role, 1.4F});
  picture.lines.push_back({left, y, left, y - 4, role, 1.4F});
  picture.lines.push_back({right, y, right, y - 4, role, 1.4F});
}

// Where keys of a half go down to, and where all that go up go: areas that can be pressed.
struct Destination {
  Area area;
  std::string text;
  std::string brief;
  bool up = false;
  std::uint32_t level = 0, node = 0;
};

std::vector<Destination> destinations(const SeparatorMoment& moment, const Page& page) {
  const AksLevel& level = moment.level;
  const std::uint32_t edge = level.up / 2;
  std::vector<Destination> found;
  if (page.blocks_top <= 0) return found;
  const float y = page.blocks_top + 28;
  if (level.down > 0) {
    for (const std::uint32_t right : {0U, 1U}) {
      const float left = page.keys.x(right == 0 ? edge : level.a / 2);
      const float end = page.keys.x(right == 0 ? level.a / 2 : level.a - edge);
      const std::uint32_t node = 2 * moment.node + right;
      found.push_back({{left, y, end, y + 18},
                       fmt::format("{} down to level {}, node {}", grouped_number(level.down),
                                   level.level + 1, node),
                       fmt::format("{} down", grouped_number(level.down)),
                       false,
                       level.level + 1,
                       node});
    }
  }
  if (level.up > 0) {
    found.push_back({{page.keys.left, y + 20, page.keys.right, y + 38},
                     fmt::format("FL and FR: {} + {} up to level {}, node {}", grouped_number(edge),
                                 grouped_number(edge), level.level - 1, moment.node / 2),
                     fmt::format("{} up", grouped_number(level.up)),
                     true,
                     level.level - 1,
                     moment.node / 2});
  }
  return found;
}

void draw_blocks(Picture& picture, const SeparatorMoment& moment, const Page& page) {
  if (page.blocks_top <= 0) return;
  const AksLevel& level = moment.level;
  const std::uint32_t half = level.a / 2;
  const std::uint32_t edge = level.up / 2;
  const float y = page.blocks_top + 2;
  for (const Block& block : {Block{"BL", 0, half}, Block{"BR", half, level.a}}) {
    draw_bracket(picture, page, block, y, Role::kMuted);
    const float middle = (page.keys.x(block.from) + page.keys.x(block.to)) / 2;
    add_label(picture, middle, y + 12, block.name, Face::kSansBold, Role::kText, Anchor::kMiddle);
  }
  if (edge > 0) {
    for (const Block& block : {Block{"FL", 0, edge}, Block{"FR", level.a - edge, level.a}}) {
      draw_bracket(picture, page, block, y + 9, Role::kPartOdd);
      const bool left = block.from == 0;
      const float middle = (page.keys.x(block.from) + page.keys.x(block.to)) / 2;
      const float least = page.keys.left + 6;
      const float most = page.keys.right - 6;
      const Label name{
          edge == half ? middle + (left ? -24.0F : 24.0F) : std::clamp(middle, least, most),
          edge == half ? y + 12 : y + 20,
          block.name,
          kText,
          Face::kSansBold,
          Anchor::kMiddle,
          Role::kPartOdd};
      // In a narrow pane the bracket alone marks what goes up.
      const bool free = std::ranges::none_of(picture.labels, [&](const Label& other) {
        return overlap(area_of(other), area_of(name));
      });
      if (free) picture.labels.push_back(name);
    }
  }
  for (const Destination& to : destinations(moment, page)) {
    const float middle = (to.area.left + to.area.right) / 2;
    const float text_y = (to.area.top + to.area.bottom) / 2;
    const std::string text =
        first_fitting({to.text, to.brief}, kText, Face::kSans, to.area.width() - 44);
    if (text.empty()) continue;
    const float width = 0.86F * estimated_width(text, kText, Face::kSans);
    const Role role = to.up ? Role::kPartOdd : Role::kMuted;
    const float x = middle - width / 2 - 10;
    picture.lines.push_back({x, text_y - 5, x, text_y + 5, role, 1.2F});
    picture.arrows.push_back({x, to.up ? text_y - 6 : text_y + 6, !to.up, 5, role, 0});
    add_label(picture, middle, text_y, text, Face::kSans, Role::kMuted, Anchor::kMiddle);
  }
}

// Lines down from the borders of the blocks, behind everything.
void draw_borders(Picture& picture, const SeparatorMoment& moment, const Page& page) {
  const std::uint32_t a = moment.level.a;
  const std::uint32_t edge = moment.level.up / 2;
  const float bottom = page.keys.bottom() + 6;
  const float x = page.keys.x(a / 2);
  picture.lines.push_back({x, page.layers_top, x, bottom, Role::kLine, 1});
  if (edge == 0 || edge == a / 2) return;
  for (const std::uint32_t slot : {edge, a - edge}) {
    const float at = page.keys.x(slot);
    picture.lines.push_back({at, page.side.bottom, at, bottom, Role::kLine, 1});
  }
}

void draw_plots(Picture& picture, const Scene& scene, const SeparatorMoment& moment,
                const Page& page, std::span<const std::uint32_t> ranks) {
  if (page.halves.height() <= 0) return;
  const AksParameters& parameters = scene.recording->network.aks()->parameters();
  const SeparatorError errors =
      separator_error(ranks, moment.level.up, parameters.epsilon_b, parameters.epsilon_f);
  draw_errors(picture,
              {"Errors of the halves BL and BR", "BL and BR", "ε_B", parameters.epsilon_b,
               errors.bl, errors.br},
              page.halves);
  if (moment.level.up > 0) {
    draw_errors(picture,
                {"Errors of the ends FL and FR", "FL and FR", "ε_F", parameters.epsilon_f,
                 errors.fl, errors.fr},
                page.fringes);
  }
}

// Beside the blocks; with nothing to show of FL and FR, further down.
void draw_words(Picture& picture, const Scene& scene, const SeparatorMoment& moment,
                const Page& page) {
  if (page.brief || page.side.width() < 200 || page.blocks_top <= 0) return;
  const AksParameters& parameters = scene.recording->network.aks()->parameters();
  const bool plot = moment.level.up > 0 && page.fringes.height() > 0;
  const float bottom = plot ? page.fringes.top - 4 : page.height - 12;
  const float y =
      add_paragraph(picture, halver_constants(parameters, moment.level.a, moment.level.up),
                    page.side.left, page.blocks_top + 8, page.side.width(), bottom);
  add_paragraph(picture,
                "Wires and halvers are to scale. Colours: rank among these keys. Curves: log(1 + "
                "errors).",
                page.side.left, y + 4, page.side.width(), bottom);
}

Picture layout(const Scene& scene, float width, float height) {
  Picture picture;
  picture.width = width;
  picture.height = height;
  const auto moment = separator_moment(scene);
  if (!moment) {
    picture.labels.push_back(
        fitted({kMargin, 24, "Separators belong to the AKS network: choose it under New run.",
                kText, Face::kSans, Anchor::kStart, Role::kMuted},
               width - 2 * kMargin));
    return picture;
  }
  const Page page = page_for(*moment, width, height);
  picture.width = page.width;
  picture.height = page.height;
  const std::vector<std::uint32_t> ranks = ranks_of(scene, moment->keys);
  draw_borders(picture, *moment, page);
  draw_head(picture, scene, *moment, page);
  draw_layers(picture, scene, *moment, page);
  draw_keys(picture, scene, *moment, page, ranks);
  draw_blocks(picture, *moment, page);
  draw_plots(picture, scene, *moment, page, ranks);
  draw_words(picture, scene, *moment, page);
  return magnified(std::move(picture), page.magnified);
}

// The wire under the pointer; the running comparator that touches it.
Selection pick(const Scene& scene, float width, float height, float x, float y) {
  Selection found;
  const auto moment = separator_moment(scene);
  if (!moment) return found;
  const Page page = page_for(*moment, width, height);
  x /= page.magnified;
  y /= page.magnified;
  if (y < page.keys.top - 10 || y > page.keys.bottom() + 8 || x < page.keys.left ||
      x >= page.keys.right || !page.keys.single()) {
    return found;
  }
  const std::uint32_t slot = page.keys.at(x);
  const AksNetwork& aks = *scene.recording->network.aks();
  found.wire = aks.wire_at(moment->t, moment->level.base + moment->node * moment->level.a + slot);
  found.place = moment->keys[slot];
  return found;
}

std::string action(const Scene& scene, float width, float height, float x, float y) {
  const auto moment = separator_moment(scene);
  if (!moment) return {};
  const Page page = page_for(*moment, width, height);
  x /= page.magnified;
  y /= page.magnified;
  if (!scene.options->aks.follow && y > 36 && y < 56 && x > page.width - kMargin - 130) {
    return "aks-follow";
  }
  for (std::uint32_t row = 0; row < drawn_rows(scene, *moment); ++row) {
    if (moment->rows[row].planted()) continue;
    for (std::uint32_t side = 0; side < moment->rows[row].stage.sides; ++side) {
      for (const Area& piece : halver_box(*moment, page, row, side).pieces) {
        if (piece.contains(x, y)) {
          return fmt::format("aks-open {} {} {} {}", moment->level.level, moment->node,
                             moment->rows[row].stage.layer, side);
        }
      }
    }
  }
  const std::uint32_t deepest = deepest_level(*scene.recording->network.aks());
  for (const Destination& to : destinations(*moment, page)) {
    if (to.area.contains(x, y) && to.level <= deepest) {
      return fmt::format("aks-open {} {}", to.level, to.node);
    }
  }
  return {};
}

}  // namespace

}  // namespace separator_picture

const Layout kSeparatorLayout = {
    .id = "separator",
    .title = "Separator",
    .summary = "A node of the AKS tree: layers of halvers, blocks, errors against those permitted.",
    .max_wires = std::uint32_t{1} << 16,  // errors are counted in every frame
    .natural_size = wide_page,
    .layout = separator_picture::layout,
    .pick = separator_picture::pick,
    .action = separator_picture::action};

}  // namespace sortscope
