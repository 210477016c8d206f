// new_run.cpp: choose algorithm, keys and engine, and record.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "app/engines/engines.h"
#include "app/overlays/form_card.h"
#include "app/overlays/new_run_aks.h"
#include "app/overlays/new_run_presets.h"
#include "app/overlays/overlay.h"
#include "app/overlays/parts.h"
#include "app/overlays/run_cost.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "core/base/number_text.h"
#include "core/keys/inputs.h"
#include "core/lessons/presets.h"
#include "core/networks/wording.h"
#include "core/recordings/families.h"
#include "kernels/cuda_engine.h"

namespace sortscope {

namespace {

constexpr float kAlgorithmRow = 44;
constexpr float kListWidth = 352;
constexpr std::size_t kMostTextKeys = 4096;  // more do not fit a line to edit

// Controls that take the keyboard, in the order of Tab.
enum class Field : std::uint8_t {
  kAlgorithm,
  kSource,
  kKind,
  kCount,
  kSeed,
  kOwnKeys,
  kAks,  // the controls of AksForm, one after another
  kType,
  kOrder,
  kEngine,
  kKernel,
  kKeyframes,
  kPreset
};

class NewRunOverlay final : public FormCard<Field> {
 public:
  NewRunOverlay() : FormCard(Overlay::kNewRun, Field::kAlgorithm) {}
  [[nodiscard]] std::string_view title() const override { return "New run"; }
  [[nodiscard]] ImVec2 wanted_size() const override { return {1020, 960}; }

 private:
  bool prepare(const OverlayParts& given) override {
    listed_ = false;
    if (started_) return true;
    started_ = true;
    count_ = std::to_string(given.next.run_keys);
    seed_ = std::to_string(given.next.run.seed);
    const std::size_t shown = std::min(given.next.keys().size(), kMostTextKeys);
    for (std::size_t i = 0; i < shown; ++i) own_ += (i > 0 ? ", " : "") + given.next.keys().text(i);
    own_whole_ = shown == given.next.keys().size();
    return true;
  }

  // What is sorted stays in sight, however far down the list its algorithm stands.
  [[nodiscard]] float list_width(const Brush& brush, float room) const override {
    return room >= brush.px(720) ? brush.px(kListWidth) : 0;
  }
  float draw_list(const OverlayParts& given, const Brush& brush, const Area& area) override {
    const float width = area.width - brush.px(14);
    const float end = draw_algorithms(given, brush, area.x, area.y + brush.px(16), width);
    listed_ = true;
    return draw_presets(given, brush, area.x, end + brush.px(12), width);
  }

  float draw_form(const OverlayParts& given, const Brush& brush, const Area& area) override {
    float y = area.y + brush.px(16);
    if (listed_) return draw_choices(given, brush, area.x, y, area.width);
    y = draw_algorithms(given, brush, area.x, y, area.width) + brush.px(12);
    y = draw_choices(given, brush, area.x, y, area.width) + brush.px(12);
    return draw_presets(given, brush, area.x, y, area.width);
  }

  [[nodiscard]] static bool own(const OverlayParts& given) {
    return given.next.run.input == "given";
  }

  [[nodiscard]] static bool seeded(const OverlayParts& given) {
    const auto kind = find_input_kind(given.next.run.input);
    return kind.ok() && (*kind)->uses_seed;
  }

  // How many keys there will be. A key that is still to be corrected counts too.
  [[nodiscard]] std::uint32_t wanted_keys(const OverlayParts& given) const {
    const std::uint32_t n = next_run_keys(given.next);
    if (!own(given) || error_.empty() || !own_whole_) return n;
    std::uint32_t words = 0;
    bool in_word = false;
    for (const char c : own_) {
      const bool separates = c == ',' || c == ';' || c == ' ' || c == '\t';
      if (!separates && !in_word) ++words;
      in_word = !separates;
    }
    return words > 0 ? words : n;
  }

  [[nodiscard]] const RunCost& cost(const OverlayParts& given, const Algorithm& algorithm) {
    return costs_.of(algorithm, wanted_keys(given), bits_of(given.next.run_type), given.next.run);
  }

  [[nodiscard]] std::vector<Field> fields(const OverlayParts& given) const override {
    std::vector<Field> list = {Field::kAlgorithm, Field::kSource};
    if (own(given)) {
      list.push_back(Field::kOwnKeys);
    } else {
      list.insert(list.end(), {Field::kKind, Field::kCount});
      if (seeded(given)) list.push_back(Field::kSeed);
    }
    if (given.next.run.algorithm == "aks") list.push_back(Field::kAks);
    list.insert(list.end(), {Field::kType, Field::kOrder, Field::kEngine, Field::kKernel});
    const auto& algorithm = algorithms()[static_cast<std::size_t>(algorithm_index(given))];
    if (may_keep_keyframes(algorithm)) list.push_back(Field::kKeyframes);
    list.push_back(Field::kPreset);
    return list;
  }

  // AksForm asks for those of the AKS network.
  [[nodiscard]] static bool may_keep_keyframes(const Algorithm& algorithm) {
    return family_of(algorithm).keyframes_for_bits() && algorithm.family != Family::kAks;
  }

  [[nodiscard]] bool takes_text(Field field) const override {
    return field == Field::kCount || field == Field::kSeed || field == Field::kOwnKeys ||
           (field == Field::kAks && aks_.takes_text());
  }

  void focus_next(const OverlayParts& given, bool forward) override {
    if (has_focus(Field::kAks) && aks_.focus_next(given.next.run, forward)) {
      focus(focused());
      return;
    }
    FormCard::focus_next(given, forward);
    if (!has_focus(Field::kAks)) return;
    aks_.focus_first(forward);
    focus(focused());
  }

  void enter(const OverlayParts& given) override {
    if (has_focus(Field::kPreset) && preset_ >= 0) {
      run_preset(given, preset_);
    } else {
      record(given);
    }
  }

  static int turned(int index, int by, std::size_t count) {
    const int n = static_cast<int>(count);
    return n == 0 ? 0 : (index + by + n) % n;
  }

  void turn(const OverlayParts& given, int by) override {
    switch (focused()) {
      case Field::kAlgorithm:
        choose_algorithm(given, turned(algorithm_index(given), by, algorithms().size()));
        break;
      case Field::kSource:
        choose_source(given, own(given) ? 0 : 1);
        if (own(given)) focus(Field::kOwnKeys);
        break;
      case Field::kKind:
        choose_kind(given, turned(kind_index(given), by, input_kinds().size()));
        break;
      case Field::kType:
        choose_type(given, turned(static_cast<int>(given.next.run_type), by, kKeyTypes.size()));
        break;
      case Field::kOrder:
        given.next.run.order =
            given.next.run.order == Order::kAscending ? Order::kDescending : Order::kAscending;
        break;
      case Field::kEngine:
        choose_engine_id(given, turned(engine_index(given), by, cuda_status().available ? 3 : 2));
        break;
      case Field::kKernel:
        choose_kernel(given, turned(kernel_index(given), by, next_run_kernels(given.next).size()));
        break;
      case Field::kAks:
        aks_.turn(given.next.run, by);
        break;
      case Field::kKeyframes:
        given.next.run.keyframes_only = !given.next.run.keyframes_only;
        break;
      case Field::kPreset:
        preset_ = turned(preset_, by, presets().size());
        break;
      default:
        break;
    }
  }

  static int algorithm_index(const OverlayParts& given) {
    const auto list = algorithms();
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (list[i].id == given.next.run.algorithm) return static_cast<int>(i);
    }
    return 0;
  }

  void choose_algorithm(const OverlayParts& given, int index) {
    const Status status =
        set_algorithm(given.next, algorithms()[static_cast<std::size_t>(index)].id);
    error_ = status ? "" : status.error().text();
  }

  void choose_source(const OverlayParts& given, int index) {
    error_.clear();
    if (index == 0) {
      given.next.run.input =
          usual_input(algorithms()[static_cast<std::size_t>(algorithm_index(given))]);
      if (given.next.run_keys == 0) given.next.run_keys = kUsualKeys;
      count_ = std::to_string(given.next.run_keys);
      return;
    }
    given.next.run.input = "given";
    read_own_keys(given);
  }

  static int kind_index(const OverlayParts& given) {
    const auto kinds = input_kinds();
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      if (kinds[i].id == given.next.run.input) return static_cast<int>(i);
    }
    return -1;
  }

  static void choose_kind(const OverlayParts& given, int index) {
    given.next.run.input = input_kinds()[static_cast<std::size_t>(index)].id;
  }

  void choose_type(const OverlayParts& given, int index) {
    const Status status =
        set_key_type(given.next, given.notices, kKeyTypes[static_cast<std::size_t>(index)]);
    error_ = status ? "" : status.error().text();
  }

  static int engine_index(const OverlayParts& given) {
    return given.next.engine_id == "cpu" ? 1 : given.next.engine_id == "cuda" ? 2 : 0;
  }

  static void choose_engine_id(const OverlayParts& given, int index) {
    static constexpr std::array<const char*, 3> kIds = {"auto", "cpu", "cuda"};
    given.next.engine_id = kIds[static_cast<std::size_t>(index)];
    given.next.run.kernel.clear();
  }

  static int kernel_index(const OverlayParts& given) {
    const auto ids = next_run_kernels(given.next);
    const auto at = std::find(ids.begin(), ids.end(), given.next.run.kernel);
    return at == ids.end() ? 0 : static_cast<int>(at - ids.begin());
  }

  static void choose_kernel(const OverlayParts& given, int index) {
    given.next.run.kernel = next_run_kernels(given.next)[static_cast<std::size_t>(index)];
  }

  void read_count(const OverlayParts& given) {
    const auto& algorithm = algorithms()[static_cast<std::size_t>(algorithm_index(given))];
    const auto n = whole_argument("n", count_, 1, algorithm.max_keys);
    error_ = n ? "" : n.error().message;
    if (n) given.next.run_keys = static_cast<std::uint32_t>(*n);
  }

  void read_seed(const OverlayParts& given) {
    const auto seed = whole_argument("seed", seed_, 0, ~std::uint64_t{0});
    error_ = seed ? "" : seed.error().message;
    if (seed) given.next.run.seed = *seed;
  }

  void read_own_keys(const OverlayParts& given) {
    error_.clear();
    // A long list from a file stays as it is until it is edited.
    if (!own_whole_ && given.next.keys().size() > kMostTextKeys) return;
    const Status status = set_own_keys(given.next, given.notices, own_);
    if (!status) error_ = status.error().text();
  }

  void run_preset(const OverlayParts& given, int index) {
    given.overlay.open = Overlay::kNone;
    given.asked.ask("preset " + std::string(presets()[static_cast<std::size_t>(index)].id));
  }

  // What is to be corrected first; "" where nothing is.
  [[nodiscard]] const std::string& problem_of(const OverlayParts& given) const {
    const bool aks = given.next.run.algorithm == "aks";
    return error_.empty() && aks ? aks_.error() : error_;
  }

  void record(const OverlayParts& given) {
    if (!problem_of(given).empty()) return;
    const auto& algorithm = algorithms()[static_cast<std::size_t>(algorithm_index(given))];
    if (cost(given, algorithm).bytes.total_bytes >= kLargeRecordingBytes && !agreed_) {
      // Enter a second time, or the button, which names the size, agrees.
      agreed_ = true;
      return;
    }
    if (given.background.work) {
      error_ = Error{ErrorCode::kWorkFailed, "other work is still going on.", ""}.text();
      return;
    }
    given.asked.ask("record confirmed", [this, given](const Status& status) {
      if (status) given.overlay.open = Overlay::kNone;
      error_ = status ? "" : status.error().text();
    });
  }

  float draw_algorithms(const OverlayParts& given, const Brush& brush, float x, float y,
                        float width) {
    draw_heading(brush, x, y + brush.px(8), "Algorithm");
    y += brush.px(24);
    const auto list = algorithms();
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Area row{x, y, width, brush.px(kAlgorithmRow)};
      const std::uint32_t n = wanted_keys(given);
      const bool fits = n >= 1 && n <= list[i].max_keys;
      const RunCost& c = cost(given, list[i]);
      const std::string note =
          fits ? c.summary() : fmt::format("takes up to {} keys", count_text(list[i].max_keys));
      ImGui::PushID(static_cast<int>(i));
      if (list_row(brush, "algorithm", row, list[i].title, note,
                   static_cast<int>(i) == algorithm_index(given), fits)) {
        choose_algorithm(given, static_cast<int>(i));
        focus(Field::kAlgorithm);
      }
      ImGui::PopID();
      if (static_cast<int>(i) == algorithm_index(given)) {
        mark(brush, Field::kAlgorithm, row);
        // With its neighbours.
        mark_chosen({row.x, row.y - row.height, row.width, 3 * row.height});
      }
      y = row.bottom();
    }
    const Area row{x, y, width, brush.px(kAlgorithmRow)};
    if (list_row(brush, "own kernel", row, "Your kernel", "a CUDA file", false)) {
      given.asked.ask("open");
    }
    tooltip(given.look, "Open a .cu file of your own: what it compares becomes the run");
    return row.bottom();
  }

  float draw_presets(const OverlayParts& given, const Brush& brush, float x, float y, float width) {
    const PresetList list = draw_preset_list(given.look, brush, x, y, width, preset_);
    mark(brush, Field::kPreset, list.cursor_row);
    if (list.pressed >= 0) run_preset(given, list.pressed);
    return list.bottom;
  }

  float draw_choices(const OverlayParts& given, const Brush& brush, float x, float y, float width) {
    const auto& algorithm = algorithms()[static_cast<std::size_t>(algorithm_index(given))];
    y += draw_paragraph(brush, x, y, width,
                        fmt::format("{} {}.", algorithm.summary, algorithm.source), kSizeText,
                        Face::kSans, Role::kMuted);
    y = draw_keys(given, brush, x, y + brush.px(16), width);
    if (algorithm.family == Family::kAks) {
      const bool here = has_focus(Field::kAks);
      y = aks_.draw(given.next.run, brush, x, y + brush.px(20), width, here && keyboard(),
                    here && take_text());
      if (here) focused_at(aks_.focused());
    }
    y = draw_type(given, brush, x, y + brush.px(20), width);
    y = draw_engine(given, brush, x, y + brush.px(20), width);
    return may_keep_keyframes(algorithm) ? draw_keyframes(given, brush, x, y + brush.px(12), width)
                                         : y;
  }

  float draw_keyframes(const OverlayParts& given, const Brush& brush, float x, float y,
                       float width) {
    static constexpr std::array<std::string_view, 1> kKeyframes = {
        "Keep keyframes, record outcomes again"};
    bool& chosen = given.next.run.keyframes_only;
    const ChipRow chip = choice_chips(brush, "keyframes", x, y, width, kKeyframes, chosen ? 0 : -1);
    mark(brush, Field::kKeyframes, chip.drawn);
    if (chip.pressed >= 0) {
      chosen = !chosen;
      focus(Field::kKeyframes);
    }
    return chip.bottom;
  }

  float draw_keys(const OverlayParts& given, const Brush& brush, float x, float y, float width) {
    static constexpr std::array<std::string_view, 2> kSources = {"Generated", "Own keys"};
    draw_heading(brush, x, y + brush.px(16), "Keys");
    const Area source{x + width - brush.px(220), y, brush.px(220), brush.px(32)};
    const int chosen = segmented(brush, "source", source, kSources.data(), 2, own(given) ? 1 : 0);
    mark(brush, Field::kSource, source);
    if (chosen >= 0) {
      choose_source(given, chosen);
      focus(chosen == 1 ? Field::kOwnKeys : Field::kSource);
    }
    y = source.bottom() + brush.px(12);
    return own(given) ? draw_own_keys(given, brush, x, y, width)
                      : draw_kinds(given, brush, x, y, width);
  }

  float draw_own_keys(const OverlayParts& given, const Brush& brush, float x, float y,
                      float width) {
    const Area field{x, y, width, brush.px(36)};
    if (form_field(brush, Field::kOwnKeys, "##keys", field, own_, "3, 7, 4, 8")) {
      own_whole_ = true;
      read_own_keys(given);
    }
    mark(brush, Field::kOwnKeys, field);
    y = field.bottom() + brush.px(8);
    const std::string note =
        !error_.empty()
            ? ""
            : fmt::format(
                  "{}, {}{}",
                  counted(given.next.keys().size(), "key", count_text(given.next.keys().size())),
                  name_of(given.next.run_type),
                  given.next.run.source.empty() ? "" : " from " + given.next.run.source);
    return y + draw_paragraph(brush, x, y, width, note, kSizeSmall, Face::kSans, Role::kMuted);
  }

  float draw_kinds(const OverlayParts& given, const Brush& brush, float x, float y, float width) {
    std::vector<std::string_view> names;
    for (const InputKind& kind : input_kinds()) names.push_back(kind.title);
    const int now = kind_index(given);
    const ChipRow chips = choice_chips(brush, "kinds", x, y, width, names, now);
    mark(brush, Field::kKind, chips.chosen);
    if (chips.pressed >= 0) {
      choose_kind(given, chips.pressed);
      focus(Field::kKind);
    }
    y = chips.bottom + brush.px(8);
    if (now >= 0) {
      y += draw_paragraph(brush, x, y, width, input_kinds()[static_cast<std::size_t>(now)].summary,
                          kSizeSmall, Face::kSans, Role::kMuted);
    }
    y += brush.px(8);
    const float label = brush.px(20);
    const Area count{x + label, y, brush.px(112), brush.px(32)};
    draw_text(brush, x, count.mid_y(), "n", kSizeText, Face::kMono, Role::kMuted);
    const auto changed = [&](const char* id, const Area& area, std::string& text,
                             std::string_view hint, Field field) {
      const bool typed = form_field(brush, field, id, area, text, hint);
      mark(brush, field, area);
      return typed;
    };
    if (changed("##n", count, count_, "16 or 2^10", Field::kCount)) read_count(given);
    if (seeded(given)) {
      const float sx = count.right() + brush.px(20);
      const Area seed{sx + brush.px(40), y, brush.px(112), brush.px(32)};
      draw_text(brush, sx, seed.mid_y(), "seed", kSizeText, Face::kMono, Role::kMuted);
      if (changed("##seed", seed, seed_, "7", Field::kSeed)) read_seed(given);
    }
    return count.bottom();
  }

  float draw_type(const OverlayParts& given, const Brush& brush, float x, float y, float width) {
    static constexpr std::array<std::string_view, 2> kOrders = {"Ascending", "Descending"};
    draw_heading(brush, x, y + brush.px(8), "Type and order");
    y += brush.px(24);
    std::vector<std::string_view> names;
    names.reserve(kKeyTypes.size());
    for (const KeyType type : kKeyTypes) names.push_back(name_of(type));
    const ChipRow types =
        choice_chips(brush, "types", x, y, width, names, static_cast<int>(given.next.run_type));
    mark(brush, Field::kType, types.chosen);
    if (types.pressed >= 0) {
      choose_type(given, types.pressed);
      focus(Field::kType);
    }
    const Area order{x, types.bottom + brush.px(10), brush.px(240), brush.px(32)};
    const int chosen = segmented(brush, "order", order, kOrders.data(), 2,
                                 given.next.run.order == Order::kAscending ? 0 : 1);
    mark(brush, Field::kOrder, order);
    if (chosen >= 0) {
      given.next.run.order = chosen == 0 ? Order::kAscending : Order::kDescending;
      focus(Field::kOrder);
    }
    return order.bottom();
  }

  float draw_engine(const OverlayParts& given, const Brush& brush, float x, float y, float width) {
    static constexpr std::array<std::string_view, 3> kEngines = {"Automatic", "CPU", "CUDA"};
    const bool cuda = cuda_status().available;
    const bool enabled[] = {true, true, cuda};
    draw_heading(brush, x, y + brush.px(8), "Engine");
    y += brush.px(24);
    const ChipRow engines =
        choice_chips(brush, "engines", x, y, width, kEngines, engine_index(given), enabled);
    mark(brush, Field::kEngine, engines.chosen);
    if (engines.pressed >= 0) {
      choose_engine_id(given, engines.pressed);
      focus(Field::kEngine);
    }
    y = engines.bottom + brush.px(8);
    const std::string why = cuda ? cuda_status().device : "No CUDA: " + cuda_status().reason;
    y += draw_paragraph(brush, x, y, width, why, kSizeSmall, Face::kSans, Role::kMuted);
    const auto ids = next_run_kernels(given.next);
    if (ids.size() <= 2) return y;
    const auto choice = choose_engine(given.next.engine_id);
    std::vector<std::string_view> names;
    std::string_view summary = "The engine takes the best kernel for the algorithm.";
    for (const std::string_view id : ids) {
      names.push_back(id.empty() ? "best" : id);
      if (id.empty() || id != given.next.run.kernel) continue;
      for (const Kernel& kernel : choice->engine->kernels()) {
        if (kernel.id == id) summary = kernel.summary;
      }
    }
    y += brush.px(4);
    const ChipRow kernels = choice_chips(brush, "kernels", x, y, width, names, kernel_index(given));
    mark(brush, Field::kKernel, kernels.chosen);
    if (kernels.pressed >= 0) {
      choose_kernel(given, kernels.pressed);
      focus(Field::kKernel);
    }
    y = kernels.bottom + brush.px(8);
    return y + draw_paragraph(brush, x, y, width, summary, kSizeSmall, Face::kSans, Role::kMuted);
  }

  void draw_footer(const OverlayParts& given, const Area& area) override {
    const Brush brush = Brush::of(given.look);
    const float pad = brush.px(kCardPadding);
    draw_hairline(brush, area.x, area.y, area.right(), area.y);
    const auto& algorithm = algorithms()[static_cast<std::size_t>(algorithm_index(given))];
    const RunCost& c = cost(given, algorithm);
    const bool large = c.bytes.total_bytes >= kLargeRecordingBytes;
    const std::string word = large ? "Record " + bytes_text(c.bytes.total_bytes) : "Record";
    const float wide = std::max(brush.px(112), text_button_width(brush, word));
    const Area button{area.right() - pad - wide, area.mid_y() - brush.px(18), wide, brush.px(36)};
    const std::string& problem = problem_of(given);
    const bool possible = problem.empty() && given.background.work == nullptr;
    const Press pressed =
        text_button(brush, "record", button, word, ButtonLook::kPrimary, possible);
    tooltip(given.look, "Record this run and open it", "Enter");
    const float room = button.x - area.x - pad - brush.px(16);
    if (!problem.empty() || large) {
      draw_icon(*brush.list, Icon::kWarning, area.x + pad + brush.px(8), area.mid_y(), brush.px(14),
                brush.color(Role::kExchanged));
      const std::string text =
          !problem.empty()
              ? problem
              : fmt::format("This run takes {} of memory, {} of it for outcomes; {} are free.{}",
                            bytes_text(c.bytes.total_bytes), bytes_text(c.bytes.bit_bytes),
                            bytes_text(available_memory_bytes()),
                            agreed_ ? " Enter again records it." : "");
      draw_fitted(brush, area.x + pad + brush.px(26), area.mid_y(), room - brush.px(26), text,
                  kSizeText, Face::kSans, Role::kText);
    } else {
      draw_fitted(brush, area.x + pad, area.mid_y(), room,
                  fmt::format("{} wires · {} · {} to write outcomes down", count_text(c.wires),
                              c.summary(), bytes_text(c.bytes.bit_bytes)),
                  kSizeText, Face::kSans, Role::kMuted);
    }
    if (pressed.pressed && possible) {
      agreed_ = true;
      record(given);
    }
  }

  bool started_ = false;
  bool listed_ = false;  // in this frame the algorithms stand beside the form
  std::string count_;
  std::string seed_;
  std::string own_;
  bool own_whole_ = true;  // own_ has all of the keys
  std::string error_;
  bool agreed_ = false;  // to the size of a large recording
  int preset_ = 0;
  RunCosts costs_;
  AksForm aks_;
};

}  // namespace

std::shared_ptr<OverlayContent> make_new_run_overlay() { return std::make_shared<NewRunOverlay>(); }

}  // namespace sortscope
