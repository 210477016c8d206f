// steps_text.cpp: the steps in words.
#include "app/steps_form.h"
#include "core/scene.h"
#include "core/step_text.h"
#include "core/wording.h"

namespace sortscope {

namespace {

class TextForm final : public StepsForm {
 public:
  TextForm(const Recording& recording, Replay& replay, StepsSink& sink, bool pairs)
      : StepsForm(recording, replay, sink, pairs, false) {}

  void header() override {
    const Wording words = wording(network_);
    sink_.put("{}: {} ({}, {}), {}, {}, {}, {}.\n", recording_.algorithm->title,
              counted(recording_.real_keys(), "key"), name_of(recording_.request.keys.type),
              name_of(recording_.request.order), counted(network_.depth(), words.layer),
              counted(network_.size(), words.comparator),
              counted(recording_.exchanged_before.back(), "exchange"),
              recording_.sorted ? "sorted" : "not sorted at the end");
    sink_ += "input: ";
    keys(" ");
    sink_ += "\n";
  }

  void input_step() override {}  // the header has it already

  void begin_layer(std::uint32_t step, std::uint32_t layer) override {
    const LayerLabel& label = network_.label(layer);
    const std::string& name = network_.levels()[network_.level_index(layer)].name;
    sink_.put("{} {}, {}", network_.adaptive() ? "step" : "layer", step, name);
    const bool bitonic = name.starts_with("k = ") || name.starts_with("BM ");
    if (label.distance != 0) sink_.put(", {} {}", bitonic ? "j =" : "distance", label.distance);
    sink_ += ": ";
    first_in_layer_ = true;
  }

  void comparator(std::uint32_t layer, std::uint32_t index) override {
    const Comparator c = recording_.comparator(layer, index);
    const std::string_view lower = texts_.of(replay_.places()[c.lower()]);
    const std::string_view upper = texts_.of(replay_.places()[c.upper()]);
    // The keys stand as they are after the layer: before an exchange they stood the other way
    // round.
    sink_.put("{}wires {} and {} {}: ", first_in_layer_ ? "" : "; ", c.lower(), c.upper(),
              c.ascending() ? "ascending" : "descending");
    if (recording_.exchanged(layer, index)) {
      sink_.put("{}, {} exchanged", upper, lower);
    } else {
      sink_.put("{}, {} kept", lower, upper);
    }
    first_in_layer_ = false;
  }

  void end_layer() override {
    sink_ += ". ";
    state();
  }

  void tree_line(const TreeLine& line) override {
    const TreeTask& task = line.event.task;
    sink_.put("step {}, j = {}, stage {}, phase {}, instance {}: {}", line.step, task.merge,
              task.stage, task.phase, task.instance_of_all(),
              tree_text(recording_, line.event, line.place_p, line.place_q));
    if (line.keys_after) {
      sink_ += " ";
      state();
    } else {
      sink_ += "\n";
    }
  }

  void splits(std::uint32_t step, std::uint32_t layer) override {
    sink_.put("step {}, {}:", step, layer_name(recording_, layer));
    for (std::uint32_t index = 0; index < network_.count(layer); ++index) {
      const SplitLine split = split_line(recording_, layer, index);
      sink_.put("{} sequence {} at q = {}, case {}", index > 0 ? ";" : "", split.instance, split.q,
                split.equation_case);
      sink_.flush_if_full();
    }
    sink_ += ". ";
    state();
  }

 private:
  void state() {
    sink_ += "Keys now: ";
    keys(" ");
    sink_ += "\n";
  }

  bool first_in_layer_ = true;
};

}  // namespace

std::unique_ptr<StepsForm> make_text_form(const Recording& recording, Replay& replay,
                                          StepsSink& sink, bool pairs) {
  return std::make_unique<TextForm>(recording, replay, sink, pairs);
}

}  // namespace sortscope
