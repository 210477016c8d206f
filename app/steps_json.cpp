// steps_json.cpp: the JSON form of the steps: a header object, then one object a step, a line each.
#include "app/steps_form.h"

namespace sortscope {

namespace {

class JsonForm final : public StepsForm {
 public:
  JsonForm(const Recording& recording, Replay& replay, StepsSink& sink, bool pairs)
      : StepsForm(recording, replay, sink, pairs, true) {}

  void header() override {
    const RunRequest& request = recording_.request;
    sink_.put(
        "{{\"version\":1,\"algorithm\":\"{}\",\"n\":{},\"padded_to\":{},\"type\":\"{}\","
        "\"order\":\"{}\",\"parameters\":{{}},",
        recording_.algorithm->id, recording_.real_keys(), network_.wires(),
        name_of(request.keys.type), name_of(request.order));
    state();
    sink_ += "}\n";
  }

  void input_step() override {
    sink_ += network_.adaptive() ? "{\"step\":0," : "{\"step\":0,\"comparators\":[],";
    state();
    sink_ += "}\n";
  }

  void begin_layer(std::uint32_t step, std::uint32_t layer) override {
    const LayerLabel& label = network_.label(layer);
    sink_.put("{{\"step\":{}", step);
    if (recording_.algorithm->family == Family::kStreams) {
      sink_.put(",\"part\":\"{}\"", label.level < kFinishLog2 ? "local" : "finish");
    }
    if (label.level != 0) sink_.put(",\"level\":{}", label.level);
    if (label.distance != 0) sink_.put(",\"distance\":{}", label.distance);
    sink_ += ",\"comparators\":[";
    first_in_layer_ = true;
  }

  void comparator(std::uint32_t layer, std::uint32_t index) override {
    const Comparator c = recording_.comparator(layer, index);
    sink_ += first_in_layer_ ? "[" : ",[";
    first_in_layer_ = false;
    sink_.put_number(c.min_wire);
    sink_ += ",";
    sink_.put_number(c.max_wire);
    sink_ += recording_.exchanged(layer, index) ? ",1]" : ",0]";
  }

  void end_layer() override {
    sink_ += "],";
    state();
    sink_ += "}\n";
  }

  void build(std::uint32_t step) override {
    sink_.put("{{\"step\":{},\"part\":\"build\",\"level\":{},\"comparators\":[],", step,
              kFinishLog2);
    state();
    sink_ += "}\n";
  }

  void tree_line(const TreeLine& line) override {
    const TreeEvent& event = line.event;
    const TreeTask& task = event.task;
    sink_.put("{{\"step\":{}", line.step);
    if (line.stream) sink_ += ",\"part\":\"adaptive\"";
    sink_.put(
        ",\"merge\":{},\"stage\":{},\"time\":{},\"block\":{},\"instance\":{},"
        "\"phase\":{},\"root\":{},\"extra\":{},\"p\":{},\"q\":{},\"exchanged\":{},\"case\":{},"
        "\"pointers\":[",
        task.merge, task.stage, task.time, task.block, task.instance_of_all(), task.phase,
        event.root, event.extra, event.p, event.q, event.exchanged ? 1 : 0,
        event.second_case ? 2 : 1);
    if (event.pointers) {
      sink_.put("[\"{}\",{},\"{}\",{}]", name_of(event.pointers->first_side), event.pointers->first,
                name_of(event.pointers->second_side), event.pointers->second);
    }
    const Comparator& c = line.comparator;
    sink_.put("],\"comparator\":[{},{}]", c.min_wire, c.max_wire);
    if (line.stream) stream(*line.stream);
    if (line.keys_after) {
      sink_ += ",";
      state();
    }
    sink_ += "}\n";
  }

  void splits(std::uint32_t step, std::uint32_t layer) override {
    const TreeStep& of = network_.step(layer);
    // Pass 0 sorts the tiles; every merge by splits is a pass.
    std::uint32_t pass = 0;
    for (std::uint32_t i = 0; i <= layer; ++i) {
      const bool begins =
          network_.kind(i) == LayerKind::kSplit && network_.step(i).first_stage == 0;
      pass += begins ? 1 : 0;
    }
    sink_.put("{{\"step\":{},\"pass\":{},\"merge\":{},\"stage\":{},\"splits\":[", step, pass,
              of.merge, of.first_stage);
    for (std::uint32_t index = 0; index < network_.count(layer); ++index) {
      const SplitLine split = split_line(recording_, layer, index);
      sink_.put("{}[{},{},{},{}]", index > 0 ? "," : "", split.block, split.instance, split.q,
                split.equation_case);
      sink_.flush_if_full();
    }
    sink_ += "]}\n";
  }

 private:
  // Addresses as in core/abisort_addresses.h.
  void stream(const StreamInstance& now) {
    sink_.put(",\"reads\":[{},{}],\"writes\":[{},{}],\"links\":[", now.reads[0], now.reads[1],
              now.writes[0], now.writes[1]);
    bool first = true;
    for (const StreamLink& link : now.links()) {
      sink_.put("{}[{},\"{}\",{}]", first ? "" : ",", link.parent, name_of(link.side), link.child);
      first = false;
    }
    sink_ += "]";
  }

  void state() {
    sink_ += "\"keys\":[";
    keys(",");
    sink_ += "]";
    if (!pairs_) return;
    sink_ += ",\"places\":[";
    places();
    sink_ += "]";
  }

  bool first_in_layer_ = true;
};

}  // namespace

std::unique_ptr<StepsForm> make_json_form(const Recording& recording, Replay& replay,
                                          StepsSink& sink, bool pairs) {
  return std::make_unique<JsonForm>(recording, replay, sink, pairs);
}

}  // namespace sortscope
