// network_desk.cpp: from networks to recordings, and the edited one shown at once.
#include "app/state/network_desk.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/engines/engines.h"
#include "app/state/history.h"
#include "app/state/lesson_player.h"
#include "app/state/next_run.h"
#include "app/state/opening.h"
#include "app/state/panes.h"
#include "app/state/parts/background.h"
#include "app/state/parts/notices.h"
#include "core/algorithms/schedules.h"
#include "core/keys/inputs.h"
#include "core/networks/formats/best_known.h"
#include "core/networks/wording.h"
#include "core/recordings/recording.h"
#include "core/recordings/usual_run.h"

namespace sortscope {

namespace {

// The present run with another network: its keys where their number is right.
Result<RunRequest> request_for(const NextRun& next, const Session& session,
                               std::shared_ptr<const ListedNetwork> network,
                               const Recording* typed = nullptr) {
  RunRequest request = next.run;
  request.algorithm = kListed.id;
  request.kernel.clear();
  request.keyframes_only = false;
  request.any_input = false;
  const std::uint32_t wires = network->wires();
  request.parameters.set(ListedChoice{std::move(network)});
  const Recording* given = session.loaded() ? &session.recording() : nullptr;
  if (given == nullptr || given->real_keys() != wires) given = typed;
  if (given != nullptr && given->real_keys() == wires) {
    const RunRequest& shown = given->request;
    request.keys = shown.keys;
    request.input = shown.input;
    request.seed = shown.seed;
    request.source = shown.source;
    request.order = shown.order;
    return request;
  }
  if (request.input == "given") request.input = kUsualInput;
  request.source.clear();
  if (Status status = generate_run_keys(request, kListed, next.run_type, wires); !status) {
    return status.error();
  }
  return request;
}

}  // namespace

Result<std::shared_ptr<const ListedNetwork>> network_of(const Recording& recording) {
  const Network& network = recording.network;
  if (network.adaptive()) {
    return Error{
        ErrorCode::kBadUsage,
        fmt::format("{} is no network: what it compares depends on the keys.", recording.title()),
        "Choose one of the networks."};
  }
  if (network.listed() != nullptr) return network.shared_listed();
  constexpr std::uint64_t kMost = kMostListedComparators;
  if (network.wires() > kMostListedWires || network.size() > kMost) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("{} comparators on {} wires are too many for a list.", network.size(),
                             network.wires()),
                 "Choose fewer keys."};
  }
  std::vector<std::vector<Comparator>> layers(network.depth());
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    for (std::uint32_t i = 0; i < network.count(layer); ++i) {
      layers[layer].push_back(network.comparator(layer, i));
    }
  }
  return ListedNetwork::build(network.wires(), layers,
                              fmt::format("{}, {}", recording.title(), network.wires()));
}

std::string opened_text(const ReadNetwork& read) {
  const ListedNetwork& network = *read.network;
  std::string text = fmt::format(
      "Taken for a network of {} ({}): {}.", counted(network.wires(), "wire"), read.format->title,
      beside_best_known(network.wires(), network.size(), network.depth(), Sorts::kNotAsked));
  for (const std::string& note : read.notes) text += " " + note;
  return text;
}

Status open_network(const RecordingParts& parts, std::shared_ptr<const ListedNetwork> network,
                    const std::string& message) {
  if (parts.background.work)
    return Error{ErrorCode::kWorkFailed, "other work is still going on.", ""};
  auto request = request_for(parts.next, parts.session, std::move(network));
  if (!request) return request.error();
  // The engine of before may know no lists.
  start_recording(parts, std::move(*request), parts.next.engine_id);
  if (!message.empty()) {
    parts.notices.notify(message);
    parts.notices.of_run(kComingRun);
  }
  return {};
}

Status begin_editing(const StageParts& stage, std::shared_ptr<const ListedNetwork> network,
                     Drawn drawn) {
  if (network->wires() > kMostEditedWires) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("{} wires are too many to edit by hand.", network->wires()),
                 fmt::format("At most {} are expected.", kMostEditedWires)};
  }
  NetworkDesk& desk = stage.network_desk;
  const bool replaces = !stage.session.loaded() || desk.editor ||
                        stage.session.recording().network.listed() != network.get();
  const bool of_lesson = stage.lesson.works();
  if (replaces && !of_lesson) stage.history.push();
  if (drawn == Drawn::kAnew && !of_lesson) {
    stage.lesson.make_way(stage.session, stage.panes, stage.history, stage.notices);
  }
  desk.marker = std::min(desk.marker, network->wires() - 1);
  desk.first_end.reset();
  desk.marker_shown = false;
  desk.editor.emplace(std::move(network));
  if (Status status = stage.panes.show("network"); !status) return status;
  return show_edited(stage);
}

void end_editing(NetworkDesk& desk) {
  desk.editor.reset();
  desk.first_end.reset();
  desk.stale = false;
  desk.typed.reset();
}

Status show_edited(const StageParts& stage) {
  NetworkDesk& desk = stage.network_desk;
  if (!desk.editor) return {};
  desk.stale = false;
  const auto& network = desk.editor->network();
  const bool loaded = stage.session.loaded();
  if (!loaded || stage.session.recording().network.listed() != network.get()) {
    if (loaded && stage.session.recording().request.input == "given") {
      desk.typed = stage.session.shared_recording();
    }
    auto request = request_for(stage.next, stage.session, network, desk.typed.get());
    if (!request) return request.error();
    const auto engine = choose_engine("cpu");
    if (!engine) return engine.error();
    const auto recording = record(*request, *engine->engine);
    if (!recording) return recording.error();
    Cursor cursor = loaded ? stage.session.cursor() : Cursor{};
    const bool at_end = loaded && cursor.layer >= stage.session.recording().network.depth();
    stage.next.engine_note = engine->reason;
    adopt(stage, prepare_run(*recording), Before::kDropped);
    if (at_end || cursor.layer >= network->depth()) cursor = {network->depth(), 0};
    cursor.comparator = 0;
    stage.session.seek(cursor);
    stage.session.settle();
  }
  desk.marker = std::min(desk.marker, network->wires() - 1);
  stage.session.selected = {};
  if (const auto& place = desk.editor->selected()) {
    stage.session.selected.comparator = ComparatorId{place->layer, place->index};
  }
  return {};
}

Status paste(const RecordingParts& parts, OverlayState& overlay, const std::string& text) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
    return Error{ErrorCode::kBadInput, "the clipboard has no text.",
                 "Copy a network or numbers first."};
  }
  if (recognise_network(text, "", false) != nullptr) {
    const auto read = parse_network(text, "clipboard", nullptr, "Pasted network");
    if (!read) return read.error();
    return open_network(parts, read->network, opened_text(*read));
  }
  if (parts.next.run.algorithm == kListed.id) {
    // Keys for the network that is shown, or for the sort that one begins with.
    const auto keys = read_numbers(text, "clipboard", std::nullopt, kMostListedWires);
    if (!keys) return keys.error();
    const auto& listed = parts.next.run.parameters.of<ListedChoice>().network;
    if (!listed || listed->wires() != keys->size()) {
      if (Status status = set_algorithm(parts.next, "bitonic"); !status) return status;
    }
  }
  if (Status status = set_own_keys(parts.next, parts.notices, text); !status) {
    Error error = status.error();
    error.hint = "Numbers, or a network in a format of `sortscope list formats`, can be pasted.";
    return error;
  }
  parts.notices.notify(fmt::format("Taken for {}.", counted(parts.next.keys().size(), "key",
                                                            count_text(parts.next.keys().size()))));
  return record_next_run(parts, overlay, false);
}

}  // namespace sortscope
