#include "core/own_kernels/network.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/algorithms/algorithm.h"
#include "core/own_kernels/padding.h"
#include "core/recordings/request.h"
#include "core/verify/verify.h"

namespace sortscope {

namespace {

std::string_view input_name(const LogRun& run) {
  using sortscope_log::RunKind;
  switch (run.kind) {
    case RunKind::kAsked:
      return "the keys asked for";
    case RunKind::kShuffled:
      return "the same keys in another order";
    case RunKind::kSorted:
      return "sorted keys";
    case RunKind::kReversed:
      return "keys in reverse order";
    case RunKind::kZeroOne:
      return "keys 0 and 1";
    case RunKind::kEqual:
      return "few different keys";
    case RunKind::kHighest:
      return "keys of the largest values";
  }
  return "other keys";
}

// What variables held there; `at`: TracedComparator::values.
std::array<KernelValue, sortscope_log::kMostValues> values_at(const TracedRun& run,
                                                              std::uint32_t at) {
  std::array<KernelValue, sortscope_log::kMostValues> values{};
  if (at == 0 || at > run.values.size()) return values;
  const sortscope_log::LogEntry& e = run.values[at - 1];
  const auto low = [](std::uint64_t two) { return static_cast<std::uint32_t>(two); };
  const auto high = [](std::uint64_t two) { return static_cast<std::uint32_t>(two >> 32); };
  const std::array bits{e.key,         e.key_b,        low(e.place),
                        high(e.place), low(e.place_b), high(e.place_b)};
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i].bits = bits[i];
    values[i].variable = i == 4   ? static_cast<std::uint8_t>(e.space)
                         : i == 5 ? static_cast<std::uint8_t>(e.space_b)
                                  : static_cast<std::uint8_t>(e.line >> (8 * i));
  }
  return values;
}

enum class Minimum : std::uint8_t { kUnknown, kOnA, kOnB, kBoth };

// Where a run left the smaller key of a comparator.
Minimum minimum_of(const LogRun& run, const TracedComparator& c) {
  const std::uint64_t a = key_value(run, c.key_a);
  const std::uint64_t b = key_value(run, c.key_b);
  if (a == b || (!c.kept() && !c.exchanged())) return Minimum::kUnknown;
  return (a < b) == c.kept() ? Minimum::kOnA : Minimum::kOnB;
}

class Common {
 public:
  Common(std::span<const LogRun* const> runs, std::span<const TracedRun> traces, std::string name)
      : runs_(runs), traces_(traces), name_(std::move(name)) {}

  CommonNetwork find() {
    for (std::size_t r = 0; r < runs_.size() && out_.text.empty(); ++r) compare_lists(r);
    minimum_.assign(traces_[0].comparators.size(), Minimum::kUnknown);
    if (out_.text.empty()) {
      for (std::size_t r = 0; r < runs_.size(); ++r) collect(r);
      check_minimum();
      for (std::size_t r = 0; r < runs_.size() && out_.text.empty(); ++r) replay(r);
    } else {
      collect(0);
    }
    const bool adaptive = !out_.text.empty();
    out_.verdict = adaptive ? KernelVerdict::kAdaptive : KernelVerdict::kNetwork;
    if (adaptive && !looked() && unfollowed_) out_.verdict = KernelVerdict::kUnknown;
    build();
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool looked() const { return traces_[0].looks > 0; }

  void compare_lists(std::size_t r) {
    const TracedRun& first = traces_[0];
    const TracedRun& other = traces_[r];
    if (other.looks > 0) {
      out_.text = fmt::format(
          "Line {} turns a key into a number: what follows may depend on it, so this is no network "
          "of comparators.",
          other.look_line);
      return;
    }
    const std::size_t both = std::min(first.comparators.size(), other.comparators.size());
    for (std::size_t i = 0; i < both; ++i) {
      const TracedComparator& x = first.comparators[i];
      const TracedComparator& y = other.comparators[i];
      if (x.layer == y.layer && x.a == y.a && x.b == y.b) continue;
      const bool here = std::tie(x.layer, x.a) <= std::tie(y.layer, y.a);
      const TracedComparator& c = here ? x : y;
      out_.text =
          fmt::format("Line {} compares places {} and {} with {}, and not with {}.", c.line, c.a,
                      c.b, input_name(*runs_[here ? 0 : r]), input_name(*runs_[here ? r : 0]));
      return;
    }
    if (first.comparators.size() != other.comparators.size()) {
      const bool here = first.comparators.size() > both;
      const TracedComparator& c = (here ? first : other).comparators[both];
      out_.text =
          fmt::format("Line {} compares places {} and {} with {}, and not with {}.", c.line, c.a,
                      c.b, input_name(*runs_[here ? 0 : r]), input_name(*runs_[here ? r : 0]));
      return;
    }
    if (other.unfollowed > 0) {
      unfollowed_ = true;
      out_.text = fmt::format("Line {} compares keys of which it is not known where they stood.",
                              other.unfollowed_line);
    }
  }

  void collect(std::size_t r) {
    for (std::size_t i = 0; i < minimum_.size() && i < traces_[r].comparators.size(); ++i) {
      const Minimum m = minimum_of(*runs_[r], traces_[r].comparators[i]);
      if (m == Minimum::kUnknown || m == minimum_[i]) continue;
      minimum_[i] = minimum_[i] == Minimum::kUnknown ? m : Minimum::kBoth;
    }
  }
  void check_minimum() {
    for (std::size_t i = 0; i < minimum_.size(); ++i) {
      if (minimum_[i] != Minimum::kBoth) continue;
      const TracedComparator& c = traces_[0].comparators[i];
      out_.text = fmt::format(
          "Line {} compares places {} and {}, but where the smaller key goes depends on more than "
          "this comparison.",
          c.line, c.a, c.b);
      return;
    }
  }

  // The network, run on the same keys, has to leave what the code left.
  void replay(std::size_t r) {
    const LogRun& run = *runs_[r];
    const TracedRun& traced = traces_[r];
    if (!run.returned) return;
    std::vector<std::uint64_t> values;
    values.reserve(traced.wires);
    for (const std::uint32_t key : traced.first_keys) values.push_back(key_value(run, key));
    for (std::size_t i = 0; i < minimum_.size(); ++i) {
      const TracedComparator& c = traced.comparators[i];
      std::uint64_t& a = values[c.a];
      std::uint64_t& b = values[c.b];
      if (minimum_[i] == Minimum::kOnB ? a < b : b < a) std::swap(a, b);
    }
    for (std::uint32_t w = 0; w < traced.wires; ++w) {
      if (traced.final_keys[w] == ~0u || key_value(run, traced.final_keys[w]) == values[w])
        continue;
      out_.text = fmt::format(
          "Keys move otherwise than by exchanging those that were compared: with {}, place {} ends "
          "with another key than its comparators leave there.",
          input_name(run), w);
      return;
    }
  }

  void build() {
    const TracedRun& traced = traces_[0];
    if (traced.comparators.empty()) return;
    // Where a key ends is what its wire is called, if that is the same for all runs.
    std::vector<Wire> called(traced.wires);
    for (std::uint32_t w = 0; w < traced.wires; ++w) called[w] = w;
    if (out_.verdict == KernelVerdict::kNetwork) rename(called);
    std::vector<std::vector<Comparator>> layers(traced.depth);
    struct Row {
      std::uint32_t layer;
      Wire lower;
      ComparatorOrigin origin;
    };
    std::vector<Row> rows;
    rows.reserve(traced.comparators.size());
    for (std::size_t i = 0; i < traced.comparators.size(); ++i) {
      const TracedComparator& c = traced.comparators[i];
      const bool on_b = minimum_[i] == Minimum::kOnB;
      const Comparator made{called[on_b ? c.b : c.a], called[on_b ? c.a : c.b]};
      layers[c.layer].push_back(made);
      rows.push_back({c.layer,
                      std::min(made.min_wire, made.max_wire),
                      {c.line, c.launch, c.block, c.thread, c.epoch, c.exchanged(),
                       values_at(traces_[0], c.values)}});
    }
    auto built = ListedNetwork::build(traced.wires, layers, name_);
    if (!built) {
      out_.text = "It cannot be drawn: " + built.error().message;
      return;
    }
    out_.network = *built;
    std::sort(rows.begin(), rows.end(), [](const Row& x, const Row& y) {
      return std::tie(x.layer, x.lower) < std::tie(y.layer, y.lower);
    });
    for (const Row& row : rows) out_.origins.push_back(row.origin);
    if (out_.verdict != KernelVerdict::kNetwork) return;
    out_.padded = padded_wires(called);
    leave_padding_out();
  }

  // Wires that begin with what sorts behind all keys, in every run; empty: not known.
  std::vector<bool> padded_wires(const std::vector<Wire>& called) const {
    const std::uint32_t n = runs_[0]->n;
    const std::uint32_t wires = traces_[0].wires;
    if (wires <= n) return {};
    std::vector<bool> padded(wires, false);
    for (std::uint32_t w = 0; w < wires; ++w) padded[called[w]] = traces_[0].first_keys[w] >= n;
    for (std::size_t r = 0; r < runs_.size(); ++r) {
      std::uint64_t largest = 0;
      for (std::uint32_t key = 0; key < n; ++key) {
        largest = std::max(largest, key_value(*runs_[r], key));
      }
      for (std::uint32_t w = 0; w < wires; ++w) {
        const std::uint32_t key = traces_[r].first_keys[w];
        const bool behind = key >= n && key != ~0u && key_value(*runs_[r], key) >= largest;
        if (behind != padded[called[w]] || (key >= n && !behind)) return {};
      }
    }
    return padded;
  }

  void leave_padding_out() {
    const std::uint32_t n = runs_[0]->n;
    const std::uint32_t wires = out_.network->wires();
    if (wires <= n) return;
    const std::vector<bool> padded = out_.padded.empty() ? last_wires(wires, n) : out_.padded;
    const PaddingPaths paths = follow_padding(*out_.network, padded);
    if (std::ranges::find(paths.fates, PaddingFate::kMoves) != paths.fates.end()) return;
    const auto fewer = of_keys_alone(*out_.network, n, padded);
    if (fewer == nullptr) return;
    std::vector<ComparatorOrigin> origins;
    for (std::size_t i = 0; i < paths.fates.size(); ++i) {
      if (paths.fates[i] == PaddingFate::kKeys) origins.push_back(out_.origins[i]);
    }
    out_.network = fewer;
    out_.origins = std::move(origins);
    out_.padded.clear();
    out_.without_padding = true;
  }

  void rename(std::vector<Wire>& called) {
    const std::vector<std::uint32_t>& ends = traces_[0].wire_of_output;
    bool other = false;
    for (std::uint32_t i = 0; i < ends.size(); ++i) {
      if (ends[i] >= called.size()) return;
      other |= ends[i] != i;
    }
    if (!other) return;
    for (const TracedRun& t : traces_) {
      if (t.wire_of_output != ends) return;
    }
    std::vector<bool> taken(called.size(), false);
    std::vector<Wire> names(called.size(), ~Wire{0});
    for (std::uint32_t i = 0; i < ends.size(); ++i) {
      if (names[ends[i]] != ~Wire{0}) return;
      names[ends[i]] = i;
      taken[i] = true;
    }
    Wire next = 0;
    for (Wire& name : names) {
      if (name != ~Wire{0}) continue;
      while (taken[next]) ++next;
      taken[next] = true;
      name = next;
    }
    called = names;
    out_.renamed = true;
  }

  std::span<const LogRun* const> runs_;
  std::span<const TracedRun> traces_;
  std::string name_;
  std::vector<Minimum> minimum_;
  bool unfollowed_ = false;
  CommonNetwork out_;
};

std::shared_ptr<const ListedNetwork> earliest(const ListedNetwork& network) {
  auto made = ListedNetwork::leveled(network.wires(), network.comparators(), network.name());
  return made ? *made : nullptr;
}

}  // namespace

CommonNetwork common_network(std::span<const LogRun* const> runs, std::span<const TracedRun> traces,
                             std::string name) {
  return Common(runs, traces, std::move(name)).find();
}

bool same_comparators(const ListedNetwork& a, const ListedNetwork& b) {
  if (a.size() != b.size() || a.wires() != b.wires()) return false;
  const auto x = earliest(a);
  const auto y = earliest(b);
  return x != nullptr && y != nullptr && x->depth() == y->depth() &&
         std::equal(x->comparators().begin(), x->comparators().end(), y->comparators().begin());
}

std::optional<NetworkDifference> first_difference(const ListedNetwork& is,
                                                  const ListedNetwork& should) {
  if (same_comparators(is, should)) return std::nullopt;
  for (std::uint32_t l = 0; l < std::max(is.depth(), should.depth()); ++l) {
    const auto of = [l](const ListedNetwork& n) {
      return l < n.depth() ? n.layer(l) : std::span<const Comparator>{};
    };
    const auto x = of(is);
    const auto y = of(should);
    for (std::size_t i = 0; i < std::max(x.size(), y.size()); ++i) {
      NetworkDifference d;
      d.layer = l;
      if (i < x.size()) d.is = x[i];
      if (i < y.size()) d.should = y[i];
      if (d.is && d.should) {
        if (*d.is == *d.should) continue;
        // The one that stands on the lower wire has no counterpart, unless both stand there.
        const Wire lower_is = std::min(d.is->min_wire, d.is->max_wire);
        const Wire lower_should = std::min(d.should->min_wire, d.should->max_wire);
        if (lower_is < lower_should) d.should.reset();
        if (lower_should < lower_is) d.is.reset();
      }
      return d;
    }
  }
  return std::nullopt;
}

Result<std::shared_ptr<const ListedNetwork>> intended_network(std::string_view id,
                                                              std::uint32_t n) {
  const auto algorithm = find_algorithm(id);
  if (!algorithm) return algorithm.error();
  RunRequest request;
  request.algorithm = std::string(id);
  const auto network = build_network(**algorithm, n, request);
  if (!network) return network.error();
  return list_comparators(*network, fmt::format("{}, n = {}", id, n));
}

std::string known_network(const ListedNetwork& network, std::uint32_t n) {
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family != Family::kNetwork || algorithm.needs_bitonic_input ||
        n > algorithm.max_keys || n < 2) {
      continue;
    }
    const Network built = algorithm.build(n);
    if (built.size() < network.size() || built.size() > 4 * (network.size() + n)) continue;
    const auto listed = list_comparators(built, std::string(algorithm.id));
    if (!listed) continue;
    const std::vector<bool> padded = last_wires((*listed)->wires(), n);
    const auto whole = with_idle_ascending(**listed, padded);
    if (whole != nullptr && same_comparators(network, *whole)) return std::string(algorithm.id);
    if ((*listed)->wires() == network.wires()) continue;
    const auto fewer = of_keys_alone(**listed, n, padded);
    if (fewer != nullptr && same_comparators(network, *fewer)) return std::string(algorithm.id);
  }
  return {};
}

}  // namespace sortscope
