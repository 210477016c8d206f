// aks.cpp: the AKS network on the CPU: keys stand by spot and move over the tree; separators
// are shared among the threads, the matchings of large ones are run by all together.
#include "core/engines/cpu/aks.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <numeric>

#include "core/base/pieces.h"
#include "core/engines/cpu/aks_halver.h"
#include "core/engines/cpu/aks_keys.h"
#include "core/engines/cpu/aks_move.h"
#include "core/engines/cpu/graph_store.h"

namespace sortscope {

static_assert(std::endian::native == std::endian::little, "outcome bits are written as bytes");

namespace {

// Wires that a thread takes at a time, at least where there are so many.
constexpr std::uint32_t kTaskWires = 2048;
// Comparators of a halver in a matching from which all threads run it together.
constexpr std::uint32_t kTogether = 8192;
constexpr std::uint32_t kTogetherPiece = 64;  // whole bytes, whole sectors

// Memory for graphs that halvers share.
constexpr std::uint64_t kGraphBytes = std::uint64_t{256} << 20;

// Nodes of a level that one thread takes through all stages of its separators.
struct Task {
  std::uint32_t first_stage;
  std::uint32_t last_stage;
  std::uint32_t first_node;
  std::uint32_t last_node;
};

// What one thread works with.
template <typename Cell>
struct Bench {
  std::vector<Cell> cells;
  std::vector<std::uint8_t> rows;  // outcome bits of a task and a stage, matching after matching
  std::vector<std::uint32_t> partners;
  std::vector<AksPair> pairs;
};

template <typename Cell>
class AksRun {
 public:
  AksRun(const Network& network, const SortBuffers& buffers, const SortOptions& options,
         const HalverCode& code, unsigned threads, ThreadTeam& team, Progress* progress)
      : network_(network),
        aks_(network.shared_aks()),
        buffers_(buffers),
        keys_(buffers),
        options_(options),
        kernels_(kernels_of<Cell>(code)),
        threads_(threads),
        team_(team),
        progress_(progress),
        closed_form_(matching_of(aks_->parameters().matching).closed_form),
        store_(*aks_, kGraphBytes) {
    const std::vector<Wire> wires = first_wires(*aks_, progress_);
    if (cancelled()) return;
    row_.resize(wires.size());
    spare_.resize(wires.size());
    for (std::size_t spot = 0; spot < wires.size(); ++spot) {
      if (spot % kStretch == 0 && cancelled()) return;
      row_[spot] = keys_.take(wires[spot]);
    }
    prepare_benches();
  }

  // False where cancelled.
  bool run(SortTiming& timing) {
    if (cancelled()) return false;
    const std::uint32_t steps = aks_steps(aks_->d());
    clear_tails();
    std::vector<std::vector<Task>> tasks(steps + 1);
    for (std::uint32_t t = 0; t <= steps; ++t) tasks[t] = tasks_of(t);
    std::vector<std::atomic<std::uint32_t>> taken(steps + 1);
    SpinBarrier barrier(threads_);
    // Every thread passes every barrier, cancelled or not, so that none is left waiting.
    team_.run(threads_, [&](unsigned thread) {
      std::vector<Cell>* now = &row_;
      std::vector<Cell>* next = &spare_;
      for (std::uint32_t t = 0; t <= steps; ++t) {
        if (options_.keyframes != nullptr) {
          if (thread == 0 && !cancelled()) keep_places(*now);
          barrier.arrive_and_wait();
        }
        if (store_.active()) keep_graphs(t, thread, barrier);
        run_shared(t, *now, thread, barrier);
        while (!cancelled()) {
          const std::uint32_t task = taken[t].fetch_add(1, std::memory_order_relaxed);
          if (task >= tasks[t].size()) break;
          run_task(tasks[t][task], *now, benches_[thread]);
        }
        barrier.arrive_and_wait();
        if (t == steps) break;
        if (!cancelled()) {
          move_nodes(aks_->steps()[t], aks_->steps()[t + 1], thread, threads_, now->data(),
                     next->data());
        }
        barrier.arrive_and_wait();
        std::swap(now, next);
      }
    });
    if (cancelled()) return false;
    if (steps % 2 == 1) row_.swap(spare_);
    if (!repair(timing)) return false;
    // At the last step spots are wires.
    for (Wire wire = 0; wire < row_.size(); ++wire) keys_.give(wire, row_[wire]);
    return true;
  }

 private:
  [[nodiscard]] bool cancelled() const { return progress_ != nullptr && progress_->cancelled(); }
  [[nodiscard]] bool recorded() const { return !options_.bits.empty(); }
  // Both sides of a halver with the room that the kernels take.
  static std::size_t cells_for(std::uint32_t half) {
    return std::size_t{3} * half + 2 * kHalverSlack + 8;
  }
  HalverCells<Cell> cells_in(std::vector<Cell>& room, std::uint32_t half) const {
    return {room.data(), room.data() + (half + 7) / 8 * 8 + kHalverSlack, half,
            keys_.compared_bits()};
  }

  // Fewer separators than threads, and large ones: all threads run a matching together.
  [[nodiscard]] bool is_shared(const AksStage& stage) const {
    return threads_ > 1 && stage.nodes < threads_ && stage.half >= kTogether &&
           stage.half % kTogetherPiece == 0 && stage.work == AksWork::kMatching;
  }

  void keep_places(const std::vector<Cell>& row) {
    std::vector<std::uint32_t> places(buffers_.places.size());
    for (std::size_t spot = 0; spot < places.size(); ++spot) places[spot] = keys_.place(row[spot]);
    options_.keyframes->push_back(std::move(places));
  }

  // Words that no whole byte of a task fills: the last of each layer.
  void clear_tails() {
    if (!recorded()) return;
    for (const AksStage& stage : aks_->stages()) {
      if (stage.work == AksWork::kRepair || stage.count() % 32 == 0) continue;
      const std::uint32_t words = (stage.count() + 31) / 32;
      std::uint32_t* const bits = options_.bits.data() + network_.first_word(stage.first_layer);
      for (std::uint32_t m = 0; m < stage.depth; ++m) {
        bits[std::size_t{m + 1} * words - 1] = 0;
      }
    }
  }

  // Nodes whose bits fill whole bytes in all stages, and wires enough.
  [[nodiscard]] std::uint32_t nodes_a_task(std::uint32_t first, std::uint32_t last) const {
    std::uint32_t nodes = 1;
    for (std::uint32_t s = first; s < last; ++s) {
      const AksStage& stage = aks_->stages()[s];
      nodes = std::max(nodes, 8 / std::gcd(8U, stage.sides * stage.per_side));
    }
    const AksStage& stage = aks_->stages()[first];
    while (nodes < stage.nodes && nodes * stage.a < kTaskWires) nodes *= 2;
    return nodes;
  }
  void add_tasks(std::vector<Task>& tasks, std::uint32_t first, std::uint32_t last) const {
    const std::uint32_t all = aks_->stages()[first].nodes;
    const std::uint32_t nodes = nodes_a_task(first, last);
    for (std::uint32_t node = 0; node < all; node += nodes) {
      tasks.push_back({first, last, node, std::min(all, node + nodes)});
    }
  }
  // Stages [first, second) of one level at one step that end before `last`.
  [[nodiscard]] std::uint32_t level_begin(std::uint32_t first, std::uint32_t last) const {
    const std::vector<AksStage>& stages = aks_->stages();
    std::uint32_t begin = last - 1;
    while (begin > first && stages[begin - 1].level == stages[begin].level) --begin;
    return begin;
  }
  // The stages of a step, without repairs: those come after the network.
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> network_stages(std::uint32_t t) const {
    auto [first, last] = aks_->stages_of(t);
    while (last > first && aks_->stages()[last - 1].work == AksWork::kRepair) --last;
    return {first, last};
  }
  // Large separators first.
  [[nodiscard]] std::vector<Task> tasks_of(std::uint32_t t) const {
    std::vector<Task> tasks;
    auto [first, last] = network_stages(t);
    while (last > first) {
      const std::uint32_t begin = level_begin(first, last);
      if (!is_shared(aks_->stages()[begin])) add_tasks(tasks, begin, last);
      last = begin;
    }
    return tasks;
  }

  void prepare_benches() {
    benches_.resize(threads_);
    for (std::uint32_t t = 0; t <= aks_steps(aks_->d()); ++t) {
      auto [first, last] = network_stages(t);
      while (last > first) {
        const std::uint32_t begin = level_begin(first, last);
        for (std::uint32_t s = begin; s < last; ++s) {
          if (cancelled()) return;
          prepare(aks_->stages()[s], nodes_a_task(begin, last));
        }
        last = begin;
      }
    }
  }
  // Room for a task of `nodes` nodes at a stage: threads allocate nothing while they run.
  void prepare(const AksStage& stage, std::uint32_t nodes) {
    const auto grow = [](auto& room, std::size_t size) {
      if (room.size() < size) room.resize(size);
    };
    const bool matching = stage.work == AksWork::kMatching;
    const bool stored = matching && !matching_of(aks_->parameters().matching).closed_form;
    if (is_shared(stage)) grow(shared_, cells_for(stage.half));
    for (Bench<Cell>& bench : benches_) {
      if (stored) grow(bench.partners, stage.half);
      if (matching || stage.work == AksWork::kCyclic) {
        if (!is_shared(stage)) grow(bench.cells, cells_for(stage.half));
      } else {
        grow(bench.pairs, stage.per_side);
      }
      if (!recorded() || is_shared(stage)) continue;
      grow(bench.rows, stage.depth * row_stride(stage, std::min(nodes, stage.nodes)) + kRowSlack);
    }
  }
  static std::size_t row_stride(const AksStage& stage, std::uint32_t nodes) {
    return (std::size_t{nodes} * stage.sides * stage.per_side + 7) / 8 + kRowSlack;
  }

  void load(const AksStage& stage, std::uint32_t side, const Cell* node, Cell* into,
            std::uint32_t first, std::uint32_t last) const {
    each_run(stage, side, first, last,
             [&](std::uint32_t k, std::uint32_t slot, std::uint32_t count) {
               kernels_.copy(into + (k - first), node + slot, count, side != 0,
                             AksKeys<Cell>::flip(side));
             });
  }
  void store(const AksStage& stage, std::uint32_t side, Cell* node, const Cell* from,
             std::uint32_t first, std::uint32_t last) const {
    each_run(stage, side, first, last,
             [&](std::uint32_t k, std::uint32_t slot, std::uint32_t count) {
               kernels_.copy(node + slot, from + (k - first), count, side != 0,
                             AksKeys<Cell>::flip(side));
             });
  }
  // Halver wires [first, last) as runs of slots: visit(first wire, lowest slot, count).
  template <typename Visit>
  static void each_run(const AksStage& stage, std::uint32_t side, std::uint32_t first,
                       std::uint32_t last, Visit visit) {
    for (std::uint32_t k = first; k < last;) {
      const std::uint32_t end = k < stage.keep ? std::min(last, stage.keep) : last;
      visit(k, aks_slot(stage, side, side == 0 ? k : end - 1), end - k);
      k = end;
    }
  }

  void run_task(const Task& task, std::vector<Cell>& row, Bench<Cell>& bench) {
    for (std::uint32_t s = task.first_stage; s < task.last_stage && !cancelled(); ++s) {
      const AksStage& stage = aks_->stages()[s];
      std::uint32_t* const bits =
          recorded() ? options_.bits.data() + network_.first_word(stage.first_layer) : nullptr;
      run_stage(stage, task.first_node, task.last_node, row, bench, bits);
    }
  }

  // `bits`: of the stage's first layer, or null.
  void run_stage(const AksStage& stage, std::uint32_t first_node, std::uint32_t last_node,
                 std::vector<Cell>& row, Bench<Cell>& bench, std::uint32_t* bits) {
    const std::uint32_t nodes = last_node - first_node;
    HalverBits rows;
    rows.stride = row_stride(stage, nodes);
    rows.rows = bits == nullptr ? nullptr : bench.rows.data();
    if (stage.work == AksWork::kMatching || stage.work == AksWork::kCyclic) {
      run_halvers(stage, first_node, last_node, row, bench, rows);
    } else {
      run_pairs(stage, first_node, last_node, row, bench, rows);
    }
    if (bits != nullptr) hand_over(stage, first_node, nodes, rows, bits);
    if (progress_ != nullptr) {
      progress_->advance(std::uint64_t{nodes} * stage.sides * stage.per_side * stage.depth);
    }
  }

  void run_halvers(const AksStage& stage, std::uint32_t first_node, std::uint32_t last_node,
                   std::vector<Cell>& row, Bench<Cell>& bench, HalverBits rows) {
    const HalverCells<Cell> cells = cells_in(bench.cells, stage.half);
    for (std::uint32_t node = first_node; node < last_node; ++node) {
      Cell* const wires = row.data() + stage.base + std::size_t{node} * stage.a;
      for (std::uint32_t side = 0; side < stage.sides; ++side) {
        load(stage, side, wires, cells.left, 0, stage.half);
        load(stage, side, wires, cells.right, stage.half, stage.wires);
        if (stage.work == AksWork::kCyclic) {
          kernels_.cyclic(cells, rows);
        } else {
          run_matchings(stage, node, side, cells, bench, rows);
        }
        store(stage, side, wires, cells.left, 0, stage.half);
        store(stage, side, wires, cells.right, stage.half, stage.wires);
        rows.bit += stage.per_side;
      }
    }
  }

  void run_matchings(const AksStage& stage, std::uint32_t node, std::uint32_t side,
                     const HalverCells<Cell>& cells, Bench<Cell>& bench, HalverBits rows) {
    for (std::uint32_t m = 0; m < stage.depth && !cancelled(); ++m) {
      const MatchingKey key = aks_->key(stage, m, node, side);
      if (closed_form_) {
        kernels_.hashed(cells, hash_of(key, stage.half), 0, stage.half, rows);
      } else {
        const std::uint32_t* partners = store_.find(stage, m);
        if (partners == nullptr) {
          fill_partners(aks_->parameters().matching, key,
                        std::span(bench.partners).first(stage.half));
          partners = bench.partners.data();
        }
        kernels_.listed(cells, partners, 0, stage.half, rows);
      }
      if (rows.rows != nullptr) rows.rows += rows.stride;
    }
  }
  [[nodiscard]] HashMatching hash_of(const MatchingKey& key, std::uint32_t half) const {
    return hash_matching(hash_bits(aks_->parameters().matching, key, half), half);
  }

  // Comparators of any kind, by slots: sorters, shuffles, planted errors, merge-splits. All halvers
  // of a stage have the same ones but those of shuffles.
  void run_pairs(const AksStage& stage, std::uint32_t first_node, std::uint32_t last_node,
                 std::vector<Cell>& row, Bench<Cell>& bench, const HalverBits& rows) {
    for (std::uint32_t m = 0; m < stage.depth; ++m) {
      std::uint32_t bit = 0;
      for (std::uint32_t node = first_node; node < last_node; ++node) {
        Cell* const wires = row.data() + stage.base + std::size_t{node} * stage.a;
        for (std::uint32_t side = 0; side < stage.sides; ++side) {
          if (bit == 0 || stage.work == AksWork::kShuffle) {
            list_pairs(stage, m, node, side, bench.pairs);
          }
          run_listed_pairs(stage, side, wires, bench.pairs,
                           rows.rows == nullptr ? nullptr : rows.rows + m * rows.stride, bit);
          bit += stage.per_side;
        }
      }
    }
  }
  // Of halver (node, side) in matching m, as slots on the left side.
  void list_pairs(const AksStage& stage, std::uint32_t m, std::uint32_t node, std::uint32_t side,
                  std::vector<AksPair>& pairs) const {
    if (stage.work == AksWork::kSorter || stage.work == AksWork::kBlocks) {
      const LayerForm form = sorter_form(stage.wires, stage.pass + m);
      for (std::uint32_t u = 0; u < stage.per_side; ++u) {
        const WirePair pair = wires_of(form, stage.wires, u);
        pairs[u] = {pair.lower, pair.upper};
      }
    } else {
      const auto index = static_cast<std::uint32_t>(&stage - aks_->stages().data());
      for (std::uint32_t u = 0; u < stage.per_side; ++u) {
        pairs[u] = aks_->halver_pair({index, m, node, side, u});
      }
    }
    for (std::uint32_t u = 0; u < stage.per_side; ++u) {
      pairs[u] = {aks_slot(stage, 0, pairs[u].low), aks_slot(stage, 0, pairs[u].high)};
    }
  }
  void run_listed_pairs(const AksStage& stage, std::uint32_t side, Cell* wires,
                        const std::vector<AksPair>& pairs, std::uint8_t* bits,
                        std::uint32_t bit) const {
    const bool forced = is_forced(stage.work);
    const std::uint32_t last = stage.a - 1;
    for (std::uint32_t first = 0; first < stage.per_side; first += 64) {
      const std::uint32_t count = std::min(64U, stage.per_side - first);
      std::uint64_t outcome = 0;
      for (std::uint32_t i = 0; i < count; ++i) {
        const AksPair& pair = pairs[first + i];
        Cell& x = wires[side == 0 ? pair.low : last - pair.high];
        Cell& y = wires[side == 0 ? pair.high : last - pair.low];
        if (!forced && !keys_.out_of_order(x, y)) continue;
        std::swap(x, y);
        outcome |= std::uint64_t{1} << i;
      }
      if (bits != nullptr) put_bits(bits, std::uint64_t{bit} + first, outcome, count);
    }
  }

  // The rows of a task become bytes of the recording.
  static void hand_over(const AksStage& stage, std::uint32_t first_node, std::uint32_t nodes,
                        const HalverBits& rows, std::uint32_t* bits) {
    const std::size_t words = (stage.count() + 31) / 32;
    const std::size_t halver_bits = std::size_t{stage.sides} * stage.per_side;
    for (std::uint32_t m = 0; m < stage.depth; ++m) {
      auto* const into = reinterpret_cast<std::uint8_t*>(bits + m * words);
      std::memcpy(into + first_node * halver_bits / 8, rows.rows + m * rows.stride,
                  (nodes * halver_bits + 7) / 8);
    }
  }

  // Makes graphs that fit into memory now. All threads come here together.
  void keep_graphs(std::uint32_t t, unsigned thread, SpinBarrier& barrier) {
    if (thread == 0) store_.end_step(std::int64_t{t} - 1);
    barrier.arrive_and_wait();
    for (std::uint32_t i = thread; i < store_.pending() && !cancelled(); i += threads_) {
      store_.fill(i);
    }
    barrier.arrive_and_wait();
  }

  // Levels of step t whose separators are too few to be handed out.
  void run_shared(std::uint32_t t, std::vector<Cell>& row, unsigned thread, SpinBarrier& barrier) {
    auto [first, last] = network_stages(t);
    while (last > first) {
      const std::uint32_t begin = level_begin(first, last);
      if (is_shared(aks_->stages()[begin])) {
        for (std::uint32_t s = begin; s < last; ++s) {
          run_stage_shared(aks_->stages()[s], s, row, thread, barrier);
          barrier.arrive_and_wait();
        }
      }
      last = begin;
    }
  }
  void run_stage_shared(const AksStage& stage, std::uint32_t s, std::vector<Cell>& row,
                        unsigned thread, SpinBarrier& barrier) {
    if (!is_shared(stage)) {
      std::vector<Task> tasks;
      add_tasks(tasks, s, s + 1);
      for (std::size_t i = thread; i < tasks.size() && !cancelled(); i += threads_) {
        run_task(tasks[i], row, benches_[thread]);
      }
      return;
    }
    const auto part = [&](std::uint32_t count, unsigned p) {
      const std::uint32_t pieces = (count + kTogetherPiece - 1) / kTogetherPiece;
      const std::uint64_t end = std::uint64_t{pieces} * p / threads_ * kTogetherPiece;
      return static_cast<std::uint32_t>(std::min<std::uint64_t>(count, end));
    };
    const HalverCells<Cell> cells = cells_in(shared_, stage.half);
    const std::uint32_t first = part(stage.half, thread);
    const std::uint32_t last = part(stage.half, thread + 1);
    const std::uint32_t behind = stage.half;
    for (std::uint32_t halver = 0; halver < stage.nodes * stage.sides; ++halver) {
      const std::uint32_t node = halver / stage.sides;
      const std::uint32_t side = halver % stage.sides;
      Cell* const wires = row.data() + stage.base + std::size_t{node} * stage.a;
      load(stage, side, wires, cells.left + first, first, last);
      load(stage, side, wires, cells.right + first, behind + first, behind + last);
      barrier.arrive_and_wait();
      run_matchings_shared(stage, node, side, cells, first, last, thread, barrier);
      store(stage, side, wires, cells.left + first, first, last);
      store(stage, side, wires, cells.right + first, behind + first, behind + last);
      barrier.arrive_and_wait();
    }
  }
  void run_matchings_shared(const AksStage& stage, std::uint32_t node, std::uint32_t side,
                            const HalverCells<Cell>& cells, std::uint32_t first, std::uint32_t last,
                            unsigned thread, SpinBarrier& barrier) {
    HalverBits bits;
    if (recorded()) {
      bits.rows = reinterpret_cast<std::uint8_t*>(options_.bits.data() +
                                                  network_.first_word(stage.first_layer));
      bits.stride = std::size_t{(stage.count() + 31) / 32} * 4;
      bits.rows += (std::size_t{node} * stage.sides + side) * stage.per_side / 8 + first / 8;
    }
    for (std::uint32_t m = 0; m < stage.depth; ++m) {
      // Matchings that are not in memory are made one a thread.
      const std::uint32_t* partners = store_.find(stage, m);
      if (!closed_form_ && partners == nullptr && m % threads_ == 0) {
        barrier.arrive_and_wait();
        if (m + thread < stage.depth && !cancelled()) {
          fill_partners(aks_->parameters().matching, aks_->key(stage, m + thread, node, side),
                        std::span(benches_[thread].partners).first(stage.half));
        }
        barrier.arrive_and_wait();
      }
      if (!cancelled() && first < last) {
        if (closed_form_) {
          const MatchingKey key = aks_->key(stage, m, node, side);
          kernels_.hashed(cells, hash_of(key, stage.half), first, last, bits);
        } else {
          if (partners == nullptr) partners = benches_[m % threads_].partners.data();
          kernels_.listed(cells, partners, first, last, bits);
        }
      }
      if (recorded()) bits.rows += bits.stride;
      if (progress_ != nullptr) progress_->advance(last - first);
      barrier.arrive_and_wait();
    }
  }

  [[nodiscard]] bool in_order() const {
    for (std::size_t spot = 1; spot < row_.size(); ++spot) {
      if (keys_.out_of_order(row_[spot - 1], row_[spot])) return false;
    }
    return true;
  }
  bool repair(SortTiming& timing) {
    std::vector<Cell> output;
    for (timing.repair_rounds = 0; !in_order(); ++timing.repair_rounds) {
      if (output.empty()) output = row_;
      if (aks_->repair_rounds() <= timing.repair_rounds) {
        aks_ = aks_->with_repair(timing.repair_rounds + 1);
      }
      const std::uint32_t last = aks_->stages_of(aks_steps(aks_->d())).first + 1;
      if (!repair_round(last + timing.repair_rounds)) return false;
    }
    timing.misplaced = 0;
    for (std::size_t spot = 0; spot < output.size(); ++spot) {
      timing.misplaced += keys_.word(output[spot]) != keys_.word(row_[spot]) ? 1 : 0;
    }
    return true;
  }
  bool repair_round(std::uint32_t s) {
    const AksStage& stage = aks_->stages()[s];
    std::uint32_t* bits = nullptr;
    if (recorded() && options_.repair_bits != nullptr) {
      const std::size_t before = options_.repair_bits->size();
      options_.repair_bits->resize(before + std::size_t{stage.depth} * ((stage.count() + 31) / 32));
      bits = options_.repair_bits->data() + before;
    }
    std::vector<Task> tasks;
    add_tasks(tasks, s, s + 1);
    prepare(stage, nodes_a_task(s, s + 1));
    team_.run(threads_, [&](unsigned thread) {
      for (std::size_t i = thread; i < tasks.size() && !cancelled(); i += threads_) {
        run_stage(stage, tasks[i].first_node, tasks[i].last_node, row_, benches_[thread], bits);
      }
    });
    return !cancelled();
  }

  const Network& network_;
  std::shared_ptr<const AksNetwork> aks_;
  const SortBuffers& buffers_;
  AksKeys<Cell> keys_;
  const SortOptions& options_;
  const HalverKernels<Cell>& kernels_;
  unsigned threads_;
  ThreadTeam& team_;
  Progress* progress_;
  bool closed_form_;
  GraphStore store_;
  std::vector<Cell> row_;
  std::vector<Cell> spare_;
  std::vector<Cell> shared_;
  std::vector<Bench<Cell>> benches_;
};

template <typename Cell>
bool run_cells(const Network& network, const SortBuffers& buffers, const SortOptions& options,
               const HalverCode& code, unsigned threads, ThreadTeam& team, Progress* progress,
               SortTiming& timing) {
  return AksRun<Cell>(network, buffers, options, code, threads, team, progress).run(timing);
}

}  // namespace

bool sort_by_aks(const Network& network, const SortBuffers& buffers, const SortOptions& options,
                 const HalverCode& code, unsigned threads, ThreadTeam& team, Progress* progress,
                 SortTiming& timing) {
  const bool placed = !buffers.places.empty();
  const auto run = buffers.key_bits == 64 && placed   ? run_cells<PlacedWord>
                   : buffers.key_bits == 64 || placed ? run_cells<std::uint64_t>
                                                      : run_cells<std::uint32_t>;
  return run(network, buffers, options, code, threads, team, progress, timing);
}

}  // namespace sortscope
