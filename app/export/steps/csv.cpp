// csv.cpp: the CSV form of the steps: one row a comparator, a comparison in a tree or a
// split.
#include "app/export/steps/form.h"

namespace sortscope {

namespace {

// The columns of a run's kinds of layers; a row leaves those of the other kinds empty.
class CsvForm final : public StepsForm {
 public:
  CsvForm(const Recording& of, Replay& shown, StepsSink& to, bool with_pairs)
      : StepsForm(of, shown, to, with_pairs, false) {
    for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
      has_comparators_ |= network.fixed(layer);
      has_trees_ |= network.in_trees(layer);
      has_splits_ |= network.has_splits(layer);
    }
    has_comparators_ |= network.depth() == 0 && fixed_schedule(recording.algorithm->family);
    has_trees_ |= network.depth() == 0 && !has_comparators_;
  }

  void header(bool /*with_keys*/) override {
    sink += "step";
    if (has_comparators_) sink += ",level,distance";
    if (has_trees_ || has_splits_) sink += ",merge,stage,block,instance,case";
    if (has_trees_) sink += ",time,phase,root,extra,p,q,pointers";
    if (has_splits_) sink += ",split";
    sink += ",min_wire,max_wire,exchanged,min_key,max_key";
    sink += pairs ? ",min_place,max_place\n" : "\n";
  }

  void input_step() override {}  // it compares nothing

  void begin_layer(std::uint32_t step, std::uint32_t layer) override {
    const LayerLabel& label = network.label(layer);
    prefix_.clear();
    auto prefix = std::back_inserter(prefix_);
    fmt::format_to(prefix, "{},", step);
    if (label.level != 0) fmt::format_to(prefix, "{}", label.level);
    prefix_ += ',';
    if (label.distance != 0) fmt::format_to(prefix, "{}", label.distance);
    prefix_ += ',';
    if (has_trees_ || has_splits_) prefix_ += ",,,,,";
    if (has_trees_) prefix_ += ",,,,,,,";
    if (has_splits_) prefix_ += ",";
  }

  void comparator(std::uint32_t layer, std::uint32_t index) override {
    const Comparator c = recording.comparator(layer, index);
    sink += prefix_;
    outcome(c, recording.exchanged(layer, index), replay.places()[c.min_wire],
            replay.places()[c.max_wire]);
  }

  void end_layer() override {}

  void tree_line(const TreeLine& line) override {
    const TreeEvent& event = line.event;
    const TreeTask& task = event.task;
    sink.put("{},{}{},{},{},{},{},{},{},{},{},{},{},", line.step, has_comparators_ ? ",," : "",
             task.merge, task.stage, task.block, task.instance_of_all(), event.second_case ? 2 : 1,
             task.time, task.phase, event.root, event.extra, event.p, event.q);
    if (event.pointers) {
      sink.put("{} {} {} {}", name_of(event.pointers->first_side), event.pointers->first,
               name_of(event.pointers->second_side), event.pointers->second);
    }
    sink += has_splits_ ? ",," : ",";
    // p stands on the lower wire; an exchange leaves it the other key.
    const Comparator& c = line.comparator;
    const std::uint32_t in_p = event.exchanged ? line.place_q : line.place_p;
    const std::uint32_t in_q = event.exchanged ? line.place_p : line.place_q;
    outcome(c, event.exchanged, c.ascending() ? in_p : in_q, c.ascending() ? in_q : in_p);
  }

  void splits(std::uint32_t step, std::uint32_t layer) override {
    const TreeStep& of = network.step(layer);
    for (std::uint32_t index = 0; index < network.count(layer); ++index) {
      const SplitLine split = split_line(recording, layer, index);
      sink.put("{},{}{},{},{},{},{},{}{},,,{},,{}\n", step, has_comparators_ ? ",," : "", of.merge,
               of.first_stage, split.block, split.instance, split.equation_case,
               has_trees_ ? ",,,,,,," : "", split.q, recording.exchanged(layer, index) ? 1 : 0,
               pairs ? ",," : "");
      sink.flush_if_full();
    }
  }

 private:
  void outcome(const Comparator& c, bool exchanged, std::uint32_t min_place,
               std::uint32_t max_place) {
    sink.put_number(c.min_wire);
    sink += ",";
    sink.put_number(c.max_wire);
    sink += exchanged ? ",1," : ",0,";
    sink += texts.of(min_place);
    sink += ",";
    sink += texts.of(max_place);
    if (pairs) {
      sink += ",";
      place(min_place);
      sink += ",";
      place(max_place);
    }
    sink += "\n";
  }

  bool has_comparators_ = false;
  bool has_trees_ = false;
  bool has_splits_ = false;
  std::string prefix_;
};

}  // namespace

std::unique_ptr<StepsForm> make_csv_form(const Recording& recording, Replay& replay,
                                         StepsSink& sink, bool pairs) {
  return std::make_unique<CsvForm>(recording, replay, sink, pairs);
}

}  // namespace sortscope
