// json.cpp: the JSON form of the steps: a header object, then one object a step, a line each.
#include "app/export/steps/form.h"

namespace sortscope {

namespace {

class JsonForm final : public StepsForm {
 public:
  JsonForm(const Recording& of, Replay& shown, StepsSink& to, bool with_pairs)
      : StepsForm(of, shown, to, with_pairs, true) {}

  void header(bool with_keys) override {
    const RunRequest& request = recording.request;
    sink.put(
        "{{\"version\":1,\"algorithm\":\"{}\",\"n\":{},\"padded_to\":{},\"type\":\"{}\","
        "\"order\":\"{}\",\"parameters\":{{",
        recording.algorithm->id, recording.real_keys(), network.wires(), name_of(request.keys.type),
        name_of(request.order));
    if (network.wires_move()) {
      bool first = true;
      for (const auto& [name, value] : parameter_texts(network.aks()->parameters(), true)) {
        sink.put("{}\"{}\":\"{}\"", first ? "" : ",", name, value);
        first = false;
      }
    }
    sink += "}";
    if (with_keys) {
      sink += ",";
      state();
    }
    sink += "}\n";
  }

  void input_step() override {
    sink += network.adaptive() ? "{\"step\":0," : "{\"step\":0,\"comparators\":[],";
    state();
    sink += "}\n";
  }

  void begin_layer(std::uint32_t step, std::uint32_t layer) override {
    const LayerLabel& label = network.label(layer);
    sink.put("{{\"step\":{}", step);
    if (recording.algorithm->family == Family::kStreams) {
      sink.put(",\"part\":\"{}\"", label.level < kFinishLog2 ? "local" : "finish");
    }
    if (label.level != 0) sink.put(",\"level\":{}", label.level);
    if (label.distance != 0) sink.put(",\"distance\":{}", label.distance);
    sink += ",\"comparators\":[";
    first_in_layer_ = true;
  }

  void comparator(std::uint32_t layer, std::uint32_t index) override {
    const Comparator c = recording.comparator(layer, index);
    sink += first_in_layer_ ? "[" : ",[";
    first_in_layer_ = false;
    sink.put_number(c.min_wire);
    sink += ",";
    sink.put_number(c.max_wire);
    sink += recording.exchanged(layer, index) ? ",1]" : ",0]";
  }

  void end_layer() override {
    sink += "],";
    state();
    sink += "}\n";
  }

  void build(std::uint32_t step) override {
    sink.put("{{\"step\":{},\"part\":\"build\",\"level\":{},\"comparators\":[],", step,
             kFinishLog2);
    state();
    sink += "}\n";
  }

  void tree_line(const TreeLine& line) override {
    const TreeEvent& event = line.event;
    const TreeTask& task = event.task;
    sink.put("{{\"step\":{}", line.step);
    if (line.stream) sink += ",\"part\":\"adaptive\"";
    sink.put(
        ",\"merge\":{},\"stage\":{},\"time\":{},\"block\":{},\"instance\":{},"
        "\"phase\":{},\"root\":{},\"extra\":{},\"p\":{},\"q\":{},\"exchanged\":{},\"case\":{},"
        "\"pointers\":[",
        task.merge, task.stage, task.time, task.block, task.instance_of_all(), task.phase,
        event.root, event.extra, event.p, event.q, event.exchanged ? 1 : 0,
        event.second_case ? 2 : 1);
    if (event.pointers) {
      sink.put("[\"{}\",{},\"{}\",{}]", name_of(event.pointers->first_side), event.pointers->first,
               name_of(event.pointers->second_side), event.pointers->second);
    }
    const Comparator& c = line.comparator;
    sink.put("],\"comparator\":[{},{}]", c.min_wire, c.max_wire);
    if (line.stream) stream(*line.stream);
    if (line.keys_after) {
      sink += ",";
      state();
    }
    sink += "}\n";
  }

  void splits(std::uint32_t step, std::uint32_t layer) override {
    const TreeStep& of = network.step(layer);
    // Pass 0 sorts the tiles; every merge by splits is a pass.
    std::uint32_t pass = 0;
    for (std::uint32_t i = 0; i <= layer; ++i) {
      const bool begins = network.has_splits(i) && network.step(i).first_stage == 0;
      pass += begins ? 1 : 0;
    }
    sink.put("{{\"step\":{},\"pass\":{},\"merge\":{},\"stage\":{},\"splits\":[", step, pass,
             of.merge, of.first_stage);
    for (std::uint32_t index = 0; index < network.count(layer); ++index) {
      const SplitLine split = split_line(recording, layer, index);
      sink.put("{}[{},{},{},{}]", index > 0 ? "," : "", split.block, split.instance, split.q,
               split.equation_case);
      sink.flush_if_full();
    }
    sink += "]}\n";
  }

 private:
  // Addresses as in core/networks/trees/abisort_addresses.h.
  void stream(const StreamInstance& now) {
    sink.put(",\"reads\":[{},{}],\"writes\":[{},{}],\"links\":[", now.reads[0], now.reads[1],
             now.writes[0], now.writes[1]);
    bool first = true;
    for (const StreamLink& link : now.links()) {
      sink.put("{}[{},\"{}\",{}]", first ? "" : ",", link.parent, name_of(link.side), link.child);
      first = false;
    }
    sink += "]";
  }

  void state() {
    sink += "\"keys\":[";
    keys(",");
    sink += "]";
    if (!pairs) return;
    sink += ",\"places\":[";
    places();
    sink += "]";
  }

  bool first_in_layer_ = true;
};

}  // namespace

std::unique_ptr<StepsForm> make_json_form(const Recording& recording, Replay& replay,
                                          StepsSink& sink, bool pairs) {
  return std::make_unique<JsonForm>(recording, replay, sink, pairs);
}

}  // namespace sortscope
