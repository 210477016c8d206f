// new_run_aks.cpp: the parameters of the AKS network in the new-run overlay.
#include "app/overlays/new_run_aks.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "app/overlays/overlay.h"
#include "core/networks/aks/parameters.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

struct DepthChoice {
  std::string_view value;  // of parameter depth; empty: a number
  std::string_view title;
  std::string_view note;
};
constexpr std::array kDepths = {
    DepthChoice{"perfect", "Perfect",
                "Perfect halvers where no error is allowed, 30 matchings elsewhere (thesis, 4.4)."},
    DepthChoice{"custom", "Custom", "250, 800 or 500 matchings by size (thesis, 4.3)."},
    DepthChoice{"union", "Union bound", "5,771 to 9,046 matchings: a random graph expands."},
    DepthChoice{"chvatal", "Chvátal", "172,880 to 378,214 matchings: equation (2.4)."},
    DepthChoice{"ideal", "Ideal", "Every separator sorts its wires; errors can be planted."},
    DepthChoice{"", "Fixed", "The same number of matchings in every halver."},
};

// Numbers, their names, and what they are called.
struct NumberChoice {
  std::string_view name;
  std::string_view title;
};
constexpr std::array kNumbers = {
    NumberChoice{"epsilon-b", "ε_B"},
    NumberChoice{"epsilon-f", "ε_F"},
    NumberChoice{"delta", "δ"},
    NumberChoice{"distinct-matchings", "distinct"},
    NumberChoice{"planted", "planted errors"},
    NumberChoice{"seed", "seed"},
};

const AksParameters& aks_of(const RunRequest& run) { return run.parameters.of<AksParameters>(); }

std::string value_of(const AksParameters& parameters, std::string_view name) {
  for (const auto& [other, value] : parameter_texts(parameters, true)) {
    if (other == name) return value;
  }
  return "";
}

// What is on or off.
struct Flag {
  std::string_view name, on, off, title;
  bool set;
};
std::array<Flag, 3> flags_of(const AksParameters& p) {
  return {
      Flag{"shuffle-halves", "1", "0", "Shuffle halves after perfect halvers", p.shuffle_halves},
      Flag{"skip-whole", "1", "0", "No halver where all wires go up", p.skip_whole},
      Flag{"graphs", "shared", "own", "Halvers of a size share a graph", p.shared_graphs}};
}

int depth_index(const AksParameters& parameters) {
  const std::string value = value_of(parameters, "depth");
  const auto* const found =
      std::find_if(kDepths.begin(), kDepths.end(),
                   [&](const DepthChoice& choice) { return choice.value == value; });
  return found == kDepths.end() ? static_cast<int>(kDepths.size()) - 1
                                : static_cast<int>(found - kDepths.begin());
}

}  // namespace

void AksForm::read_numbers(const RunRequest& run) {
  for (std::size_t i = 0; i < kNumbers.size(); ++i) {
    const std::string value = value_of(aks_of(run), kNumbers[i].name);
    // 0: computed, all, none.
    numbers_[i] = value == "0" && kNumbers[i].name != "seed" ? "" : value;
  }
  depth_ = std::to_string(aks_of(run).fixed_depth);
  read_ = true;
}

void AksForm::set(RunRequest& run, std::string_view name, std::string_view value) {
  AksParameters changed = aks_of(run);
  const Status status = set_parameter(changed, name, value.empty() ? "0" : value);
  if (!status) {
    error_ = status.error().text();
    return;
  }
  run.parameters.set(changed);
  const auto all = resolved(changed);
  error_ = all ? "" : all.error().text();
}

bool AksForm::focus_next(const RunRequest& run, bool forward) {
  int next = focus_ + (forward ? 1 : -1);
  const bool fixed = kDepths[static_cast<std::size_t>(depth_index(aks_of(run)))].value.empty();
  if (next == kFixedDepth && !fixed) next += forward ? 1 : -1;
  if (next < 0 || next >= kControls) return false;
  focus_ = next;
  return true;
}

void AksForm::choose_depth(RunRequest& run, int index) {
  const std::string_view value = kDepths[static_cast<std::size_t>(index)].value;
  set(run, "depth", value.empty() ? std::string_view(depth_) : value);
}

void AksForm::turn(RunRequest& run, int by) {
  const auto turned = [by](int index, std::size_t count) {
    const int n = static_cast<int>(count);
    return (index + by + n) % n;
  };
  const AksParameters p = aks_of(run);
  if (focus_ == kDepth) choose_depth(run, turned(depth_index(p), kDepths.size()));
  if (focus_ == kMatching) {
    const auto all = matchings();
    const auto now = std::find_if(all.begin(), all.end(),
                                  [&](const Matching& m) { return m.kind == p.matching; });
    const int next = turned(static_cast<int>(now - all.begin()), all.size());
    set(run, "matching", all[static_cast<std::size_t>(next)].id);
  }
  if (focus_ == kPerfect) {
    set(run, "perfect-halver", p.perfect == PerfectHalver::kCyclic ? "bitonic" : "cyclic");
  }
  if (focus_ >= kFlag && focus_ < kSparse) {
    const Flag flag = flags_of(p)[static_cast<std::size_t>(focus_ - kFlag)];
    set(run, flag.name, flag.set ? flag.off : flag.on);
  }
  if (focus_ == kSparse) run.keyframes_only = !run.keyframes_only;
}

void AksForm::mark(const Brush& brush, int control, const Area& area) {
  if (control != focus_) return;
  focused_ = area;
  if (keyboard_) draw_focus_ring(brush, area);
}

float AksForm::draw(RunRequest& run, const Brush& brush, float x, float y, float width,
                    bool keyboard, bool take_text) {
  keyboard_ = keyboard;
  take_text_ = take_text;
  if (!read_) read_numbers(run);
  draw_heading(brush, x, y + brush.px(8), "Halvers");
  y = draw_depth(run, brush, x, y + brush.px(24), width);
  y = draw_matching(run, brush, x, y + brush.px(14), width);
  y = draw_choices(run, brush, x, y + brush.px(14), width);
  return draw_numbers(run, brush, x, y + brush.px(14), width);
}

float AksForm::draw_depth(RunRequest& run, const Brush& brush, float x, float y, float width) {
  std::vector<std::string_view> names;
  for (const DepthChoice& choice : kDepths) names.push_back(choice.title);
  const int now = depth_index(aks_of(run));
  const ChipRow chips = choice_chips(brush, "aks-depth", x, y, width, names, now);
  const DepthChoice& shown = kDepths[static_cast<std::size_t>(now)];
  mark(brush, kDepth, chips.chosen);
  if (chips.pressed >= 0) choose_depth(run, chips.pressed);
  y = chips.bottom + brush.px(8);
  if (shown.value.empty()) {
    const Area field{x, y, brush.px(96), brush.px(32)};
    if (text_field(brush, "##aks-fixed", field, depth_, "30", nullptr,
                   take_text_ && focus_ == kFixedDepth)) {
      set(run, "depth", depth_);
    }
    mark(brush, kFixedDepth, field);
    draw_text(brush, field.right() + brush.px(10), field.mid_y(), "matchings in every halver",
              kSizeSmall, Face::kSans, Role::kMuted);
    return field.bottom();
  }
  return y + draw_paragraph(brush, x, y, width, shown.note, kSizeSmall, Face::kSans, Role::kMuted);
}

float AksForm::draw_matching(RunRequest& run, const Brush& brush, float x, float y, float width) {
  std::vector<std::string_view> names;
  int now = 0;
  for (const Matching& matching : matchings()) {
    if (matching.kind == aks_of(run).matching) now = static_cast<int>(names.size());
    names.push_back(matching.id);
  }
  const ChipRow chips = choice_chips(brush, "aks-matching", x, y, width, names, now);
  mark(brush, kMatching, chips.chosen);
  if (chips.pressed >= 0) set(run, "matching", names[static_cast<std::size_t>(chips.pressed)]);
  y = chips.bottom + brush.px(8);
  const Matching& shown = matching_of(aks_of(run).matching);
  return y + draw_paragraph(brush, x, y, width, fmt::format("{}: {}", shown.title, shown.summary),
                            kSizeSmall, Face::kSans, Role::kMuted);
}

float AksForm::draw_choices(RunRequest& run, const Brush& brush, float x, float y, float width) {
  static constexpr std::array<std::string_view, 2> kHalvers = {"Cyclic matchings",
                                                               "Bitonic sorter"};
  const AksParameters p = aks_of(run);
  const Area perfect{x, y, std::min(brush.px(280), width), brush.px(32)};
  const int chosen = segmented(brush, "aks-perfect", perfect, kHalvers.data(), 2,
                               p.perfect == PerfectHalver::kCyclic ? 0 : 1);
  mark(brush, kPerfect, perfect);
  if (chosen >= 0) set(run, "perfect-halver", chosen == 0 ? "cyclic" : "bitonic");
  y = perfect.bottom() + brush.px(10);
  int control = kFlag;
  for (const Flag& flag : flags_of(p)) {
    const std::array<std::string_view, 1> name = {flag.title};
    ImGui::PushID(flag.name.data());
    const ChipRow chip = choice_chips(brush, "aks-flag", x, y, width, name, flag.set ? 0 : -1);
    ImGui::PopID();
    mark(brush, control++, chip.drawn);
    if (chip.pressed >= 0) set(run, flag.name, flag.set ? flag.off : flag.on);
    y = chip.bottom + brush.px(6);
  }
  static constexpr std::array<std::string_view, 1> kKeyframes = {
      "Keep keyframes, work outcomes out again"};
  const ChipRow sparse =
      choice_chips(brush, "aks-sparse", x, y, width, kKeyframes, run.keyframes_only ? 0 : -1);
  mark(brush, kSparse, sparse.drawn);
  if (sparse.pressed >= 0) run.keyframes_only = !run.keyframes_only;
  y = sparse.bottom + brush.px(6);
  return y;
}

float AksForm::draw_numbers(RunRequest& run, const Brush& brush, float x, float y, float width) {
  const float label = brush.px(96);
  const float field_width = brush.px(104);
  const float column = label + field_width + brush.px(16);
  const int columns = width >= 2 * column ? 2 : 1;
  float bottom = y;
  for (std::size_t i = 0; i < kNumbers.size(); ++i) {
    const auto at = static_cast<int>(i);
    const float left = x + column * static_cast<float>(at % columns);
    const int line = at / columns;
    const Area field{left + label, y + brush.px(40) * static_cast<float>(line), field_width,
                     brush.px(32)};
    draw_text(brush, left, field.mid_y(), kNumbers[i].title, kSizeText, Face::kSans, Role::kMuted);
    ImGui::PushID(at);
    const std::string_view name = kNumbers[i].name;
    const char* hint = name == "planted" ? "0" : name == "distinct-matchings" ? "all" : "computed";
    if (text_field(brush, "##aks-number", field, numbers_[i], hint, nullptr,
                   take_text_ && focus_ == kNumber + at)) {
      set(run, name, numbers_[i]);
    }
    mark(brush, kNumber + at, field);
    ImGui::PopID();
    bottom = field.bottom();
  }
  const auto all = resolved(aks_of(run));
  const std::string note = all ? fmt::format("ε_B = {:.6g}, ε_F = {:.6g}, δ = {:.6g}",
                                             all->epsilon_b, all->epsilon_f, all->delta)
                               : "";
  return bottom + brush.px(8) +
         draw_paragraph(brush, x, bottom + brush.px(8), width, note, kSizeSmall, Face::kMono,
                        Role::kMuted);
}

}  // namespace sortscope
