// session.h: the recording, the one cursor, the selection and the playback that all views share.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/recordings/padding_map.h"
#include "core/scenes/layout.h"
#include "core/scenes/maker.h"

namespace sortscope {

struct Recording;

/// What one step is.
enum class StepUnit : std::uint8_t { kComparator, kLayer, kLevel };

inline constexpr float kLeastSpeed = 0.05F;
inline constexpr float kMostSpeed = 256;

/// A change of the cursor on its way: drawn from `base` with a fraction that grows or falls.
struct Motion {
  bool active = false;
  Cursor base;               // the earlier of the two cursors
  bool whole_layer = true;   // else one comparator
  bool whole_level = false;  // `base` is the last layer of a level that runs as one step
  bool forward = true;
  float elapsed_s = 0;
  float duration_s = 0.3F;
};

/// A recording with what showing it needs; made off the main thread, since ranks take O(n log n).
using PreparedRun = std::unique_ptr<SceneMaker>;
PreparedRun prepare_run(std::shared_ptr<const Recording> recording,
                        const Progress* progress = nullptr);

/// Where the picture stands. In motion it is the cursor before the step that is on its way,
/// forwards and backwards; Session::cursor() has gone ahead then.
struct ShownStep {
  Cursor cursor;
  float fraction = 0;  // of the step on its way; 0: nothing is
  bool whole_layer = true;
  bool whole_level = false;

  /// Layers that have begun: the number of the one that is under way, else of the last.
  [[nodiscard]] std::uint32_t layers_begun() const {
    return cursor.layer + (cursor.comparator > 0 || fraction > 0 ? 1 : 0);
  }
};

/// Everything shown is a function of this. The cursor is exact at all times; motion is only drawn.
class Session {
 public:
  /// Replaces the recording; the cursor goes to the start, bookmarks and loop are cleared. Returns
  /// what showed the one before, to be thrown away where nobody waits.
  PreparedRun open(PreparedRun run);
  [[nodiscard]] bool loaded() const { return recording_ != nullptr; }
  [[nodiscard]] const Recording& recording() const { return *recording_; }
  [[nodiscard]] std::shared_ptr<const Recording> shared_recording() const { return recording_; }
  /// Grows by one with every open(): views that keep something of a recording compare it.
  [[nodiscard]] std::uint64_t generation() const { return generation_; }

  [[nodiscard]] Cursor cursor() const { return cursor_; }
  /// The last cursor that may be shown: where an open question stands, else the end of the run.
  /// Nothing that moves the cursor goes beyond it.
  [[nodiscard]] Cursor furthest() const;
  /// Jumps, at most to furthest(); no motion. Beyond `far_seek_ns` it is only bound for: the cursor
  /// that is shown stays until arrive().
  void seek(Cursor cursor);
  /// Where the cursor is, or will be when it has arrived.
  [[nodiscard]] Cursor bound_for() const { return far_target_.value_or(cursor_); }
  /// A far cursor is not reached yet.
  [[nodiscard]] bool underway() const { return far_target_.has_value(); }
  /// What goes there on another thread. The cursor is the one it was until it comes back.
  [[nodiscard]] FarSeek set_out() const { return scenes_->set_out(*far_target_); }
  void arrive(FarSeek seek);
  /// Another replay of the run, with the states that were kept so far. O(state).
  [[nodiscard]] Replay replay() const { return scenes_->set_out(cursor_).replay; }
  /// What finds states of the run that is shown; null: its replays alone.
  [[nodiscard]] const std::shared_ptr<PlacesSource>& places_source() const {
    return scenes_->places_source();
  }
  /// The cursor stays where it is.
  void stay() { far_target_.reset(); }
  /// One step of `unit`, forwards or backwards, with motion unless the person wants none. A level
  /// goes to its start or end; that moves where wires then flow to other separators (AKS). False at
  /// the end of the run and at furthest().
  bool step(StepUnit unit, bool forward);
  /// Moves by `layers`, whole ones and parts, below 0 backwards, and stands still there; stops
  /// playing.
  void scrub(double layers);
  /// Layers as a real number: whole layers and the share of the next one.
  [[nodiscard]] double layer_position() const;

  [[nodiscard]] bool playing() const { return playing_; }
  void set_playing(bool playing);
  /// Plays to the start of `layer` at `speed` layers a second, whatever speed() is, then stops;
  /// from behind it or with reduced motion it jumps there.
  void play_to(std::uint32_t layer, float speed);
  /// play_to() is on its way.
  [[nodiscard]] bool playing_to() const { return play_to_.has_value(); }
  /// Where play_to() ends, else what the cursor is bound for.
  [[nodiscard]] Cursor heads_for() const {
    return play_to_ ? Cursor{play_to_->layer, 0} : bound_for();
  }
  /// Steps a second, kLeastSpeed to kMostSpeed; single steps take their time by it too.
  [[nodiscard]] float speed() const { return speed_; }
  void set_speed(float speed);
  [[nodiscard]] StepUnit play_unit() const { return play_unit_; }
  void set_play_unit(StepUnit unit) { play_unit_ = unit; }
  void set_reduced_motion(bool reduced) { reduced_motion_ = reduced; }
  [[nodiscard]] bool reduced_motion() const { return reduced_motion_; }

  /// The loop, in whole layers: playback goes from the end to the start. Empty: none.
  [[nodiscard]] const std::optional<std::pair<Cursor, Cursor>>& loop() const { return loop_; }
  void set_loop(std::optional<std::pair<Cursor, Cursor>> loop) { loop_ = loop; }

  [[nodiscard]] const std::set<Cursor>& bookmarks() const { return bookmarks_; }
  /// Adds the cursor's bookmark, or takes it away.
  void toggle_bookmark();
  void add_bookmark(Cursor cursor) { bookmarks_.insert(cursor); }
  /// Goes to the next or previous bookmark; false if there is none.
  bool go_to_bookmark(bool forward);

  /// Moves time on: motion and playback. True if anything shown has changed or will change.
  bool advance(double seconds);
  [[nodiscard]] bool moving() const { return motion_.active; }
  /// Ends motion at once, and play_to() at its end: for scripts and screenshots.
  void settle();

  /// Stands still `fraction` of the way through the layer at `cursor`, or through its next
  /// comparator: for pictures and film.
  void pose(Cursor cursor, float fraction, bool whole_layer = true);

  /// How far the layer or comparator at the cursor is posed; 0: not.
  [[nodiscard]] float posed_fraction() const { return posed_fraction_; }
  [[nodiscard]] bool posed_whole_layer() const { return posed_whole_layer_; }

  /// What scene() shows: whole steps that are done, and how far the next one is.
  [[nodiscard]] ShownStep shown() const;
  /// What the layouts draw. Replays as needed; the spans hold until the next call, and it refers to
  /// the options, results and marks of this session as they are.
  [[nodiscard]] Scene scene();
  [[nodiscard]] std::span<const std::uint32_t> ranks() const { return scenes_->ranks(); }
  [[nodiscard]] const PaddingMap& padding() const { return scenes_->padding(); }
  /// What the run's replay on the GPU begins with, once; null where it has none.
  std::shared_ptr<ReplayStart> take_replay_start() {
    return std::exchange(scenes_->replay_start, nullptr);
  }
  /// The run's map of exchanges for shaders, once; null where it has none.
  std::unique_ptr<TileWords> take_tile_words() { return std::move(scenes_->tile_words); }

  /// Seeks that take longer go on beside the window; none does where no person looks.
  std::uint64_t far_seek_ns = ~std::uint64_t{0};
  Selection hover;
  Selection selected;
  LayoutOptions options;
  Measured measured;
  LaidOver laid_over;

 private:
  [[nodiscard]] bool is_far(Cursor cursor) const;
  [[nodiscard]] Cursor next_cursor(StepUnit unit, bool forward, bool inside) const;
  void start_motion(Cursor base, bool whole_layer, bool forward);
  void start_level_motion(Cursor before, Cursor after);
  /// Of a layer that is played in a race, beside the mean; nothing where there is none.
  [[nodiscard]] std::optional<float> race_pace(std::uint32_t layer) const;
  /// Until the next step of playing.
  [[nodiscard]] double play_period_s() const;
  /// Steps a second of what is playing.
  [[nodiscard]] float playing_speed() const { return play_to_ ? play_to_->speed : speed_; }

  std::shared_ptr<const Recording> recording_;
  std::unique_ptr<SceneMaker> scenes_;  // null as long as nothing is open
  std::uint64_t generation_ = 0;
  Cursor cursor_;
  std::optional<Cursor> far_target_;
  Motion motion_;
  float posed_fraction_ = 0;
  bool posed_whole_layer_ = true;
  bool playing_ = false;
  bool reduced_motion_ = false;
  float speed_ = 1;
  double play_debt_s_ = 0;
  struct PlayTo {
    std::uint32_t layer;
    float speed;
  };
  std::optional<PlayTo> play_to_;
  StepUnit play_unit_ = StepUnit::kLayer;
  std::optional<std::pair<Cursor, Cursor>> loop_;
  std::set<Cursor> bookmarks_;
};

}  // namespace sortscope
