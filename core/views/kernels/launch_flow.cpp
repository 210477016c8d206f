// launch_flow.cpp: figure 3.1 of the AKS thesis in words, beside what is launched here.
#include "core/views/kernels/launch_flow.h"

#include <span>
#include <string>
#include <string_view>

#include "core/pictures/label_fit.h"

namespace sortscope::launch_flow {

namespace {

constexpr float kLine = 16;
constexpr float kPad = 8;
constexpr float kArrow = 14;
constexpr float kText = 12;

struct FlowStep {
  std::string_view text;
  bool device = true;  // dashed, as in the figure
};

constexpr FlowStep kThesis[] = {
    {"Keys and mappings go to the GPU", false},
    {"A kernel a level, each in a stream of its own: a block a separator, keys in global memory"},
    {"Meanwhile the CPU works out where wires go, and copies the offsets", false},
    {"Another kernel moves the wires; the mappings change places"},
    {"Next step of the tree, until the end", false},
};
constexpr FlowStep kOurs[] = {
    {"Keys go to their spots"},
    {"One launch for the separators of all levels, a block one or more, in shared memory"},
    {"The same launch writes keys to the spots of the next step, which are arithmetic"},
    {"Next step, until the end: steps are a graph, the CPU is not asked", false},
    {"Blocks of 64 are sorted; rounds of repair until all is in order"},
};

float height_of(std::span<const FlowStep> steps) {
  float h = 20;
  for (const FlowStep& step : steps) {
    const auto lines = wrapped(step.text, kText, Face::kSans, kWidth - 2 * kPad).size();
    h += kLine * static_cast<float>(lines) + 2 * kPad + kArrow;
  }
  return h;
}

float draw_flow(Picture& picture, float x, float y, std::string_view title,
                std::span<const FlowStep> steps) {
  picture.labels.push_back(fitted(
      {x, y + 6, std::string(title), 12, Face::kSansBold, Anchor::kStart, Role::kText}, kWidth));
  y += 20;
  for (const FlowStep& step : steps) {
    const auto lines = wrapped(step.text, kText, Face::kSans, kWidth - 2 * kPad);
    const float h = kLine * static_cast<float>(lines.size()) + 2 * kPad;
    picture.boxes.push_back({.x = x,
                             .y = y,
                             .w = kWidth,
                             .h = h,
                             .role = step.device ? Role::kAccent : Role::kLine,
                             .filled = false,
                             .corner = 6,
                             .width = 1.2F,
                             .dashed = step.device});
    for (std::size_t i = 0; i < lines.size(); ++i) {
      picture.labels.push_back({x + kPad, y + kPad + kLine * (static_cast<float>(i) + 0.5F),
                                lines[i], kText, Face::kSans, Anchor::kStart, Role::kText});
    }
    y += h;
    if (&step == &steps.back()) break;
    picture.lines.push_back(
        {x + kWidth / 2, y, x + kWidth / 2, y + kArrow - 2, Role::kMuted, 1.2F});
    picture.arrows.push_back({x + kWidth / 2, y + kArrow - 1, true, 6, Role::kMuted, 0});
    y += kArrow;
  }
  return y;
}

}  // namespace

void draw(Picture& picture, float x, float top, float bottom) {
  const float both = height_of(kThesis) + height_of(kOurs) + 16;
  if (top + height_of(kOurs) > bottom) return;
  if (top + both <= bottom) {
    top = draw_flow(picture, x, top, "Thesis, figure 3.1 (dashed: on the GPU)", kThesis) + 24;
  }
  draw_flow(picture, x, top, "Here (dashed: on the GPU)", kOurs);
}

}  // namespace sortscope::launch_flow
