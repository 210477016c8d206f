// session.cpp: the cursor, playback and what the layouts draw.
#include "app/state/session.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/recordings/counts/tile_words.h"
#include "core/recordings/recording.h"
#include "core/scenes/question_marks.h"
#include "core/scenes/race.h"
#include "kernels/device_replay.h"

namespace sortscope {

namespace {

constexpr float kLayerSeconds = 0.4F;
constexpr float kComparatorSeconds = 0.25F;
constexpr float kTreeSeconds = 1.2F;  // keys, then links, then subtrees move
constexpr float kFlowSeconds = 1.6F;  // keys, then wires flow over the tree of an AKS network

// Wires flow to other separators after this layer of an AKS network.
bool wires_flow_after(const Network& network, std::uint32_t layer) {
  if (!network.wires_move() || layer + 1 >= network.depth()) return false;
  return network.level_index(layer) < aks_steps(network.aks()->d()) &&
         network.level_index(layer + 1) != network.level_index(layer);
}

}  // namespace

PreparedRun prepare_run(std::shared_ptr<const Recording> recording, const Progress* progress) {
  // Asked for once it is shown.
  (void)recording->keys_checksum();
  auto prepared = std::make_unique<SceneMaker>(std::move(recording), progress);
  const bool whole = progress == nullptr || !progress->cancelled();
  if (whole) {
    prepared->replay_start = make_replay_start(*prepared->recording(), prepared->ranks(), progress);
    if (prepared->replay_start) prepared->use(prepared->replay_start->places_source());
  }
  if (whole && prepared->exchanges() != nullptr) {
    prepared->tile_words = std::make_unique<TileWords>(tile_words(*prepared->exchanges()));
  }
  return prepared;
}

PreparedRun Session::open(PreparedRun run) {
  recording_ = run->recording();
  std::swap(scenes_, run);
  ++generation_;
  cursor_ = {};
  far_target_.reset();
  motion_ = {};
  posed_fraction_ = 0;
  playing_ = false;
  play_to_.reset();
  loop_.reset();
  bookmarks_.clear();
  hover = {};
  selected = {};
  // It was about the run before.
  laid_over.question.reset();
  return run;
}

Cursor Session::furthest() const {
  const QuestionMarks* question = laid_over.question.get();
  const Cursor end = recording_->network.end();
  if (question == nullptr || !question->veiled) return end;
  return std::min(end, Cursor{question->asked_layer, question->asked_comparator});
}

void Session::seek(Cursor cursor) {
  cursor = std::min(cursor, furthest());
  if (cursor.layer < recording_->network.depth()) {
    cursor.comparator = std::min(cursor.comparator, recording_->network.count(cursor.layer) - 1);
  }
  motion_.active = false;
  posed_fraction_ = 0;
  far_target_.reset();
  if (is_far(cursor)) {
    far_target_ = cursor;
    return;
  }
  cursor_ = cursor;
}

void Session::arrive(FarSeek seek) {
  cursor_ = seek.target;
  far_target_.reset();
  scenes_->arrive(std::move(seek));
}

void Session::pose(Cursor cursor, float fraction, bool whole_layer) {
  seek(cursor);
  if (underway() || cursor_ == furthest()) return;
  if (whole_layer && Cursor{cursor_.layer + 1, 0} > furthest()) return;
  posed_whole_layer_ = whole_layer;
  posed_fraction_ =
      cursor_.layer < recording_->network.depth() ? std::clamp(fraction, 0.0F, 1.0F) : 0;
}

void Session::start_motion(Cursor base, bool whole_layer, bool forward) {
  if (reduced_motion_) return;
  motion_ = {.active = true,
             .base = base,
             .whole_layer = whole_layer,
             .forward = forward,
             .duration_s = whole_layer ? kLayerSeconds : kComparatorSeconds};
  if (recording_->network.in_trees(base.layer)) motion_.duration_s = kTreeSeconds;
  if (whole_layer && wires_flow_after(recording_->network, base.layer)) {
    motion_.duration_s = kFlowSeconds;
  }
  // Played fast, a motion has what there is until the next step.
  if (!playing_ || playing_speed() < 1) motion_.duration_s /= playing_speed();
  if (playing_) motion_.duration_s = std::min(motion_.duration_s, 0.75F / playing_speed());
  // In a race the clock goes evenly.
  if (const auto pace = race_pace(base.layer); pace && playing_ && whole_layer) {
    motion_.duration_s = *pace / playing_speed();
  }
}

std::optional<float> Session::race_pace(std::uint32_t layer) const {
  if (measured.race == nullptr) return std::nullopt;
  const auto lane = lane_of(*measured.race, *recording_);
  if (!lane || layer >= recording_->network.depth()) return std::nullopt;
  return pace_at(*measured.race, *lane, options.race.by_step, layer);
}

double Session::play_period_s() const {
  // The layer before the cursor is the one on its way.
  std::optional<float> pace;
  if ((play_to_ || play_unit_ == StepUnit::kLayer) && cursor_.layer > 0)
    pace = race_pace(cursor_.layer - 1);
  return pace.value_or(1) / playing_speed();
}

void Session::start_level_motion(Cursor before, Cursor after) {
  const Network& network = recording_->network;
  const Cursor first = std::min(before, after);
  const Cursor last = std::max(before, after);
  if (last.layer == 0 || last.comparator != 0 || !wires_flow_after(network, last.layer - 1)) return;
  start_motion({last.layer - 1, 0}, true, before < after);
  const MergeLevel& level = network.levels()[network.level_index(last.layer - 1)];
  motion_.whole_level = first == Cursor{level.first_layer, 0};
}

// One step from the cursor on, which can be made. `inside`: backwards only to the start of the
// layer.
Cursor Session::next_cursor(StepUnit unit, bool forward, bool inside) const {
  const Network& network = recording_->network;
  if (unit == StepUnit::kComparator) {
    const std::uint64_t position = network.position(cursor_);
    return network.cursor_at(forward ? position + 1 : position - 1);
  }
  if (unit == StepUnit::kLayer) {
    if (forward) return {cursor_.layer + 1, 0};
    return inside                   ? cursor_
           : cursor_.comparator > 0 ? Cursor{cursor_.layer, 0}
                                    : Cursor{cursor_.layer - 1, 0};
  }
  const std::uint32_t layer = std::min(cursor_.layer, network.depth() - 1);
  const std::uint32_t index = network.level_index(layer);
  const MergeLevel& level = network.levels()[index];
  if (forward) return {level.first_layer + level.layer_count, 0};
  if (cursor_ > Cursor{level.first_layer, 0}) return {level.first_layer, 0};
  return {index > 0 ? network.levels()[index - 1].first_layer : 0, 0};
}

bool Session::is_far(Cursor cursor) const { return scenes_->seek_ns(cursor) > far_seek_ns; }

bool Session::step(StepUnit unit, bool forward) {
  far_target_.reset();
  const Cursor before = cursor_;
  // From the middle of a layer the rest of it is still to come, or to go back.
  const bool inside = posed_fraction_ > 0 && posed_whole_layer_ && unit == StepUnit::kLayer &&
                      cursor_.comparator == 0;
  const float done = inside ? posed_fraction_ : 0;
  if (forward ? cursor_ >= furthest() : cursor_ == Cursor{} && !inside) return false;
  motion_.active = false;
  posed_fraction_ = 0;
  cursor_ = std::min(next_cursor(unit, forward, inside), furthest());
  if (is_far(cursor_)) {
    far_target_ = std::exchange(cursor_, before);
    return true;
  }
  switch (unit) {
    case StepUnit::kComparator:
      start_motion(forward ? before : cursor_, false, forward);
      break;
    case StepUnit::kLayer:
      // After some comparators of a layer only the rest of it moves; that is not drawn.
      if (before.comparator == 0) start_motion(forward ? before : cursor_, true, forward);
      if (inside) motion_.elapsed_s = (forward ? done : 1 - done) * motion_.duration_s;
      break;
    case StepUnit::kLevel:
      start_level_motion(before, cursor_);
      break;
  }
  return true;
}

void Session::scrub(double layers) {
  constexpr double kAtRest = 1e-3;
  const Cursor most = furthest();
  const double part =
      most.comparator > 0 ? 1.0 * most.comparator / recording_->network.count(most.layer) : 0;
  const double at = std::clamp(layer_position() + layers, 0.0, most.layer + part);
  set_playing(false);
  const double whole = std::round(at);
  if (std::abs(at - whole) < kAtRest) {
    seek({static_cast<std::uint32_t>(whole), 0});
    return;
  }
  pose({static_cast<std::uint32_t>(at), 0}, static_cast<float>(at - std::floor(at)));
}

double Session::layer_position() const {
  const Network& network = recording_->network;
  if (cursor_.layer >= network.depth()) return network.depth();
  const double count = network.count(cursor_.layer);
  double within = cursor_.comparator / count;
  if (posed_fraction_ > 0) {
    within += posed_fraction_ * (posed_whole_layer_ ? 1 - within : 1 / count);
  }
  if (motion_.active && motion_.whole_layer) {
    const double t = std::min(motion_.elapsed_s / motion_.duration_s, 1.0F);
    return motion_.base.layer + (motion_.forward ? t : 1 - t);
  }
  return cursor_.layer + within;
}

void Session::set_playing(bool playing) {
  if (playing && recording_ && cursor_ == recording_->network.end() && !loop_) seek({});
  play_to_.reset();
  playing_ = playing && recording_ && recording_->network.depth() > 0;
  play_debt_s_ = 0;
  if (playing_) play_debt_s_ = play_period_s();  // the first step comes at once
}

void Session::play_to(std::uint32_t layer, float speed) {
  const Cursor target = std::min(Cursor{layer, 0}, furthest());
  set_playing(false);
  if (cursor_ >= target || reduced_motion_) {
    seek(target);
    return;
  }
  play_to_ = PlayTo{target.layer, std::clamp(speed, kLeastSpeed, kMostSpeed)};
  playing_ = true;
  play_debt_s_ = play_period_s();
}

void Session::settle() {
  if (play_to_) {
    seek({play_to_->layer, 0});
    set_playing(false);
  }
  motion_.active = false;
  CylinderOptions& cylinder = options.cylinder;
  if (cylinder.fold_since_s >= 0) {
    cylinder.fold = 1;
    cylinder.fold_since_s = -1;
  }
}

void Session::set_speed(float speed) { speed_ = std::clamp(speed, kLeastSpeed, kMostSpeed); }

void Session::toggle_bookmark() {
  if (bookmarks_.erase(cursor_) == 0) bookmarks_.insert(cursor_);
}

bool Session::go_to_bookmark(bool forward) {
  if (forward) {
    const auto next = bookmarks_.upper_bound(cursor_);
    if (next == bookmarks_.end()) return false;
    seek(*next);
    return true;
  }
  auto previous = bookmarks_.lower_bound(cursor_);
  if (previous == bookmarks_.begin()) return false;
  seek(*--previous);
  return true;
}

bool Session::advance(double seconds) {
  if (!recording_) return false;
  bool changed = false;
  if (motion_.active) {
    motion_.elapsed_s += static_cast<float>(seconds);
    if (motion_.elapsed_s >= motion_.duration_s) motion_.active = false;
    changed = true;
  }
  if (playing_ && !underway()) {
    changed = true;
    // After a long frame no more than 64 steps; a layer of a race may take as long as more of them.
    play_debt_s_ =
        std::min(play_debt_s_ + seconds, std::max(64.0 / playing_speed(), play_period_s()));
    while (playing_ && play_debt_s_ >= play_period_s()) {
      if (play_to_ && cursor_.layer >= play_to_->layer) {
        // What it has come to is still on its way for a moment.
        if (!motion_.active) set_playing(false);
        break;
      }
      play_debt_s_ -= play_period_s();
      if (play_to_) {
        step(StepUnit::kLayer, true);
      } else if (loop_ && cursor_ >= loop_->second) {
        seek(loop_->first);
      } else if (!step(play_unit_, true)) {
        playing_ = false;
      }
    }
  }
  return changed;
}

ShownStep Session::shown() const {
  if (!motion_.active) return {cursor_, posed_fraction_, posed_whole_layer_};
  const float t = std::min(motion_.elapsed_s / motion_.duration_s, 1.0F);
  // Never quite 0: a motion that begins already shows what moves.
  return {motion_.base, std::max(motion_.forward ? t : 1 - t, 1e-4F), motion_.whole_layer,
          motion_.whole_level};
}

Scene Session::scene() {
  const ShownStep step = shown();
  SceneRequest wanted;
  wanted.cursor = step.cursor;
  wanted.fraction = step.fraction;
  wanted.whole_layer = step.whole_layer;
  wanted.whole_level = step.whole_level;
  wanted.hover = hover;
  wanted.selected = selected;
  wanted.waits = far_seek_ns == ~std::uint64_t{0};
  wanted.options = &options;
  wanted.measured = &measured;
  wanted.laid_over = &laid_over;
  return scenes_->make(wanted);
}

}  // namespace sortscope
