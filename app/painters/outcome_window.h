// outcome_window.h: the shader buffer of outcomes: all of a run's, or those that the camera shows.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "app/painters/outcome_range.h"
#include "app/surface/gl_handles.h"

namespace sortscope {

struct Recording;

/// Where a range stands in the buffer, in words. They are added to what the shader counts itself,
/// modulo 2^32.
struct OutcomePlace {
  std::uint32_t bits = 0;
  std::uint32_t lower_wires = 0;
};

/// Outcome bits, and of runs in trees the lower wires of comparisons, for shaders/network.frag.
class OutcomeWindow {
 public:
  /// Bytes of a buffer that may hold a whole run without CUDA, and of a window; what the machine or
  /// OpenGL allows where that is less.
  static std::uint64_t most_bytes();

  /// Plans a buffer of `most_bytes` at most: of all outcomes where they fit, else a window. pour()
  /// makes it; where there is no memory for it, a smaller one. Runs whose comparators are no
  /// formula need none.
  void make(std::shared_ptr<const Recording> recording, std::uint64_t most_bytes);
  /// A buffer for all bits, to be filled by CUDA. False where it cannot be made, and where it would
  /// stop the window: then make().
  bool make_unfilled(std::shared_ptr<const Recording> recording);

  /// Brings in up to `most_words` more of a whole run; the first call makes the buffer, and no more
  /// where it is larger. True once all are there.
  bool pour(std::uint64_t most_words);
  /// Of the buffer that the next pour() makes; 0: there is one, or none is needed.
  [[nodiscard]] std::uint64_t words_to_make() const { return to_make_; }

  [[nodiscard]] unsigned name() const { return buffer_.name(); }
  /// False where no shader reads outcomes of this run, there was no memory at all, or not all of
  /// a whole run is brought in.
  [[nodiscard]] bool available() const { return words_ > 0 && poured_ == to_pour_; }
  [[nodiscard]] bool whole() const { return whole_; }
  /// Of the whole run; place() of any range of the layer is within it.
  [[nodiscard]] OutcomePlace whole_place(std::uint32_t layer) const;
  /// Where a range stands, brought in now unless it was before; nothing where there is no room.
  std::optional<OutcomePlace> place(const OutcomeRange& range);
  /// Forgets what is in the window; what was drawn with it stays.
  void start_over();

  [[nodiscard]] std::uint64_t bytes() const { return words_ * 4; }
  /// Brought in by place() so far, in bytes.
  [[nodiscard]] std::uint64_t brought_in() const { return brought_in_; }

 private:
  bool allocate(std::uint64_t words);
  void make_buffer();

  std::shared_ptr<const Recording> recording_;
  GlBuffer buffer_;
  std::uint64_t words_ = 0;
  std::uint64_t to_make_ = 0;
  std::uint64_t to_pour_ = 0;
  std::uint64_t poured_ = 0;
  std::uint64_t used_ = 0;
  std::uint64_t brought_in_ = 0;
  bool whole_ = false;
  std::map<OutcomeRange, OutcomePlace> held_;
  std::vector<std::uint32_t> copied_;
};

}  // namespace sortscope
