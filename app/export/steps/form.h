// form.h: what the JSON, CSV and text forms of `sortscope steps` share.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/export/steps/output.h"
#include "core/networks/network.h"
#include "core/networks/trees/bitonic_tree.h"
#include "core/recordings/abisort_streams.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"

namespace sortscope {

/// Collects text and writes it in large pieces; a failed write is remembered, not repeated.
class StepsSink {
 public:
  explicit StepsSink(std::FILE* out) : out_(out) {}

  template <typename... Args>
  void put(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(buffer_), format, std::forward<Args>(args)...);
  }
  void put_number(std::uint32_t value) {
    const fmt::format_int text(value);
    buffer_.append(text.data(), text.size());
  }
  StepsSink& operator+=(std::string_view text) {
    buffer_ += text;
    return *this;
  }
  /// True where so much has come together that it was written. False: nothing was done.
  bool flush_if_full() {
    if (buffer_.size() < kFlushBytes) return false;
    flush();
    return true;
  }
  void flush() {
    if (!failed_) failed_ = std::fwrite(buffer_.data(), 1, buffer_.size(), out_) != buffer_.size();
    buffer_.clear();
  }
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  static constexpr std::size_t kFlushBytes = std::size_t{1} << 20;

  std::FILE* out_;
  std::string buffer_;
  bool failed_ = false;
};

/// The text of every key, one after another.
class KeyTexts {
 public:
  /// `json`: numbers that JSON lacks are quoted.
  KeyTexts(const Recording& recording, bool json);
  [[nodiscard]] std::string_view of(std::uint32_t place) const {
    if (place + std::size_t{1} >= begin_.size()) return "null";
    return std::string_view(texts_).substr(begin_[place], begin_[place + 1] - begin_[place]);
  }

 private:
  std::string texts_;
  std::vector<std::uint64_t> begin_;
};

/// One comparison in a bitonic tree.
struct TreeLine {
  std::uint32_t step = 0;
  TreeEvent event;
  Comparator comparator;      // of the network, that the comparison is
  std::uint32_t place_p = 0;  // of the key in p before the comparison
  std::uint32_t place_q = 0;
  bool keys_after = false;  // the keys stand in order of their nodes now: they are shown
  std::optional<StreamInstance> stream;  // of `abisort`: what the kernel instance reads and writes
};

/// Writes a recording step by step. What `replay` shows is the state after the layer or comparison
/// at hand.
class StepsForm {
 public:
  StepsForm(const Recording& of, Replay& shown, StepsSink& to, bool with_pairs, bool json)
      : recording(of),
        network(of.network),
        texts(of, json),
        replay(shown),
        sink(to),
        pairs(with_pairs) {}
  virtual ~StepsForm() = default;
  StepsForm(const StepsForm&) = delete;
  StepsForm& operator=(const StepsForm&) = delete;

  /// `with_keys`: what was sorted, too; else the steps begin later and tell their own keys.
  virtual void header(bool with_keys) = 0;
  virtual void input_step() = 0;
  /// A layer of comparators: begin, each of them, end.
  virtual void begin_layer(std::uint32_t step, std::uint32_t layer) = 0;
  virtual void comparator(std::uint32_t layer, std::uint32_t index) = 0;
  virtual void end_layer() = 0;
  /// The pass of `abisort` after step `step` that makes nodes of the sorted blocks.
  virtual void build(std::uint32_t /*step*/) {}
  virtual void tree_line(const TreeLine& line) = 0;
  virtual void splits(std::uint32_t step, std::uint32_t layer) = 0;

 protected:
  /// The keys on the wires, in order.
  void keys(std::string_view separator);
  /// Their places in the input; "null" for padding.
  void places();
  void place(std::uint32_t place);

  const Recording& recording;
  const Network& network;
  KeyTexts texts;
  Replay& replay;
  StepsSink& sink;
  bool pairs;
};

std::unique_ptr<StepsForm> make_json_form(const Recording& recording, Replay& replay,
                                          StepsSink& sink, bool pairs);
std::unique_ptr<StepsForm> make_csv_form(const Recording& recording, Replay& replay,
                                         StepsSink& sink, bool pairs);
std::unique_ptr<StepsForm> make_text_form(const Recording& recording, Replay& replay,
                                          StepsSink& sink, bool pairs);

/// "left" or "right".
constexpr std::string_view name_of(Side side) { return side == Side::kLeft ? "left" : "right"; }

/// The sequence that split `index` of a layer of splits cuts, and where: q as in theorem 2
/// (equation (7): q = |a1|; equation (6): q = n/2 + |a1|, modulo n), n the keys of the sequence.
struct SplitLine {
  std::uint32_t block = 0;
  std::uint32_t instance = 0;  // counted through all blocks
  std::uint32_t q = 0;
  std::uint32_t equation_case = 1;  // 1: equation (7); 2: equation (6)
};
SplitLine split_line(const Recording& recording, std::uint32_t layer, std::uint32_t index);

}  // namespace sortscope
