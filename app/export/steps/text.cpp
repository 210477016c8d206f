// text.cpp: the steps in sentences, those of core/words/step_log.h.
#include "app/export/steps/form.h"
#include "core/base/quote.h"
#include "core/words/step_log.h"

namespace sortscope {

namespace {

class TextForm final : public StepsForm {
 public:
  TextForm(const Recording& of, Replay& shown, StepsSink& to, bool with_pairs)
      : StepsForm(of, shown, to, with_pairs, false) {}

  void header(bool with_keys) override {
    sink += printable(run_sentences(recording));
    sink += "\n";
    if (with_keys) state("Step 0 is the input. The keys are ");
  }

  void input_step() override {}  // the header has it already

  void begin_layer(std::uint32_t step, std::uint32_t layer) override {
    sink += step_opening(recording, step, layer);
  }

  void comparator(std::uint32_t layer, std::uint32_t index) override {
    const Comparator c = recording.comparator(layer, index);
    std::uint32_t lower = replay.places()[c.lower()];
    std::uint32_t upper = replay.places()[c.upper()];
    // The keys stand as they are after the layer.
    if (recording.exchanged(layer, index)) std::swap(lower, upper);
    sink += " ";
    sink += comparator_sentence(recording, {layer, index}, lower, upper);
  }

  void end_layer() override {
    sink += " ";
    state(kKeysNow);
  }

  void tree_line(const TreeLine& line) override {
    sink += tree_sentence(recording, line.step, line.event, line.place_p, line.place_q);
    if (line.keys_after) {
      sink += " ";
      state(kKeysNow);
    } else {
      sink += "\n";
    }
  }

  void splits(std::uint32_t step, std::uint32_t layer) override {
    sink += step_opening(recording, step, layer);
    for (std::uint32_t index = 0; index < network.count(layer); ++index) {
      sink += " ";
      sink += split_sentence(recording, {layer, index});
      sink.flush_if_full();
    }
    sink += " ";
    state(kKeysNow);
  }

 private:
  void state(std::string_view opening) {
    sink += opening;
    list_of([this](std::uint32_t place) {
      sink += recording.is_padding(place) ? "padding" : texts.of(place);
    });
    sink += ".";
    if (pairs) {
      sink += " Their payloads, the places that they came from, are ";
      list_of([this](std::uint32_t place) {
        if (recording.is_padding(place)) {
          sink += "padding";
        } else {
          sink.put_number(place);
        }
      });
      sink += ".";
    }
    sink += "\n";
  }

  template <typename Put>
  void list_of(const Put& put) {
    bool first = true;
    for (const std::uint32_t place : replay.places()) {
      if (!first) sink += ", ";
      first = false;
      put(place);
      sink.flush_if_full();
    }
  }
};

}  // namespace

std::unique_ptr<StepsForm> make_text_form(const Recording& recording, Replay& replay,
                                          StepsSink& sink, bool pairs) {
  return std::make_unique<TextForm>(recording, replay, sink, pairs);
}

}  // namespace sortscope
