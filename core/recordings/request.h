// request.h: what to run, with its family's parameters, and what memory recording it takes.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <typeindex>
#include <utility>

#include "core/algorithms/algorithm.h"
#include "core/base/error.h"
#include "core/engines/engine.h"
#include "core/keys/keys.h"
#include "core/networks/network.h"

namespace sortscope {

/// A value of each type that some family asks for (AksParameters, ListedChoice); those of other
/// families are kept, not used. A run thus carries parameters without knowing any. Cheap to copy.
class RunParameters {
 public:
  /// The value, or the type's own default.
  template <typename Value>
  [[nodiscard]] const Value& of() const {
    static const Value kDefault{};
    const auto found = values_.find(typeid(Value));
    return found == values_.end() ? kDefault
                                  : static_cast<const Kept<Value>&>(*found->second).value;
  }
  template <typename Value>
  void set(Value value) {
    values_[typeid(Value)] = std::make_shared<const Kept<Value>>(std::move(value));
  }
  /// The same values were set.
  friend bool operator==(const RunParameters& a, const RunParameters& b) {
    if (a.values_.size() != b.values_.size()) return false;
    for (const auto& [type, value] : a.values_) {
      const auto other = b.values_.find(type);
      if (other == b.values_.end() || !value->equals(*other->second)) return false;
    }
    return true;
  }

 private:
  struct Held {
    virtual ~Held() = default;
    [[nodiscard]] virtual bool equals(const Held& other) const = 0;  // of the same type
  };
  template <typename Value>
  struct Kept final : Held {
    explicit Kept(Value kept) : value(std::move(kept)) {}
    [[nodiscard]] bool equals(const Held& other) const override {
      return value == static_cast<const Kept&>(other).value;
    }
    Value value;
  };

  std::map<std::type_index, std::shared_ptr<const Held>> values_;
};

/// What to run.
struct RunRequest {
  std::string algorithm = "bitonic";
  Order order = Order::kAscending;
  std::string kernel;           // empty: the engine's choice
  std::string input = "given";  // input kind, or "given" for a person's own keys
  std::string source;           // file name of given keys; empty if generated or typed
  std::uint64_t seed = 0;       // of the input kind
  bool any_input = false;       // a merger runs on keys that are not bitonic too
  RunParameters parameters;     // of the algorithm's family
  bool keyframes_only = false;  // FamilyRow::keyframes_for_bits(): outcome bits are not kept
  Keys keys;
  bool pairs = false;  // places were carried through the sort itself, as payloads of the keys
};

/// `request` without its keys but for their type, the rest as it is. O(1).
RunRequest without_keys(const RunRequest& request);

/// The network of `algorithm` for n keys, with the parameters that `request` has. Errors: those of
/// FamilyRow::build.
Result<Network> build_network(const Algorithm& algorithm, std::uint32_t n,
                              const RunRequest& request);

/// Bytes of host memory that recording `n` keys of `key_bits` takes, and of outcome bits alone; the
/// network's wires, layers and comparators. All 0 where the parameters give no network.
struct RecordingSize {
  std::uint64_t total_bytes = 0;
  std::uint64_t bit_bytes = 0;
  std::uint32_t wires = 0;
  std::uint32_t depth = 0;
  std::uint64_t comparators = 0;
  bool adaptive = false;
};
/// With the parameters of `request` and its choice of keyframes (its own keys and algorithm aside),
/// sorted by `engine`; null: by the reference engine. O(depth).
RecordingSize recording_size(const Algorithm& algorithm, std::uint32_t n, unsigned key_bits,
                             const RunRequest& request = {}, const Engine* engine = nullptr);
/// The most keys, at most `n`, whose recording takes no more than `bytes`; 0: not even one.
/// O(depth log n).
std::uint32_t most_keys_within(const Algorithm& algorithm, std::uint32_t n, unsigned key_bits,
                               std::uint64_t bytes, const RunRequest& request = {},
                               const Engine* engine = nullptr);
/// Errors: kOutOfMemory where recording `n` keys takes more than `available_bytes`; the message has
/// both, the hint the most keys that would fit.
Status check_memory(const Algorithm& algorithm, std::uint32_t n, unsigned key_bits,
                    std::uint64_t available_bytes, const RunRequest& request = {},
                    const Engine* engine = nullptr);
/// Chooses keyframes in place of outcome bits where recording `n` keys with all bits takes more
/// than `available_bytes`, and with keyframes it does not. What it did, in words; empty: nothing.
std::string choose_keyframes(RunRequest& request, const Algorithm& algorithm, std::uint32_t n,
                             unsigned key_bits, std::uint64_t available_bytes,
                             const Engine* engine = nullptr);
/// The same for the keys of `request` and the memory that is free, a sentence: "This run is ...".
std::string choose_keyframes(RunRequest& request, const Engine* engine = nullptr);
/// Bytes of memory that are free to be taken. Linux grants more than there is and ends the process
/// when it is used: ask first.
std::uint64_t available_memory_bytes();

}  // namespace sortscope
