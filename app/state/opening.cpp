// opening.cpp: recording, reading files, and showing what came of it.
#include "app/state/opening.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <sstream>
#include <utility>

#include "app/engines/engines.h"
#include "app/state/command_arguments.h"
#include "app/state/history.h"
#include "app/state/lesson_player.h"
#include "app/state/network_desk.h"
#include "app/state/next_run.h"
#include "app/state/panes.h"
#include "app/state/parts/background.h"
#include "app/state/parts/drawn_run.h"
#include "app/state/parts/free_beside.h"
#include "app/state/parts/notices.h"
#include "app/state/parts/overlay_state.h"
#include "app/state/parts/remembered.h"
#include "app/state/parts/trust.h"
#include "app/state/session_file.h"
#include "app/surface/surface.h"
#include "core/base/progress.h"
#include "core/keys/inputs.h"
#include "core/networks/formats/format.h"
#include "core/networks/wording.h"
#include "core/recordings/file.h"
#include "core/recordings/layer_ranges.h"
#include "core/recordings/recording.h"
#include "core/recordings/rerun.h"
#include "core/verify/verdict_marks.h"
#include "core/words/own_file.h"

namespace sortscope {

namespace {

// What a frame waits for at most; larger files are read beside the window.
constexpr off_t kReadAtOnceBytes = off_t{1} << 20;

// The message names the file as people do, not by its folders.
void fail_to_read(Notices& notices, const Error& error, const std::string& path) {
  notices.fail(error);
  const std::string name = std::filesystem::path(path).filename().string();
  if (notices.shown.empty() || name.empty() || path == name) return;
  std::string& text = notices.shown.back().text;
  for (std::size_t at = 0; (at = text.find(path, at)) != std::string::npos; at += name.size()) {
    text.replace(at, path.size(), name);
  }
}

// A network that has a least size shows little of a few keys.
void offer_keys_for_padding(Notices& notices, const Recording& recording,
                            std::uint64_t generation) {
  const Algorithm& algorithm = *recording.algorithm;
  const std::uint32_t keys = recording.real_keys();
  const std::uint32_t wires = keys_without_padding(algorithm, keys);
  if (wires == keys) return;
  notices.offer(fmt::format("{} has no fewer than {} wires: {} of them are padding here.",
                            algorithm.title, wires, wires - keys),
                fmt::format("Record {} random keys", wires),
                fmt::format("record-with {} {}", algorithm.id, wires), false);
  notices.of_run(generation);
}

// What only they still hold of the run before, where it is large beside the window.
void give_back(PreparedRun before, std::shared_ptr<const Keys> keys) {
  constexpr std::uint32_t kAtOnce = std::uint32_t{1} << 18;
  if (before == nullptr || before->recording()->network.wires() < kAtOnce) return;
  free_beside(std::move(before), std::move(keys));
}

}  // namespace

void say_disorder(const StageParts& stage) {
  constexpr std::string_view kOfMerger =
      "The output is not in order: a merger sorts only bitonic inputs.";
  constexpr std::string_view kOfSort = "The output is not in order.";
  std::erase_if(stage.notices.shown,
                [&](const Notice& each) { return each.text == kOfMerger || each.text == kOfSort; });
  const Recording& shown = stage.session.recording();
  const auto& verdict = stage.session.measured.verdict;
  const bool shown_wrong = verdict && runs_counterexample(*verdict, shown);
  // The findings of a person's own kernel say it, and why.
  const bool told = shows_own_kernel(stage.session.measured, shown);
  // A lesson means to show it.
  if (shown.sorted || stage.network_desk.editor || shown_wrong || told ||
      stage.lesson.runs_lines()) {
    return;
  }
  stage.notices.notify(std::string(shown.algorithm->needs_bitonic_input ? kOfMerger : kOfSort),
                       true);
  stage.notices.of_run(stage.session.generation());
}

void adopt(const StageParts& stage, PreparedRun prepared, Before before) {
  const bool of_lesson = stage.lesson.works();
  // The same run again is no step forward.
  const bool again = stage.session.loaded() && !stage.network_desk.editor &&
                     same_run(stage.session.recording(), *prepared->recording());
  // But what was measured of it, and the person's marks, would go.
  const bool kept = before == Before::kBeside ||
                    (before == Before::kKept && (!again || stage.history.shown_holds_more()));
  if (kept && !of_lesson) stage.history.push();
  const bool asked = stage.source.source == Source::kPerson && !of_lesson;
  const bool own = asked && before != Before::kDropped;
  const bool lessons_run =
      stage.lesson.active() || stage.history.shows_lesson_run(stage.session.generation());
  const bool after_lesson =
      own && stage.lesson.make_way(stage.session, stage.panes, stage.history, stage.notices);
  std::optional<Family> family_before;
  bool same_numbers = false;
  if (stage.session.loaded()) {
    family_before = stage.session.recording().algorithm->family;
    same_numbers = same_keys(stage.session.recording(), *prepared->recording());
  }
  // The buffers belong to the old recording: they go first.
  stage.drawn.buffers.reset();
  give_back(stage.session.open(std::move(prepared)), std::exchange(stage.next.shown_keys, nullptr));
  if (of_lesson) stage.history.note_lesson_run(stage.session.generation());
  const Recording& opened = stage.session.recording();
  // Another run than that of the edited network: one no longer edits.
  const auto& editor = stage.network_desk.editor;
  if (editor && opened.network.listed() != editor->network().get()) end_editing(stage.network_desk);
  // Who gives other numbers wants to see them, not a button.
  const bool given = own && opened.request.input == "given";
  stage.panes.suit(!family_before || (given && !same_numbers));
  // What a lesson laid over its runs is not asked for here.
  if (own && lessons_run) stage.session.options.kernel.overlay = {};
  if (own && !again) stage.session.laid_over.highlights.clear();
  if (own && (after_lesson || family_before != opened.algorithm->family)) stage.panes.explain();
  if (given && !same_numbers) stage.panes.show_keys();
  stage.next.run = without_keys(opened.request);
  stage.next.shown_keys = keys_of(stage.session.shared_recording());
  stage.next.run_keys = opened.real_keys();
  stage.next.run_type = opened.request.keys.type;
  auto start = stage.session.take_replay_start();
  auto tiles = stage.session.take_tile_words();
  if (stage.surface.draws()) {
    stage.drawn.show(stage.session.shared_recording(), stage.session.ranks(),
                     stage.session.padding(), std::move(start), std::move(tiles));
  }
  stage.surface.set_title(
      fmt::format("{} · {} – Sortscope", opened.title(),
                  counted(opened.real_keys(), "key", count_text(opened.real_keys()))));
  stage.notices.show_run(stage.session.generation());
  say_disorder(stage);
  if (own) offer_keys_for_padding(stage.notices, opened, stage.session.generation());
}

namespace {

// Beside the window: walks through the run that is shown, whose states on the way make seeks short.
void keep_states(const RecordingParts& parts) {
  const Session& session = parts.session;
  if (!parts.background.watched || !session.loaded()) return;
  const auto recording = session.shared_recording();
  // A GPU finds them as soon.
  if (recording->ranges || session.places_source() != nullptr) return;
  parts.background.look_on(
      [parts, recording, generation = session.generation(),
       far_ns = session.far_seek_ns](Progress& further) -> std::function<void(App&)> {
        const auto walk = std::make_shared<FarSeek>(FarSeek{{}, Replay(recording), nullptr});
        const Cursor end = recording->network.end();
        if (walk->replay.seek_ns(end) <= far_ns) return {};
        if (!walk->replay.seek(end, &further) || !walk->run(further)) return {};
        return [parts, walk, generation](App&) {
          Session& now = parts.session;
          if (now.generation() != generation || now.underway()) return;
          walk->target = now.cursor();
          walk->replay.seek(walk->target);
          now.arrive(std::move(*walk));
        };
      },
      Background::kLateFrames);
}

// On the worker's thread: prepares what was made; on the main thread: says what is wrong, or shows
// it.
std::function<void(App&)> shown(const RecordingParts& parts, const Progress& progress,
                                Result<std::shared_ptr<const Recording>> made,
                                std::function<void()> before, std::string commands = {}) {
  if (!made) {
    return [parts, error = made.error()](App&) { parts.notices.fail(error); };
  }
  auto run = std::make_shared<PreparedRun>(prepare_run(*made, &progress));
  if (progress.cancelled()) {
    return [parts](App&) { parts.notices.fail({ErrorCode::kCancelled, "stopped.", ""}); };
  }
  return [parts, run, before = std::move(before), commands = std::move(commands)](App&) {
    before();
    adopt(parts, std::move(*run));
    if (!parts.background.looks_on()) keep_states(parts);
    // The program's lines, which do no more than whoever asked for the run may do.
    const LineSource source =
        from_file(parts.source) ? parts.source : LineSource{.source = Source::kProgram};
    std::istringstream lines(commands);
    for (std::string line; std::getline(lines, line);) {
      const Status status = parts.commands.run(line, source);
      if (!status) parts.notices.fail(status.error());
    }
  };
}

// What a recording may take that `source` opens: where its run is made again, as any run of a file.
ReadLimits limits_of(const RecordingParts& parts) {
  ReadLimits limits;
  limits.doubts = !parts.background.watched;
  if (!from_file(parts.source)) return limits;
  limits.bytes = kMostFileBytes;
  limits.keys_again = kMostFileKeys;
  limits.comparators_again = 8 * kMostFileBitBytes;
  return limits;
}

// Where the outcomes of the file are not those of its keys.
void say_doubt(Notices& notices, const std::string& path, const std::string& doubt,
               std::uint64_t run) {
  if (doubt.empty()) return;
  notices.notify(fmt::format("{}: {}.", path, doubt), true);
  notices.of_run(run);
}

// On the worker's thread: reads a network; on the main thread: says what is wrong, or records it.
std::function<void(App&)> opened_network(const OpeningParts& parts, const std::string& path) {
  return [parts, path, read = read_network_file(path)](App&) {
    if (!read) {
      fail_to_read(parts.notices, read.error(), path);
      return;
    }
    parts.remembered.add_file(path, parts.source);
    const Status status = open_network(parts, read->network, opened_text(*read));
    if (!status) parts.notices.fail(status.error());
  };
}

}  // namespace

void start_recording(const RecordingParts& parts, PlannedRun run, std::string wanted,
                     std::string commands) {
  auto choice = choose_engine(wanted);
  const Status small =
      choice ? check_file_run(parts.source, run.request, run.keys()) : Status(choice.error());
  if (!small) {
    parts.notices.fail(small.error());
    return;
  }
  parts.next.engine_id = std::move(wanted);
  const auto algorithm = find_algorithm(run.request.algorithm);
  const std::uint32_t n = run.keys();
  const std::string title =
      fmt::format("Recording {}", counted(run.keys(), "key", count_text(run.keys())));
  const Status started = parts.background.start(
      title,
      [parts, choice = *choice, run = std::move(run),
       commands = std::move(commands)](Progress& progress) mutable -> std::function<void(App&)> {
        if (const Status keys = make_planned_keys(run, &progress); !keys) {
          return [parts, error = keys.error()](App&) { parts.notices.fail(error); };
        }
        const std::string kept = choose_keyframes(run.request, choice.engine.get());
        const RunRequest& request = run.request;
        auto made = record_to_show(request, *choice.engine, &progress);
        if (!made && made.error().code == ErrorCode::kNotBitonic) {
          return [parts, request, error = made.error()](App&) {
            parts.next.run = request;
            parts.next.run_type = request.keys.type;
            parts.notices.offer(error.message, "Sort them instead", "sort-instead");
            // A script cannot press a button.
            if (parts.surface.headless()) parts.notices.failure = error;
            parts.notices.of_run(parts.session.generation());
          };
        }
        return shown(
            parts, progress, std::move(made),
            [parts, choice, kept] {
              parts.next.engine_note = choice.reason;
              if (kept.empty()) return;
              parts.notices.notify(kept);
              parts.notices.of_run(kComingRun);
            },
            commands);
      });
  if (!started) return parts.notices.fail(started.error());
  if (algorithm) parts.drawn.expect(parts.background.works_begun, **algorithm, n);
}

Status record_next_run(const RecordingParts& parts, OverlayState& overlay, bool confirmed,
                       std::string commands) {
  const auto algorithm = find_algorithm(parts.next.run.algorithm);
  if (!algorithm) return algorithm.error();
  if (parts.background.work)
    return Error{ErrorCode::kWorkFailed, "other work is still going on.", ""};
  const std::uint32_t n = next_run_keys(parts.next);
  if (n >= 1 && n <= (*algorithm)->max_keys) {
    const RecordingSize size =
        recording_size(**algorithm, n, bits_of(parts.next.run_type), parts.next.run);
    if (size.total_bytes >= kLargeRecordingBytes && !confirmed && !parts.surface.headless()) {
      overlay.open = Overlay::kNewRun;
      return {};
    }
  }
  auto request = next_run(parts.next, parts.source);
  if (!request) return request.error();
  start_recording(parts, std::move(*request), parts.next.engine_id, std::move(commands));
  return {};
}

Status open_path(const OpeningParts& parts, const std::string& path, bool large) {
  const bool is_session = path != "-" && looks_like_session(path);
  if (from_file(parts.source) && (is_session || path.ends_with(".md"))) {
    return Error{ErrorCode::kBadUsage, "a lesson opens no session and no other lesson.",
                 "It may open a recording, a network or numbers."};
  }
  if (is_session) {
    const SessionSize size = large ? SessionSize::kAny : SessionSize::kOfFile;
    const auto opened = [parts, path, size](const Result<SessionFile>& saved) -> Status {
      if (!saved) return saved.error();
      if (Status status =
              open_session(parts, *saved, {.size = size, .again = {}, .before_shown = {}});
          !status) {
        return status;
      }
      parts.remembered.add_file(path, parts.source);
      return {};
    };
    struct stat info {};
    const bool small = ::stat(path.c_str(), &info) == 0 && info.st_size <= kReadAtOnceBytes;
    if (small || !parts.background.watched) return opened(read_session(path));
    return parts.background.start(
        "Reading " + path, [parts, path, opened](Progress& progress) -> std::function<void(App&)> {
          auto saved = read_session(path, &progress);
          return [parts, saved = std::move(saved), opened](App&) {
            if (const Status status = opened(saved); !status) parts.notices.fail(status.error());
          };
        });
  }
  if (path.ends_with(".md")) return parts.commands.run("lesson " + quoted_word(path));
  if (path.ends_with(".cu")) return parts.commands.run("kernel-open " + quoted_word(path));
  if (path != "-" && looks_like_recording(path)) {
    return parts.background.start(
        "Opening " + path,
        [parts, path, limits = limits_of(parts)](Progress& progress) -> std::function<void(App&)> {
          auto read = read_recording(path, &progress, limits);
          const auto recording = read ? *read : nullptr;
          return shown(parts, progress, std::move(read), [parts, path, recording, limits] {
            parts.remembered.add_file(path, parts.source);
            parts.next.engine_note = "Opened from a file.";
            if (limits.doubts) {
              say_doubt(parts.notices, path, recording->doubt, kComingRun);
              return;
            }
            // A person sees the run first.
            parts.background.look_on(
                [parts, path, recording](Progress& further) {
                  const std::string doubt = doubt_of(*recording, &further);
                  return [parts, path, doubt](App&) {
                    say_doubt(parts.notices, path, doubt, parts.session.generation());
                    keep_states(parts);
                  };
                },
                Background::kLateFrames);
          });
        });
  }
  const auto algorithm = find_algorithm(parts.next.run.algorithm);
  std::uint32_t most = algorithm ? (*algorithm)->max_keys : 1;
  if (from_file(parts.source)) most = std::min(most, kMostFileKeys);
  return parts.background.start(
      "Reading " + path,
      [parts, path, most,
       request = parts.next.run](Progress& progress) -> std::function<void(App&)> {
        if (path != "-" && looks_like_network(path)) return opened_network(parts, path);
        auto keys = read_number_file(path, std::nullopt, most, &progress);
        return [parts, keys = std::move(keys), path, request](App&) mutable {
          if (!keys) {
            fail_to_read(parts.notices, keys.error(), path);
            return;
          }
          if (path != "-") parts.remembered.add_file(path, parts.source);
          say_exactness(parts.notices, *keys);
          request.keys = std::move(*keys);
          request.input = "given";
          request.source = path;
          request.seed = 0;
          start_recording(parts, std::move(request), parts.next.engine_id);
        };
      });
}

}  // namespace sortscope
