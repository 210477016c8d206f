// halver.cpp: the view `halver`: the bipartite graph of a halver, one matching at a time,
// keys on the wrong side, measured epsilon (Fischer 2020, section 2.1.3 and figure 2.2).
#include "core/views/aks/halver.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "core/networks/aks/expander_check.h"
#include "core/pictures/covered_numbers.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/verify/halver_test.h"
#include "core/verify/separator_errors.h"
#include "core/views/aks/separator.h"
#include "core/views/kernels/wide_page.h"

namespace sortscope {

std::optional<ShownHalver> shown_halver(const Scene& scene) {
  auto moment = separator_moment(scene);
  if (!moment || moment->rows.empty()) return std::nullopt;
  ShownHalver shown;
  shown.moment = std::move(*moment);
  shown.index = shown.moment.current_row().value_or(0);
  const AksOptions& options = scene.options->aks;
  const std::vector<SeparatorLayer>& rows = shown.moment.rows;
  if (!options.follow) {
    const auto halvers = static_cast<std::uint32_t>(
        std::count_if(rows.begin(), rows.end(), [](const auto& row) { return !row.planted(); }));
    if (halvers == 0) return std::nullopt;
    shown.index = std::min(options.layer, halvers - 1);
    shown.side = std::min(options.side, shown.row().stage.sides - 1);
  } else if (shown.row().planted()) {
    if (shown.index == 0) return std::nullopt;
    --shown.index;
  }
  const SeparatorLayer& row = shown.row();
  const Cursor at = shown.moment.at;
  const bool live = shown.moment.is_live(scene);
  if (options.follow && live && at.layer >= row.first && at.layer < row.end && at.comparator > 0) {
    shown.side = scene.recording->network.aks()->at(at.layer, at.comparator).side;
  }
  shown.done = std::clamp(at.layer, row.first, row.end) - row.first;
  shown.running = at.layer >= row.first && at.layer < row.end &&
                  (at.comparator > 0 || (live && scene.fraction > 0));
  shown.layer = row.first + shown.done;
  if (!shown.running && shown.done > 0) --shown.layer;
  return shown;
}

namespace halver_picture {

namespace {

constexpr float kUsualWidth = 1052;
constexpr float kUsualHeight = 614;
constexpr float kMostMagnified = 2;
constexpr float kTop = 88;
constexpr float kLeastPlots = 130;
constexpr float kLeastGraph = 90;

void add_text(Picture& picture, float x, float y, std::string text, Face face, Role role,
              Anchor anchor = Anchor::kStart) {
  if (!text.empty()) picture.labels.push_back({x, y, std::move(text), kText, face, anchor, role});
}

// Of the line below the right wires: what belongs there, then what is drawn.
constexpr float kWordsShare = 0.62F;

std::string unit_of(const ShownHalver& shown) {
  return shown.row().stage.work == AksWork::kSorter ? "sorter layer" : "matching";
}

std::string state_text(const Scene& scene, const ShownHalver& shown) {
  const std::string of_all =
      hides_depth(scene) ? "" : fmt::format(" of {}", shown.row().end - shown.row().first);
  const std::uint32_t number = shown.layer - shown.row().first + 1;
  std::string unit = unit_of(shown);
  if (shown.done == 0 && !shown.running) {
    return fmt::format("Before {} 1{}", unit, of_all);
  }
  unit[0] = static_cast<char>(unit[0] - 'a' + 'A');
  return fmt::format("{} {}{} {}", unit, number, of_all, shown.running ? "runs" : "has run");
}

void draw_head(Picture& picture, const Scene& scene, const ShownHalver& shown, const Page& page) {
  const SeparatorMoment& moment = shown.moment;
  const AksStage& stage = shown.row().stage;
  const std::string place =
      fmt::format("t = {} · level {} · node {}", moment.t, moment.level.level, moment.node);
  const std::string where = stage.sides == 1 ? fmt::format("layer {}", stage.layer)
                                             : fmt::format("layer {}, {} end", stage.layer,
                                                           shown.side == 0 ? "left" : "right");
  const std::string wires = fmt::format("{} wires", grouped_number(stage.wires));
  picture.labels.push_back(
      {kMargin, 24,
       first_fitting({fmt::format("Halver of {} · {} · {}", wires, place, where),
                      fmt::format("{} · {} · {}", wires, place, where),
                      fmt::format("{} · {}", wires, where), wires},
                     13, Face::kSansBold, page.width - 2 * kMargin - 120),
       13, Face::kSansBold, Anchor::kStart, Role::kText});
  // The state, with the colour that the matching's comparators have.
  const std::uint32_t matching = shown.layer - shown.row().first;
  const std::string moved = separator_picture::moved_on(scene, moment);
  const std::string kind = halver_kind(*scene.recording->network.aks(), shown.row());
  const std::string text = !moment.note.empty() ? moment.note
                           : moved.empty()      ? state_text(scene, shown) + " · " + kind
                                                : state_text(scene, shown) + "." + moved;
  float x = kMargin;
  if (moment.note.empty()) {
    picture.lines.push_back(
        {x, 46, x + 22, 46, matching_role(matching), 2, matching_dashed(matching)});
    x += 30;
  }
  const bool follows = scene.options->aks.follow;
  picture.labels.push_back(fitted({x, 46, text, kText, Face::kSans, Anchor::kStart,
                                   moment.note.empty() ? Role::kMuted : Role::kAccent},
                                  page.width - kMargin - x - (follows ? 0 : 140)));
  if (!follows) {
    add_text(picture, page.width - kMargin, 46, "follow the cursor", Face::kSansBold, Role::kAccent,
             Anchor::kEnd);
  }
}

// What is drawn of how many, and what is faint.
std::string drawn_text(const ShownHalver& shown, const Page& page) {
  const std::uint32_t every = drawn_every(page, shown);
  const std::uint32_t per_side = shown.row().stage.per_side;
  if (every > 1) {
    return fmt::format("Drawn: {} of {} comparators, every {}{} left wire; all are counted.",
                       grouped_number((per_side + every - 1) / every), grouped_number(per_side),
                       every,
                       every == 2   ? "nd"
                       : every == 3 ? "rd"
                                    : "th");
  }
  const std::uint32_t earlier = earlier_matchings(page, shown);
  if (earlier == 0) return "";
  if (shows_whole_graph(page, shown)) {
    return fmt::format("The graph so far: {} matchings, each in a colour.", earlier + 1);
  }
  return earlier == 1 ? "Faint: the matching before."
                      : fmt::format("Faint: the {} matchings before.", earlier);
}

std::vector<MovingKey> moving_keys(const Scene& scene, const ShownHalver& shown, const Page& page) {
  std::vector<MovingKey> moving;
  const RunningStep step = running_step(scene);
  const SeparatorLayer& row = shown.row();
  if (step.first == step.last || !shown.moment.is_live(scene) || step.layer < row.first ||
      step.layer >= row.end || !page.left.single()) {
    return moving;
  }
  const AksNetwork& aks = *scene.recording->network.aks();
  AksAt at;
  at.stage = aks.stage_of(step.layer);
  const AksStage& stage = aks.stages()[at.stage];
  at.matching = step.layer - stage.first_layer;
  at.node = shown.moment.node;
  at.side = shown.side;
  const float way = ease(scene.fraction);
  const auto y = [&](std::uint32_t k) {
    const StripArea& strip = k < stage.half ? page.left : page.right;
    return strip.top + strip.height / 2;
  };
  for (at.u = 0; at.u < stage.per_side; ++at.u) {
    const std::uint32_t index = (at.node * stage.sides + at.side) * stage.per_side + at.u;
    if (!step.contains(step.layer, index) || !scene.recording->exchanged(step.layer, index)) {
      continue;
    }
    const AksPair pair = aks.halver_pair(at);
    const float x0 = wire_x(page, shown, pair.low);
    const float x1 = wire_x(page, shown, pair.high);
    moving.push_back(
        {pair.low, x0 + (x1 - x0) * way, y(pair.low) + (y(pair.high) - y(pair.low)) * way});
    moving.push_back(
        {pair.high, x1 + (x0 - x1) * way, y(pair.high) + (y(pair.low) - y(pair.high)) * way});
  }
  return moving;
}

void draw_keys(Picture& picture, const Scene& scene, const ShownHalver& shown, const Page& page) {
  const AksStage& stage = shown.row().stage;
  std::vector<std::uint32_t> keys, ranks;
  for (std::uint32_t k = 0; k < stage.wires; ++k) {
    keys.push_back(shown.key(k));
    ranks.push_back(scene.ranks[keys.back()]);
  }
  const std::vector<float> colours = colours_among(ranks);
  const HalfBorder border(ranks);
  const std::vector<MovingKey> moving = moving_keys(scene, shown, page);
  const KeyNumber number = number_of(scene, keys);
  for (const std::uint32_t row : {0U, 1U}) {
    const std::uint32_t first = row * stage.half;
    const StripArea& strip = row == 0 ? page.left : page.right;
    std::vector<MovingKey> own;
    for (const MovingKey& key : moving) {
      if (key.index >= first && key.index < first + stage.half) {
        own.push_back({key.index - first, key.x, key.y});
      }
    }
    draw_strip(picture, scene, std::span(keys).subspan(first, stage.half),
               std::span(colours).subspan(first, stage.half), number, strip, own);
    // Small keys belong to the left row of the left end, to the other row of the mirrored one.
    const bool small_here = (row == 0) == (shown.side == 0);
    draw_strip_marks(picture, strip, row == 0 ? StripMark::kBarAbove : StripMark::kBarBelow,
                     Role::kExchanged, [&](std::uint32_t i) {
                       const std::uint32_t rank = ranks[first + i];
                       return small_here ? border.is_large(rank) : border.is_small(rank);
                     });
    const std::string_view side = row == 0 ? "left wires" : "right wires";
    const float y = row == 0 ? strip.top - 15 : strip.bottom() + 17;
    // How many comparators are drawn is said at the end of the lower line.
    const bool shared = row == 1 && page.words_left <= 0 && drawn_every(page, shown) > 1;
    const std::string_view numbers =
        row == 1 && writes_ranks(scene, keys, strip) ? " · numbers: ranks among all keys" : "";
    const std::string_view keys_here = small_here ? "smaller" : "larger";
    picture.labels.push_back(fitted(
        {strip.left, y, {}, kText, Face::kSans, Anchor::kStart, Role::kMuted},
        {fmt::format("{} 0 … {}: {} keys belong here{}", side, grouped_number(stage.half - 1),
                     keys_here, numbers),
         fmt::format("{}: {} keys{}", side, keys_here, numbers),
         fmt::format("{} keys{}", keys_here, numbers), fmt::format("{}: {} keys", side, keys_here)},
        (shared ? kWordsShare : 1.0F) * page.width - 2 * kMargin));
  }
  const float y = page.left.top - 15;
  const std::string text = "bars: keys on the wrong side";
  // Beside the words on the left wires, where both fit.
  constexpr float kBothNeed = 460;
  if (page.left.right - page.left.left > kBothNeed) {
    const float x = page.left.right - 0.88F * estimated_width(text, kText, Face::kSans) - 18;
    picture.boxes.push_back({x, y - 1, 10, 3, Role::kExchanged, true, 1});
    add_text(picture, page.left.right, y, text, Face::kSans, Role::kMuted, Anchor::kEnd);
  }
}

// Beside the graph, or nowhere where it needs the width.
void draw_words(Picture& picture, const Scene& scene, const ShownHalver& shown, const Page& page,
                const HalverTrace& trace) {
  const std::string drawn = drawn_text(shown, page);
  if (page.words_left <= 0) {
    if (drawn_every(page, shown) == 1) return;
    const std::uint32_t every = drawn_every(page, shown);
    const std::uint32_t all = shown.row().stage.per_side;
    add_text(
        picture, page.right.right, page.right.bottom() + 17,
        first_fitting({fmt::format("{} of {} comparators drawn",
                                   grouped_number((all + every - 1) / every), grouped_number(all)),
                       fmt::format("1 of {} drawn", every)},
                      kText, Face::kSans, (1 - kWordsShare) * page.width),
        Face::kSans, Role::kMuted, Anchor::kEnd);
    return;
  }
  const float x = page.words_left;
  const float width = page.words_right - x;
  const float bottom = page.right.bottom();
  const AksNetwork& aks = *scene.recording->network.aks();
  const AksStage& stage = shown.row().stage;
  const std::uint32_t matching = shown.layer - shown.row().first;
  const std::uint32_t exchanges = trace.exchanges[matching];
  float y = page.left.top + 6;
  const bool ran = shown.done > matching || shown.running;
  add_text(picture, x, y, "This " + unit_of(shown), Face::kSansBold, Role::kText);
  y = add_paragraph(
      picture,
      ran ? fmt::format("{} of {} comparators exchange their keys.", grouped_number(exchanges),
                        grouped_number(aks.stages()[aks.stage_of(shown.layer)].per_side))
          : fmt::format("{} comparators, not yet run.",
                        grouped_number(aks.stages()[aks.stage_of(shown.layer)].per_side)),
      x, y + 18, width, bottom);
  std::string more = drawn;
  if (stage.work == AksWork::kCyclic) {
    more += fmt::format(
        "{}Perfect: in matching m, left wire u meets right wire u + m mod {}; after "
        "all {} each has met each.",
        more.empty() ? "" : " ", grouped_number(stage.half), grouped_number(stage.half));
  } else if (stage.work == AksWork::kSorter) {
    more += fmt::format("{}A bitonic sorter of {} layers stands for the perfect halver.",
                        more.empty() ? "" : " ", shown.row().depth);
  }
  y = add_paragraph(picture, more, x, y + 4, width, bottom);
  y = add_paragraph(picture,
                    halver_constants(aks.parameters(), shown.moment.level.a, shown.moment.level.up),
                    x, y + 4, width, bottom);
  if (stage.work == AksWork::kMatching) {
    y = add_paragraph(picture,
                      fmt::format("To check that its graph expands, 2^{} sets of left wires "
                                  "are looked at: {} at 10^12 sets a second.",
                                  stage.half, check_time(stage.half)),
                      x, y + 4, width, bottom);
  }
  add_paragraph(picture, "Colours: rank among these keys.", x, y + 4, width, bottom);
}

// The button that tests the halver on all inputs; nothing for a sorter.
constexpr float kButtonWidth = 190;
constexpr float kButtonHeight = 24;
struct Button {
  float x = 0, y = 0;
  bool there = false;
};
Button test_button(const ShownHalver& shown, const Page& page) {
  const AksWork work = shown.row().stage.work;
  if (page.plots_bottom <= page.plots_top) return {};
  if (work != AksWork::kMatching && work != AksWork::kCyclic) return {};
  if (page.words_left <= 0) return {};
  return {page.words_left, page.right.bottom() + 8, true};
}
void draw_button(Picture& picture, const Button& button) {
  if (!button.there) return;
  picture.boxes.push_back({button.x, button.y, kButtonWidth, kButtonHeight, Role::kPanel, true, 6});
  picture.boxes.push_back({button.x, button.y, kButtonWidth, kButtonHeight, Role::kLine, false, 6});
  add_text(picture, button.x + kButtonWidth / 2, button.y + kButtonHeight / 2,
           "Find the worst input", Face::kSans, Role::kAccent, Anchor::kMiddle);
}

Picture layout(const Scene& scene, float width, float height) {
  Picture picture;
  picture.width = width;
  picture.height = height;
  const auto shown = shown_halver(scene);
  if (!shown) {
    const bool aks = scene.recording->network.wires_move();
    const char* why = aks ? "This separator has no halver: all its wires go up, or it sorts."
                          : "Halvers belong to the AKS network: choose it under New run.";
    picture.labels.push_back(fitted(
        {kMargin, 24, why, kText, Face::kSans, Anchor::kStart, Role::kMuted}, width - 2 * kMargin));
    return picture;
  }
  const Page page = page_for(*shown, width, height);
  picture.width = page.width;
  picture.height = page.height;
  const auto trace = halver_trace(scene, shown->moment, shown->index, shown->side);
  draw_head(picture, scene, *shown, page);
  draw_edges(picture, scene, *shown, page);
  draw_keys(picture, scene, *shown, page);
  draw_words(picture, scene, *shown, page, *trace);
  draw_plots(picture, scene, *shown, *trace, page);
  draw_button(picture, test_button(*shown, page));
  if (scene.fraction > 0) leave_out_covered_numbers(picture);
  return magnified(std::move(picture), page.magnified);
}

Selection pick(const Scene& scene, float width, float height, float x, float y) {
  Selection found;
  const auto shown = shown_halver(scene);
  if (!shown) return found;
  const Page page = page_for(*shown, width, height);
  x /= page.magnified;
  y /= page.magnified;
  const AksStage& stage = shown->row().stage;
  for (const std::uint32_t row : {0U, 1U}) {
    const StripArea& strip = row == 0 ? page.left : page.right;
    if (y < strip.top - 8 || y > strip.bottom() + 8 || x < strip.left || x >= strip.right) continue;
    const std::uint32_t k = row * stage.half + strip.at(x);
    const std::uint32_t spot = shown->moment.level.base +
                               shown->moment.node * shown->moment.level.a +
                               aks_slot(stage, shown->side, k);
    found.wire = scene.recording->network.aks()->wire_at(shown->moment.t, spot);
    found.place = shown->key(k);
  }
  return found;
}

std::string action(const Scene& scene, float width, float height, float x, float y) {
  const auto shown = shown_halver(scene);
  if (!shown) return {};
  const Page page = page_for(*shown, width, height);
  x /= page.magnified;
  y /= page.magnified;
  if (!scene.options->aks.follow && y > 36 && y < 56 && x > page.width - kMargin - 130) {
    return "aks-follow";
  }
  const Button button = test_button(*shown, page);
  if (button.there && x >= button.x && x < button.x + kButtonWidth && y >= button.y &&
      y < button.y + kButtonHeight) {
    return "halver-test";
  }
  return {};
}

}  // namespace

Page page_for(const ShownHalver& shown, float width, float height) {
  Page page;
  page.magnified =
      std::clamp(std::min(width / kUsualWidth, height / kUsualHeight), 1.0F, kMostMagnified);
  page.width = width / page.magnified;
  page.height = height / page.magnified;
  const bool words = page.width >= 820;
  page.words_right = page.width - kMargin;
  if (words) page.words_left = page.words_right - std::min(0.3F * page.width, 300.0F);
  const float right = words ? page.words_left - 28 : page.width - kMargin;
  const float room = page.height - kTop - 34;
  const bool plots = room >= kLeastGraph + kLeastPlots + 40;
  const float graph = plots ? std::max(0.56F * room, kLeastGraph) : room;
  const float strip = std::clamp(0.09F * graph, 14.0F, 30.0F);
  const std::uint32_t half = shown.row().stage.half;
  // Few wires stand in the middle, not far apart.
  const float wide = std::min(right - kMargin, 72.0F * static_cast<float>(half));
  const float left = kMargin + (right - kMargin - wide) / 2;
  page.left = {left, left + wide, kTop, strip, half};
  page.right = {left, left + wide, kTop + graph - strip, strip, half};
  if (plots) {
    page.plots_top = page.right.bottom() + 40;
    page.plots_bottom = page.height - 8;
  }
  return page;
}

}  // namespace halver_picture

const Layout kHalverLayout = {
    .id = "halver",
    .title = "Halver",
    .summary = "A halver of the AKS network: its matchings one by one, keys on the wrong side.",
    .max_wires = std::uint32_t{1} << 16,  // errors are counted in every frame
    .natural_size = wide_page,
    .layout = halver_picture::layout,
    .pick = halver_picture::pick,
    .action = halver_picture::action};

}  // namespace sortscope
