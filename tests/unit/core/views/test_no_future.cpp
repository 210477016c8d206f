// test_no_future.cpp: no picture and no word tells what has not run: they are the same whatever
// comes.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/scenes/question_marks.h"
#include "core/scenes/scene.h"
#include "core/words/code_state.h"
#include "core/words/inspect.h"
#include "tests/unit/opposite_run.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

// A moment of a run, and the first comparator whose outcome it does not show.
struct Moment {
  Cursor cursor;
  float fraction = 0;
  bool whole_layer = true;
  Cursor unknown;

  [[nodiscard]] std::string name() const {
    return fmt::format("layer {} comparator {}{}", cursor.layer, cursor.comparator,
                       fraction == 0 ? ""
                       : whole_layer ? ", the layer on its way"
                                     : ", the comparator on its way");
  }
};

std::vector<Moment> moments_of(const Network& network) {
  const std::uint32_t depth = network.depth();
  const std::set<std::uint32_t> layers =
      depth <= 12 ? [&] {
        std::set<std::uint32_t> all;
        for (std::uint32_t layer = 0; layer < depth; ++layer) all.insert(layer);
        return all;
      }()
                  : std::set<std::uint32_t>{0, 1, depth / 3, depth / 2, depth - 1};
  std::vector<Moment> moments;
  for (const std::uint32_t layer : layers) {
    moments.push_back({{layer, 0}, 0, true, {layer, 0}});
    moments.push_back({{layer, 0}, 0.2F, true, {layer + 1, 0}});
    moments.push_back({{layer, 0}, 0.7F, true, {layer + 1, 0}});
    const std::uint32_t half = network.count(layer) / 2;
    if (half == 0) continue;
    moments.push_back({{layer, half}, 0, true, {layer, half}});
    moments.push_back({{layer, half}, 0.7F, false, {layer, half + 1}});
  }
  return moments;
}

template <typename... Values>
std::string mark(std::string_view kind, const Values&... values) {
  std::string text(kind);
  ((text += fmt::format(" {}", values)), ...);
  return text;
}

// Every mark of a picture, a line each.
std::vector<std::string> marks_of(const Picture& picture) {
  std::vector<std::string> marks;
  const auto number = [](auto value) { return static_cast<int>(value); };
  for (const auto* boxes : {&picture.boxes, &picture.chips}) {
    for (const Box& b : *boxes) {
      marks.push_back(mark(boxes == &picture.boxes ? "box" : "chip", b.x, b.y, b.w, b.h,
                           number(b.role), b.filled, b.rank, b.width, b.dashed));
    }
  }
  for (const Shape& s : picture.shapes) {
    std::string text = mark("shape", number(s.role), s.rank, s.light, s.alpha, s.width, s.dashed);
    for (const ShapePoint& p : picture.points_of(s)) text += fmt::format(" ({} {})", p.x, p.y);
    marks.push_back(std::move(text));
  }
  for (const Line& l : picture.lines) {
    marks.push_back(mark("line", l.x0, l.y0, l.x1, l.y1, number(l.role), l.width, l.dashed));
  }
  for (const ArrowHead& a : picture.arrows) {
    marks.push_back(mark("arrow", a.x, a.y, a.down, a.size, number(a.role), a.width));
  }
  for (const Dot& d : picture.dots) {
    marks.push_back(mark("dot", d.x, d.y, d.radius, number(d.role), d.filled, d.width));
  }
  for (const Label& l : picture.labels) {
    marks.push_back(mark("label", l.x, l.y, l.text, l.size, number(l.role), l.on_rank, l.whole));
  }
  return marks;
}

// The first mark that differs; "" where none does.
std::string difference(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    const std::string one = i < a.size() ? a[i] : "nothing";
    const std::string other = i < b.size() ? b[i] : "nothing";
    if (one != other) return one + " | " + other;
  }
  return "";
}

// Where the adaptive run beside a network's is, stage by stage: merge j has j stages, of j, j - 1,
// ... 1 comparisons one after the other.
Cursor adaptive_cursor(const Recording& network_run, const Recording& adaptive, Cursor cursor) {
  const bool merger = network_run.algorithm->needs_bitonic_input;
  std::uint32_t layer = cursor.layer;
  std::uint32_t comparisons = 0;
  for (std::uint32_t j = merger ? floor_log2(network_run.network.wires()) : 1;; ++j) {
    for (std::uint32_t stage = 0; stage < j; ++stage) {
      if (layer-- == 0) return {std::min(comparisons, adaptive.network.depth()), 0};
      comparisons += j - stage;
    }
  }
}

// A run and the opposites of it, side by side.
class Pair {
 public:
  explicit Pair(const std::shared_ptr<const Recording>& recording) : recording_(recording) {}

  // `look` of the run and of that which goes on otherwise from `moment` on.
  template <typename Look>
  std::string compare(const Moment& moment, const SceneRequest& wanted, const Look& look) {
    SceneRequest request = wanted;
    request.cursor = moment.cursor;
    request.fraction = moment.fraction;
    request.whole_layer = moment.whole_layer;
    std::vector<std::string> told = look(maker_of(recording_->network.end()).make(request));
    Scene scene = maker_of(moment.unknown).make(request);
    std::shared_ptr<const Recording> beside;
    if (scene.counterpart != nullptr) {
      beside = opposite_from(*scene.counterpart,
                             adaptive_cursor(*recording_, *scene.counterpart, moment.cursor));
      scene.counterpart = beside.get();
    }
    return difference(told, look(scene));
  }

 private:
  SceneMaker& maker_of(Cursor unknown) {
    auto& maker = makers_[unknown];
    if (!maker) {
      maker = std::make_unique<SceneMaker>(
          unknown == recording_->network.end() ? recording_ : opposite_from(*recording_, unknown));
    }
    return *maker;
  }

  std::shared_ptr<const Recording> recording_;  // as it is
  std::map<Cursor, std::unique_ptr<SceneMaker>> makers_;
};

// What is chosen or pointed at: nothing, a wire, a key, a comparator of the layer that comes, one
// of the last.
std::vector<Selection> chosen_things(const Network& network, const Moment& moment) {
  const std::uint32_t layer = std::min(moment.cursor.layer, network.depth() - 1);
  const std::uint32_t last = network.count(layer) - 1;
  return {{},
          {.wire = 1, .place = {}, .comparator = {}},
          {.wire = {}, .place = 2, .comparator = {}},
          {.wire = {}, .place = {}, .comparator = ComparatorId{layer, last}},
          {.wire = {}, .place = {}, .comparator = ComparatorId{network.depth() - 1, 0}}};
}

// Without padding: where that goes no key decides.
std::shared_ptr<const Recording> run_of(const Algorithm& algorithm) {
  return RunView(algorithm.id, mixed_keys(algorithm.family == Family::kAks ? 256 : 8)).shared();
}

std::string name_of(const Selection& chosen) {
  if (chosen.wire) return "a wire";
  if (chosen.place) return "a key";
  if (!chosen.comparator) return "nothing";
  return fmt::format("comparator {} of layer {}", chosen.comparator->index,
                     chosen.comparator->layer);
}

std::shared_ptr<const QuestionMarks> open_question(const Moment& moment) {
  auto marks = std::make_shared<QuestionMarks>();
  marks->veiled = true;
  marks->asked_layer = moment.cursor.layer;
  marks->then_layer = moment.cursor.layer + 1;
  return marks;
}

// Views that show more than the moment where no question is open, and say so.
struct Exception {
  std::string_view view;
  std::string_view why;
};
constexpr Exception kShowMore[] = {
    {"history", "the keys after every layer, to the end"},
    {"aks-tree", "strangers over all steps; dashed, where a followed key goes"},
    {"halver", "faint, the curves of the whole halver"},
    {"cylinder", "the split of the stage that has begun, which its keys decide"},
};
bool shows_more(std::string_view view) {
  return std::ranges::find(kShowMore, view, &Exception::view) != std::end(kShowMore);
}

// What the views offer to choose, so that all that they can draw is looked at.
std::vector<LayoutOptions> options_of(std::string_view view) {
  std::vector<LayoutOptions> all(1);
  const auto add = [&](auto set) {
    all.emplace_back();
    set(all.back());
  };
  if (view == "network") {
    add([](LayoutOptions& o) { o.kernel.overlay = "v1"; });
    add([](LayoutOptions& o) { o.network.min_max_row = true; });
  } else if (view == "memory") {
    add([](LayoutOptions& o) { o.memory.kernel = "block"; });
    add([](LayoutOptions& o) { o.memory.kernel = "fast"; });
  } else if (view == "tree") {
    add([](LayoutOptions& o) { o.tree.form = TreeForm::kComplete; });
    add([](LayoutOptions& o) { o.tree.compare = true; });
  } else if (view == "cylinder") {
    add([](LayoutOptions& o) { o.cylinder.unrolled = true; });
  } else if (view == "schedule") {
    add([](LayoutOptions& o) { o.schedule.every_step = true; });
  }
  return all;
}

class NoFuture : public testing::TestWithParam<std::string_view> {};

TEST_P(NoFuture, IsInThePicture) {
  const Layout& layout = **find_layout(GetParam());
  std::size_t looked = 0;
  for (const Algorithm& algorithm : algorithms()) {
    const auto recording = run_of(algorithm);
    if (recording->network.depth() == 0) continue;
    Pair pair(recording);
    for (const Moment& moment : moments_of(recording->network)) {
      for (const Selection& chosen : chosen_things(recording->network, moment)) {
        for (const bool asks : {false, true}) {
          const bool at_a_layer = moment.fraction == 0 && moment.cursor.comparator == 0;
          if (asks ? !at_a_layer : shows_more(layout.id)) continue;
          for (const LayoutOptions& options : options_of(layout.id)) {
            SceneRequest wanted;
            LaidOver over;
            if (asks) over.question = open_question(moment);
            wanted.laid_over = &over;
            wanted.options = &options;
            wanted.selected = chosen;
            const std::string found = pair.compare(moment, wanted, [&](const Scene& scene) {
              return marks_of(layout.layout(scene, 1052, 614));
            });
            ++looked;
            EXPECT_EQ(found, "") << algorithm.id << ", " << moment.name()
                                 << (asks ? ", a question is open" : "")
                                 << ", chosen: " << name_of(chosen);
          }
        }
      }
    }
  }
  EXPECT_GT(looked, 250U);
}

INSTANTIATE_TEST_SUITE_P(Views, NoFuture, testing::ValuesIn([] {
                           std::vector<std::string_view> ids;
                           for (const Layout& layout : layouts()) ids.push_back(layout.id);
                           return ids;
                         }()),
                         [](const auto& each) {
                           std::string name(each.param);
                           std::erase(name, '-');
                           return name;
                         });

// Info and the line of code, of everything that can be chosen. Where no question is open, Info
// tells whoever asks for it where a key will end and whom a comparator will meet.
TEST(NoFutureInWords, OfInfoAndCode) {
  for (const Algorithm& algorithm : algorithms()) {
    const auto recording = run_of(algorithm);
    if (recording->network.depth() == 0) continue;
    Pair pair(recording);
    for (const Moment& moment : moments_of(recording->network)) {
      for (const Selection& chosen : chosen_things(recording->network, moment)) {
        for (const bool asks : {false, true}) {
          SceneRequest wanted;
          LaidOver over;
          if (asks) over.question = open_question(moment);
          wanted.laid_over = &over;
          wanted.selected = chosen;
          const std::string found = pair.compare(moment, wanted, [&](const Scene& scene) {
            std::vector<std::string> said;
            for (const InspectorSection& section : inspect(scene, chosen)) {
              said.push_back(section.title);
              for (const InspectorRow& row : section.rows) {
                const bool to_come = row.label == "ends" || row.label == "will meet";
                if (to_come && !asks) continue;
                said.push_back(fmt::format("{}: {}", row.label, row.value));
              }
            }
            const CodeState state = code_state(scene);
            said.push_back(fmt::format("line {}{}", state.current_line, state.turned));
            for (const Variable& variable : state.variables) {
              said.push_back(variable.name + " = " + variable.value);
            }
            for (const std::string& caption : scene_captions(scene)) said.push_back(caption);
            return said;
          });
          EXPECT_EQ(found, "") << algorithm.id << ", " << moment.name()
                               << (asks ? ", a question is open" : "")
                               << ", chosen: " << name_of(chosen);
        }
      }
    }
  }
}

}  // namespace
}  // namespace sortscope
