// prediction.h: what a person is asked to predict, what is right, and why.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/scenes/bitonic_stage.h"

namespace sortscope {

struct Recording;

enum class QuestionKind : std::uint8_t {
  kExchanges,  // which comparators of the next layer exchange? several may
  kWire,       // where does the key on a wire stand after the next layer?
  kWireEnd,    // ... after the last?
  kSwaps,      // which subsequences change places, a1 and a3 or a2 and a4?
  kSorted,     // does this input come out sorted?
  kChoice,     // the lesson's own answers
};

/// A question about one moment of a recording. Its options are the comparators of the layer, the
/// wires, or `answers`; `right` has an entry an option, never true where it is left out. Where
/// equal keys cannot be told apart, the wires of all of them are right.
struct Question {
  QuestionKind kind = QuestionKind::kChoice;
  std::string text;
  std::vector<std::string> answers;  // in words, where options are neither comparators nor wires
  std::vector<bool> right;
  std::vector<bool> left_out = {};  // options that nobody chooses; empty: none
  bool several = false;             // any number may be chosen, else exactly one
  Cursor asked;                     // where the picture stands
  Cursor plays_to;                  // what is then played; `asked`: nothing
  Wire wire = 0;                    // of kWire and kWireEnd
  StageId stage;                    // of kSwaps
  std::string explanation = {};     // said with the answer, besides what the recording tells

  [[nodiscard]] std::size_t options() const { return right.size(); }
  [[nodiscard]] bool leaves_out(std::size_t option) const {
    return option < left_out.size() && left_out[option];
  }
};

/// Asks about the layer that comes next at `cursor` (kWireEnd, kSorted: about the whole rest).
/// Errors: kWorkFailed where there is no such thing to ask: no layer comes next, more than 256
/// comparators, no bitonic sequence is split, a wire that does not exist, a sparse recording.
Result<Question> ask_about(const std::shared_ptr<const Recording>& recording, Cursor cursor,
                           QuestionKind kind, Wire wire = 0);

/// A question of the lesson's own: answers of which those that begin with * are right. Errors:
/// kBadUsage (fewer than two answers, more than eight, none right).
Result<Question> ask_choice(const std::string& text, const std::vector<std::string>& answers,
                            Cursor cursor);

/// What the answer is worth, 0 to 1. Of several options: right ones chosen less wrong ones chosen,
/// as a share of the right ones; where nothing is right, choosing nothing is worth 1. Where only
/// one may be chosen, any right one is worth 1.
double share_right(const Question& question, const std::vector<bool>& chosen);

/// What happens, in words from the recording: a line a comparator that was judged wrongly (else of
/// those that exchange), where the key goes, why.
std::vector<std::string> explain(const Question& question,
                                 const std::shared_ptr<const Recording>& recording,
                                 const std::vector<bool>& chosen);

/// A question that suits the recording at the cursor; the kind varies with `seed` and the layer.
/// Wires are asked about where the key can be told from all others.
/// Errors: kWorkFailed where nothing can be asked.
Result<Question> generate_question(const std::shared_ptr<const Recording>& recording, Cursor cursor,
                                   std::uint64_t seed);

}  // namespace sortscope
