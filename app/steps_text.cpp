// steps_text.cpp: the steps in words.
#include "app/steps_form.h"
#include "core/scene.h"
#include "core/step_text.h"
#include "core/wording.h"

namespace sortscope {

namespace {

class TextForm final : public StepsForm {
 public:
  TextForm(const Recording& of, Replay& shown, StepsSink& to, bool with_pairs)
      : StepsForm(of, shown, to, with_pairs, false) {}

  void header() override {
    const Wording words = wording(network);
    sink.put("{}: {} ({}, {}), {}, {}, {}, {}.\n", recording.title(),
             counted(recording.real_keys(), "key"), name_of(recording.request.keys.type),
             name_of(recording.request.order), counted(network.depth(), words.layer),
             counted(network.size(), words.comparator),
             counted(recording.exchanged_before.back(), "exchange"),
             recording.sorted ? "sorted" : "not sorted at the end");
    sink += "input: ";
    keys(" ");
    sink += "\n";
  }

  void input_step() override {}  // the header has it already

  void begin_layer(std::uint32_t step, std::uint32_t layer) override {
    first_in_layer_ = true;
    if (network.aks() != nullptr) {
      sink.put("layer {}, {}: ", step, layer_name(recording, layer));
      return;
    }
    const LayerLabel& label = network.label(layer);
    const std::string& name = network.levels()[network.level_index(layer)].name;
    sink.put("{} {}, {}", network.adaptive() ? "step" : "layer", step, name);
    const bool bitonic = name.starts_with("k = ") || name.starts_with("BM ");
    if (label.distance != 0) sink.put(", {} {}", bitonic ? "j =" : "distance", label.distance);
    sink += ": ";
  }

  void comparator(std::uint32_t layer, std::uint32_t index) override {
    const Comparator c = recording.comparator(layer, index);
    const std::string_view lower = texts.of(replay.places()[c.lower()]);
    const std::string_view upper = texts.of(replay.places()[c.upper()]);
    // The keys stand as they are after the layer: before an exchange they stood the other way
    // round.
    sink.put("{}wires {} and {} {}: ", first_in_layer_ ? "" : "; ", c.lower(), c.upper(),
             c.ascending() ? "ascending" : "descending");
    if (recording.exchanged(layer, index)) {
      sink.put("{}, {} exchanged", upper, lower);
    } else {
      sink.put("{}, {} kept", lower, upper);
    }
    first_in_layer_ = false;
  }

  void end_layer() override {
    sink += ". ";
    state();
  }

  void tree_line(const TreeLine& line) override {
    const TreeTask& task = line.event.task;
    sink.put("step {}, j = {}, stage {}, phase {}, instance {}: {}", line.step, task.merge,
             task.stage, task.phase, task.instance_of_all(),
             tree_text(recording, line.event, line.place_p, line.place_q));
    if (line.keys_after) {
      sink += " ";
      state();
    } else {
      sink += "\n";
    }
  }

  void splits(std::uint32_t step, std::uint32_t layer) override {
    sink.put("step {}, {}:", step, layer_name(recording, layer));
    for (std::uint32_t index = 0; index < network.count(layer); ++index) {
      const SplitLine split = split_line(recording, layer, index);
      sink.put("{} sequence {} at q = {}, case {}", index > 0 ? ";" : "", split.instance, split.q,
               split.equation_case);
      sink.flush_if_full();
    }
    sink += ". ";
    state();
  }

 private:
  void state() {
    sink += "Keys now: ";
    keys(" ");
    sink += "\n";
  }

  bool first_in_layer_ = true;
};

}  // namespace

std::unique_ptr<StepsForm> make_text_form(const Recording& recording, Replay& replay,
                                          StepsSink& sink, bool pairs) {
  return std::make_unique<TextForm>(recording, replay, sink, pairs);
}

}  // namespace sortscope
