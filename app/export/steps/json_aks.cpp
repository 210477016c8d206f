// json_aks.cpp: the JSON lines of a run of the AKS network.
#include "app/export/steps/json_aks.h"

#include <algorithm>

namespace sortscope {

namespace {

class AksLines {
 public:
  AksLines(const Recording& recording, Replay& replay, StepsSink& sink, const StepsOptions& options,
           Progress* progress)
      : recording_(recording),
        network_(recording.network),
        aks_(*network_.aks()),
        texts_(recording, true),
        replay_(replay),
        sink_(sink),
        options_(options),
        progress_(progress) {}

  // False where the person stopped it or nothing more can be written.
  bool write() {
    const std::uint32_t first = options_.from == 0 ? 0 : options_.from - 1;
    std::uint32_t t = network_.depth();  // no step
    for (std::uint32_t layer = first; layer < options_.to; ++layer) {
      const AksStage& stage = aks_.stages()[aks_.stage_of(layer)];
      if (stage.t != t) {
        t = stage.t;
        wires_ = aks_.wires_at(t);
        if (t < aks_steps(aks_.d())) levels(t);
      }
      if (stage.work == AksWork::kRepair && layer == stage.first_layer) count_misplaced(layer);
      if (options_.comparators) {
        one_layer(stage, layer);
      } else if (layer + 1 == stage.first_layer + stage.depth) {
        end_of_part(stage, layer);
      }
      const bool ends_step = layer + 1 == aks_.first_layer(t + 1);
      if (options_.moves && ends_step && t < aks_steps(aks_.d())) moves(t);
      if (progress_ != nullptr) progress_->advance(network_.count(layer));
      if (sink_.failed() || (progress_ != nullptr && progress_->cancelled())) return false;
      sink_.flush_if_full();
    }
    return true;
  }

 private:
  void levels(std::uint32_t t) {
    const AksStep& step = aks_.steps()[t];
    for (std::uint32_t i = 0; i < step.level_count; ++i) {
      const AksLevel& level = step.levels[i];
      sink_.put(
          "{{\"step\":{},\"t\":{},\"level\":{},\"separators\":{},\"a\":{},\"up\":{},\"down\":{}}}"
          "\n",
          first_layer_of(t, level.level) + 1, t, level.level, level.nodes(), level.a, level.up,
          level.down);
    }
  }

  // The first layer of a level's separators, or of what comes after where they have none.
  [[nodiscard]] std::uint32_t first_layer_of(std::uint32_t t, std::uint32_t level) const {
    const auto [first, last] = aks_.stages_of(t);
    for (std::uint32_t s = first; s < last; ++s) {
      if (aks_.stages()[s].level >= level) return aks_.stages()[s].first_layer;
    }
    return aks_.first_layer(t + 1);
  }

  void begin(const AksStage& stage, std::uint32_t layer) {
    sink_.put("{{\"step\":{}", layer + 1);
    if (stage.work == AksWork::kBlocks) {
      sink_ += ",\"part\":\"final\"";
    } else if (stage.work == AksWork::kRepair) {
      sink_.put(",\"part\":\"repair\",\"round\":{},\"misplaced\":{}", stage.pass + 1, misplaced_);
    } else {
      sink_.put(",\"t\":{},\"tree_level\":{},\"layer\":{},\"matching\":{}", stage.t, stage.level,
                stage.layer, stage.pass + layer - stage.first_layer);
      if (is_forced(stage.work)) {
        sink_.put(",\"forced\":\"{}\"", stage.work == AksWork::kPlanted ? "planted" : "shuffle");
      }
    }
  }

  void one_layer(const AksStage& stage, std::uint32_t layer) {
    replay_.seek({layer + 1, 0});
    begin(stage, layer);
    sink_ += ",\"comparators\":[";
    const std::uint32_t a_node = stage.sides * stage.per_side;
    const bool ascending = recording_.request.order == Order::kAscending;
    aks_.for_each(layer, 0, stage.count(),
                  [&](std::uint32_t index, std::uint32_t x, std::uint32_t y) {
                    sink_ += index == 0 ? "[" : ",[";
                    sink_.put_number(wires_[ascending ? x : y]);
                    sink_ += ",";
                    sink_.put_number(wires_[ascending ? y : x]);
                    sink_ += recording_.exchanged(layer, index) ? ",1," : ",0,";
                    sink_.put_number(stage.nodes_before() + index / a_node);
                    sink_ += index / stage.per_side % stage.sides == 0 ? ",0]" : ",1]";
                  });
    sink_ += "],";
    keys();
    sink_ += "}\n";
  }

  // Without comparators: the end of the final sorters and of each round of the repair.
  void end_of_part(const AksStage& stage, std::uint32_t layer) {
    if (stage.work != AksWork::kBlocks && stage.work != AksWork::kRepair) return;
    replay_.seek({layer + 1, 0});
    begin(stage, layer);
    sink_ += ",";
    keys();
    sink_ += "}\n";
  }

  void moves(std::uint32_t t) {
    const AksStep& now = aks_.steps()[t];
    const AksStep& next = aks_.steps()[t + 1];
    sink_.put("{{\"t\":{},\"part\":\"moves\",\"moves\":[", t);
    for (std::uint32_t spot = 0; spot < wires_.size(); ++spot) {
      sink_.put("{}[{},{},{}]", spot == 0 ? "" : ",", wires_[spot], separator_of(now, spot),
                separator_of(next, aks_move(now, next, spot)));
      sink_.flush_if_full();
    }
    sink_ += "]}\n";
  }

  static std::uint32_t separator_of(const AksStep& step, std::uint32_t spot) {
    const AksSpot at = aks_spot(step, spot);
    return step.levels[at.index].nodes() + at.node;
  }

  void count_misplaced(std::uint32_t layer) {
    replay_.seek({layer, 0});
    misplaced_ = misplaced_keys(recording_, replay_.places());
  }

  void keys() {
    sink_ += "\"keys\":[";
    bool first = true;
    for (const std::uint32_t place : replay_.places()) {
      if (!first) sink_ += ",";
      sink_ += texts_.of(place);
      first = false;
    }
    sink_ += "]";
    if (!options_.pairs) return;
    sink_ += ",\"places\":[";
    first = true;
    for (const std::uint32_t place : replay_.places()) {
      if (!first) sink_ += ",";
      first = false;
      if (recording_.is_padding(place)) {
        sink_ += "null";
      } else {
        sink_.put_number(place);
      }
    }
    sink_ += "]";
  }

  const Recording& recording_;
  const Network& network_;
  const AksNetwork& aks_;
  KeyTexts texts_;
  Replay& replay_;
  StepsSink& sink_;
  const StepsOptions& options_;
  Progress* progress_;
  std::vector<Wire> wires_;  // by spot, at the step at hand
  std::uint64_t misplaced_ = 0;
};

}  // namespace

bool write_aks_json(const Recording& recording, Replay& replay, StepsSink& sink,
                    const StepsOptions& options, Progress* progress) {
  return AksLines(recording, replay, sink, options, progress).write();
}

}  // namespace sortscope
