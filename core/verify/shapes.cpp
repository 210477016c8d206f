// shapes.cpp: zeros and ones in few runs.
#include "core/verify/shapes.h"

#include <algorithm>
#include <bit>

#include "core/base/random.h"
#include "core/verify/slices.h"

namespace sortscope {

namespace {

constexpr double kMostCompares = 2e9;       // of 512 inputs each: for the answer
constexpr double kRedundantCompares = 4e9;  // and for what is redundant
constexpr std::uint64_t kSampleSeed = 17;

bool cancelled(const Progress* progress) { return progress != nullptr && progress->cancelled(); }

// Gives the permitted 0-1 inputs in blocks of 512.
class ShapeBlocks {
 public:
  ShapeBlocks(Property property, std::uint32_t n) : property_(property), n_(n), half_(n / 2) {}

  [[nodiscard]] std::uint64_t count() const {
    if (property_ == Property::kMerges) return std::uint64_t{half_ + 1} * (n_ - half_ + 1);
    return n_ == 1 ? 2 : std::uint64_t{n_} * (n_ - 1) + 2;
  }
  [[nodiscard]] std::uint64_t blocks() const { return (count() + kSliceInputs - 1) / kSliceInputs; }
  // Inputs 512 index and on.
  void fill(std::uint64_t index, SliceBlock& block) const {
    block.clear(n_);
    const std::uint64_t first = index * kSliceInputs;
    const std::uint64_t end = std::min(count(), first + kSliceInputs);
    for (std::uint64_t i = first; i < end; ++i) {
      const auto input = static_cast<std::uint32_t>(i - first);
      block.use(input);
      if (property_ == Property::kMerges) {
        halves(i, input, block);
      } else {
        bitonic(i, input, block);
      }
    }
  }

 private:
  static void ones(std::uint32_t begin, std::uint32_t end, std::uint32_t input, SliceBlock& block) {
    for (Wire w = begin; w < end; ++w) block.set(input, w);
  }
  void halves(std::uint64_t i, std::uint32_t input, SliceBlock& block) const {
    const auto first = static_cast<std::uint32_t>(i % (half_ + 1));
    const auto second = static_cast<std::uint32_t>(i / (half_ + 1));
    ones(half_ - first, half_, input, block);
    ones(n_ - second, n_, input, block);
  }
  // 0: all 0, 1: all 1, then by length 1 .. n - 1 the ones that begin at any wire and go round.
  void bitonic(std::uint64_t i, std::uint32_t input, SliceBlock& block) const {
    if (i < 2) {
      if (i == 1) ones(0, n_, input, block);
      return;
    }
    const auto begin = static_cast<std::uint32_t>((i - 2) % n_);
    const auto length = static_cast<std::uint32_t>((i - 2) / n_) + 1;
    ones(begin, std::min(n_, begin + length), input, block);
    if (begin + length > n_) ones(0, begin + length - n_, input, block);
  }

  Property property_;
  std::uint32_t n_;
  std::uint32_t half_;
};

std::vector<std::uint8_t> input_of(const SliceBlock& block, std::uint32_t input) {
  std::vector<std::uint8_t> bits(block.wires.size());
  for (Wire w = 0; w < bits.size(); ++w) bits[w] = block.get(input, w) ? 1 : 0;
  return bits;
}

// Runs a block that `fill` makes; a counterexample ends it. Returns true there.
template <typename Fill>
bool run_block(const ListedNetwork& network, const Fill& fill, std::vector<std::uint8_t>* exchanges,
               Verdict& verdict) {
  SliceBlock block;
  fill(block);
  if (exchanges != nullptr) {
    run_slices(network, block, *exchanges);
  } else {
    run_slices(network, block);
  }
  for (const std::uint64_t word : block.used) {
    verdict.states += static_cast<std::uint64_t>(std::popcount(word));
  }
  verdict.inputs = static_cast<double>(verdict.states);
  const auto wrong = first_out_of_order(block);
  if (!wrong || verdict.counterexample) return wrong.has_value();
  fill(block);
  verdict.answer = Answer::kNo;
  verdict.counterexample = make_counterexample(network, verdict.property, input_of(block, *wrong));
  return true;
}

bool merges_without(const ListedNetwork& network, const ShapeBlocks& shapes, std::uint32_t without,
                    const Progress* progress) {
  SliceBlock block;
  for (std::uint64_t b = 0; b < shapes.blocks() && !cancelled(progress); ++b) {
    shapes.fill(b, block);
    run_slices(network, block, without);
    if (first_out_of_order(block)) return false;
  }
  return true;
}

}  // namespace

void answer_merger(const ListedNetwork& network, bool redundant, Progress* progress,
                   Verdict& verdict) {
  const ShapeBlocks shapes(verdict.property, network.wires());
  const double work = static_cast<double>(shapes.blocks()) *
                      (static_cast<double>(network.size()) + network.wires());
  const bool all = work <= kMostCompares;
  const std::uint64_t blocks =
      all ? shapes.blocks()
          : static_cast<std::uint64_t>(static_cast<double>(shapes.blocks()) * kMostCompares / work);
  if (progress != nullptr) progress->begin(blocks);
  std::vector<std::uint8_t> exchanges(network.size());
  bool failed = false;
  for (std::uint64_t b = 0; b < blocks && !cancelled(progress); ++b) {
    // Spread over all of them where not all can be run.
    const std::uint64_t index = all ? b : b * (shapes.blocks() / blocks);
    failed |= run_block(
        network, [&](SliceBlock& block) { shapes.fill(index, block); }, &exchanges, verdict);
    if (failed && !redundant) break;
    if (progress != nullptr) progress->advance();
  }
  if (cancelled(progress)) return;
  if (!all) verdict.method = VerifyMethod::kSample;
  if (!failed && all) verdict.answer = Answer::kYes;
  if (!redundant || !all) return;
  verdict.idle_known = true;
  for (std::uint32_t c = 0; c < network.size(); ++c) {
    if (exchanges[c] == 0) verdict.idle.push_back(c);
  }
  if (failed || work * static_cast<double>(network.size()) > kRedundantCompares) return;
  if (progress != nullptr) progress->begin(network.size());
  for (std::uint32_t c = 0; c < network.size() && !cancelled(progress); ++c) {
    if (exchanges[c] == 0 || merges_without(network, shapes, c, progress))
      verdict.removable.push_back(c);
    if (progress != nullptr) progress->advance();
  }
  verdict.removable_known = true;
}

void answer_by_sample(const ListedNetwork& network, Progress* progress, Verdict& verdict) {
  constexpr double kShare = 0.1;  // of the work
  const std::uint32_t n = network.wires();
  const double a_block = static_cast<double>(network.size()) + n;
  const auto affordable =
      std::max<std::uint64_t>(1, static_cast<std::uint64_t>(kShare * kMostCompares / a_block));
  const ShapeBlocks shapes(Property::kMergesBitonic, n);
  const std::uint64_t shaped = std::min(affordable, shapes.blocks());
  if (progress != nullptr) progress->begin(shaped + affordable);
  verdict.method = VerifyMethod::kSample;
  for (std::uint64_t b = 0; b < shaped + affordable && !cancelled(progress); ++b) {
    const auto fill = [&](SliceBlock& block) {
      if (b < shaped) return shapes.fill(b * (shapes.blocks() / shaped), block);
      SplitMix64 random(kSampleSeed + b);
      block.clear(n);
      for (Slice& slice : block.wires) {
        for (std::uint64_t& word : slice) word = random.next();
      }
      block.used.fill(~std::uint64_t{0});
    };
    if (run_block(network, fill, nullptr, verdict)) return;
    if (progress != nullptr) progress->advance();
  }
}

Counterexample make_counterexample(const ListedNetwork& network, Property property,
                                   std::vector<std::uint8_t> input) {
  const auto n = static_cast<std::uint32_t>(input.size());
  Counterexample made;
  made.input = std::move(input);
  const auto zeros = static_cast<std::uint32_t>(std::ranges::count(made.input, 0));
  // Zeros ascend by wire, and ones do. In a bitonic input the last run goes the other way round,
  // which a sequence that begins with ones gets by going down first.
  made.keys.resize(n);
  std::uint32_t last_run = n;
  if (property == Property::kMergesBitonic) {
    while (last_run > 0 && made.input[last_run - 1] == made.input[n - 1]) --last_run;
    if (n == 0 || made.input[0] != made.input[n - 1]) last_run = n;
  }
  const bool falls =
      property == Property::kMergesBitonic && n > 0 && made.input[0] == 1 && zeros > 0;
  std::uint32_t zero = falls ? zeros : 1;
  std::uint32_t one = falls ? n : zeros + 1;
  for (Wire w = 0; w < n; ++w) {
    std::uint32_t& next = made.input[w] == 0 ? zero : one;
    if (w >= last_run) continue;
    made.keys[w] = falls ? next-- : next++;
  }
  for (Wire w = n; w > last_run; --w) {
    std::uint32_t& next = made.input[w - 1] == 0 ? zero : one;
    made.keys[w - 1] = falls ? next-- : next++;
  }
  made.output = made.input;
  made.keys_output = made.keys;
  for (const Comparator& c : network.comparators()) {
    if (made.output[c.min_wire] > made.output[c.max_wire]) {
      std::swap(made.output[c.min_wire], made.output[c.max_wire]);
    }
    if (made.keys_output[c.min_wire] > made.keys_output[c.max_wire]) {
      std::swap(made.keys_output[c.min_wire], made.keys_output[c.max_wire]);
    }
  }
  const std::uint32_t half = n / 2;
  for (Wire w = 0; w < n; ++w) {
    if (property == Property::kHalves) {
      const bool small_wrong = zeros <= half && made.output[w] == 0 && w >= n - half;
      const bool large_wrong = n - zeros <= half && made.output[w] == 1 && w < half;
      if (!small_wrong && !large_wrong) continue;
      made.wrong.push_back(w);
      made.keys_wrong.push_back(w);
      continue;
    }
    if (made.output[w] != (w < zeros ? 0 : 1)) made.wrong.push_back(w);
    if (made.keys_output[w] != w + 1) made.keys_wrong.push_back(w);
  }
  return made;
}

}  // namespace sortscope
