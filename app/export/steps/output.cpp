// output.cpp: walks a recording for `sortscope steps`; the forms write what it meets.
#include "app/export/steps/output.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "app/export/steps/form.h"
#include "app/export/steps/json_aks.h"
#include "core/networks/steps.h"
#include "core/networks/wording.h"
#include "core/recordings/replay.h"
#include "core/words/step_log.h"

namespace sortscope {

namespace {

std::unique_ptr<StepsForm> make_form(StepsFormat format, const Recording& recording, Replay& replay,
                                     StepsSink& sink, bool pairs) {
  switch (format) {
    case StepsFormat::kJson:
      return make_json_form(recording, replay, sink, pairs);
    case StepsFormat::kCsv:
      return make_csv_form(recording, replay, sink, pairs);
    case StepsFormat::kText:
      break;
  }
  return make_text_form(recording, replay, sink, pairs);
}

class StepsWriter {
 public:
  StepsWriter(const std::shared_ptr<const Recording>& recording, const StepsOptions& options,
              std::FILE* out, Progress* progress)
      : recording_(*recording),
        network_(recording->network),
        options_(options),
        replay_(recording),
        out_(out),
        sink_(out),
        form_(make_form(options.format, *recording, replay_, sink_, options.pairs)),
        progress_(progress) {}

  Status write() {
    const Cursor first = cursor_of_step(network_, options_.from == 0 ? 0 : options_.from - 1);
    const Cursor end = cursor_of_step(network_, options_.to);
    if (progress_ != nullptr) progress_->begin(network_.position(end) - network_.position(first));
    replay_.seek({0, 0});
    form_->header(options_.from <= 1);
    if (options_.from == 0) form_->input_step();
    if (network_.wires_move() && options_.format == StepsFormat::kJson) {
      stop_ = !write_aks_json(recording_, replay_, sink_, options_, progress_) && !sink_.failed();
      return finish();
    }
    step_ = options_.from == 0 ? 0 : options_.from - 1;
    for (Cursor at = first; at < end && !stop_; at = {at.layer + 1, 0}) {
      const std::uint32_t last = at.layer == end.layer ? end.comparator : network_.count(at.layer);
      switch (network_.work(at.layer)) {
        case LayerWork::kComparators:
          comparators(at.layer);
          break;
        case LayerWork::kComparisons:
          comparisons(at.layer, at.comparator, last);
          break;
        case LayerWork::kSplits:
          replay_.seek({at.layer + 1, 0});
          form_->splits(++step_, at.layer);
          break;
      }
      if (progress_ != nullptr) progress_->advance(last - at.comparator);
      if (sink_.failed()) return io_error();
      if (progress_ != nullptr && progress_->cancelled()) stop_ = true;
    }
    return finish();
  }

 private:
  Status finish() {
    if (stop_) return Error{ErrorCode::kCancelled, "stopped; the output is not whole.", ""};
    sink_.flush();
    if (sink_.failed() || std::fflush(out_) != 0) return io_error();
    return {};
  }

  static Error io_error() {
    return {ErrorCode::kIo, fmt::format("cannot write the steps: {}.", std::strerror(errno)), ""};
  }

  // Writes what has come together; true where there is no sense in going on.
  bool full_and_over() {
    if (!sink_.flush_if_full()) return false;
    stop_ = progress_ != nullptr && progress_->cancelled();
    return stop_ || sink_.failed();
  }

  void comparators(std::uint32_t layer) {
    replay_.seek({layer + 1, 0});
    form_->begin_layer(++step_, layer);
    for (std::uint32_t index = 0; index < network_.count(layer); ++index) {
      form_->comparator(layer, index);
      if (full_and_over()) return;
    }
    form_->end_layer();
    const MergeLevel& level = network_.levels()[network_.level_index(layer)];
    const bool ends_local_sort = level.first_layer == 0 && layer + 1 == level.layer_count;
    if (in_streams() && ends_local_sort && layer + 1 < network_.depth()) form_->build(step_);
  }

  [[nodiscard]] bool in_streams() const { return recording_.algorithm->family == Family::kStreams; }

  // The streams before `layer`; the replay moves to the beginning of the merge where they are new.
  void run_streams_to(std::uint32_t layer) {
    const std::uint32_t merge = network_.step(layer).merge;
    if (!streams_ || streams_->merge() != merge) {
      replay_.seek({first_layer_of_merge(network_, merge), 0});
      streams_.emplace(recording_, merge, replay_.places());
    }
    streams_->run_to(layer);
  }

  void comparisons(std::uint32_t layer, std::uint32_t first, std::uint32_t last) {
    const bool in_order = keys_stand_after(recording_, layer);
    if (in_streams()) run_streams_to(layer);
    replay_.seek({layer, first});
    for (std::uint32_t index = first; index < last; ++index) {
      const BitonicTree& tree = *replay_.tree();
      TreeLine line;
      line.step = ++step_;
      line.comparator = recording_.comparator(layer, index);
      line.event = tree.look(network_.task(layer, index), recording_.algorithm->rule,
                             recording_.exchanged(layer, index));
      line.place_p = tree.place(line.event.p);
      line.place_q = tree.place(line.event.q);
      line.keys_after = in_order && index + 1 == network_.count(layer);
      if (streams_) line.stream = streams_->look(layer, index);
      replay_.seek({layer, index + 1});
      form_->tree_line(line);
      if (full_and_over()) return;
    }
  }

  const Recording& recording_;
  const Network& network_;
  StepsOptions options_;
  Replay replay_;
  std::FILE* out_;
  StepsSink sink_;
  std::unique_ptr<StepsForm> form_;
  Progress* progress_;
  std::optional<StreamMerge> streams_;  // of `abisort`: the merge at hand
  std::uint32_t step_ = 0;
  bool stop_ = false;
};

}  // namespace

Status write_steps(const std::shared_ptr<const Recording>& recording, const StepsOptions& options,
                   std::FILE* out, Progress* progress) {
  StepsOptions range = options;
  const std::uint32_t steps = step_count(recording->network);
  if (range.to == UINT32_MAX) range.to = steps;
  const bool empty = steps == 0 && range.from == 1;  // a single key: no steps
  if (range.to > steps || (range.from > steps && !empty)) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("there is no step {}: this run has {}.",
                             range.to > steps ? range.to : range.from, counted(steps, "step")),
                 "Step 0 is the input; ranges include both ends."};
  }
  const bool aks_json = recording->network.wires_move() && options.format == StepsFormat::kJson;
  if ((options.moves || !options.comparators) && !aks_json) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("{} is for runs of 'aks' as JSON.",
                             options.moves ? "--moves" : "--no-comparators"),
                 "Add --algorithm aks --format json, or leave it out."};
  }
  if (range.from > range.to && !empty) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("--from {} is after --to {}.", range.from, range.to), ""};
  }
  return StepsWriter(recording, range, out, progress).write();
}

}  // namespace sortscope
