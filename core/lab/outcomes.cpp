// outcomes.cpp: bits of measured runs, replayed as recordings are.
#include "core/lab/outcomes.h"

#include <memory>
#include <new>
#include <utility>

#include "core/lab/check.h"
#include "core/lab/inputs.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"

namespace sortscope {

namespace {

Error wrong(const std::string& what) {
  return {ErrorCode::kWorkFailed, "its outcome bits are wrong: " + what, ""};
}

// Padding that real keys equal may stand among them.
bool words_in_order(const std::shared_ptr<const Recording>& recording) {
  Replay replay(recording);
  replay.seek(recording->network.end());
  const PreparedKeys& start = recording->start;
  std::vector<std::uint32_t> wire_of_place(start.places.size());
  for (std::uint32_t wire = 0; wire < start.places.size(); ++wire) {
    wire_of_place[start.places[wire]] = wire;
  }
  const std::span<const std::uint32_t> places = replay.places();
  for (std::size_t i = 1; i < places.size(); ++i) {
    if (start.words.at(wire_of_place[places[i - 1]]) > start.words.at(wire_of_place[places[i]])) {
      return false;
    }
  }
  return true;
}

RunRequest request_of(const LabSorter& sorter, const std::shared_ptr<const ListedNetwork>& listed) {
  RunRequest request;
  request.algorithm = sorter.algorithm;
  request.parameters = lab_parameters(sorter);
  if (listed) request.parameters.set(ListedChoice{listed});
  return request;
}

}  // namespace

std::uint64_t lab_hash_bits(std::span<const std::uint32_t> bits) {
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    hash += lab_hash(bits[i], static_cast<std::uint32_t>(i));
  }
  return hash;
}

Status check_outcomes(const LabSorter& sorter, const Keys& keys, OutcomeWords bits,
                      std::uint32_t repair_rounds,
                      const std::shared_ptr<const ListedNetwork>& listed, Progress* progress) try {
  Recording recording;
  recording.request = request_of(sorter, listed);
  recording.request.keys = keys;
  recording.bits = std::move(bits);
  recording.timing.repair_rounds = repair_rounds;
  const auto assembled = assemble_recording(std::move(recording), progress);
  if (!assembled && assembled.error().code == ErrorCode::kCancelled) return assembled.error();
  if (!assembled) return wrong(assembled.error().message);
  const bool right =
      (*assembled)->sorted || ((*assembled)->start.ambiguous_padding && words_in_order(*assembled));
  return right ? Status() : Status(wrong("they do not lead its input to its output."));
} catch (const std::bad_alloc&) {
  return Error{ErrorCode::kOutOfMemory, "memory does not suffice to replay its outcome bits.", ""};
}

Status check_outcomes_memory(const LabSorter& sorter, const LabCase& what,
                             const std::shared_ptr<const ListedNetwork>& listed) {
  const auto algorithm = find_algorithm(sorter.algorithm);
  if (!algorithm) return algorithm.error();
  return check_memory(**algorithm, what.n, bits_of(what.type), available_memory_bytes(),
                      request_of(sorter, listed));
}

Status LabOutcomes::check(unsigned slot, std::uint64_t hash,
                          const std::function<Status()>& replay) {
  if (slot >= right_.size()) right_.resize(slot + 1);
  std::optional<std::uint64_t>& right = right_[slot];
  if (right) return *right == hash ? Status() : Status(wrong("they differ from run to run."));
  Status replayed = replay();
  if (replayed.ok()) right = hash;
  return replayed;
}

}  // namespace sortscope
