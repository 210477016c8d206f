#include "core/own_kernels/network.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/algorithms/algorithm.h"
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
std::array<KernelValue, sortscope_log::kMostValues> values_at(const LogRun& run, std::uint32_t at) {
  std::array<KernelValue, sortscope_log::kMostValues> values{};
  if (at == 0 || at > run.entries.size()) return values;
  const sortscope_log::LogEntry& e = run.entries[at - 1];
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

// The network on `n` wires of the comparators that are kept; null: there is none.
std::shared_ptr<const ListedNetwork> without(const ListedNetwork& network, std::uint32_t n,
                                             const std::vector<bool>& kept) {
  std::vector<std::vector<Comparator>> layers(network.depth());
  for (std::uint32_t l = 0; l < network.depth(); ++l) {
    for (std::size_t i = network.first(l); i < network.first(l + 1); ++i) {
      if (kept[i]) layers[l].push_back(network.comparators()[i]);
    }
  }
  auto made = ListedNetwork::build(n, layers, network.name());
  return made ? *made : nullptr;
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
                       values_at(*runs_[0], c.values)}});
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
    find_unpadded(called);
    leave_padding_out();
  }

  // Padding is followed through the comparators as the constant that it is.
  void find_unpadded(const std::vector<Wire>& called) {
    const std::uint32_t n = runs_[0]->n;
    const std::uint32_t wires = traces_[0].wires;
    constexpr std::uint32_t kPadding = ~0u;
    std::vector<std::uint32_t> on(wires, kPadding);  // by wire, the place that its key came from
    std::uint32_t keys = 0;
    for (std::uint32_t w = 0; w < wires; ++w) {
      const std::uint32_t key = traces_[0].first_keys[w];
      const bool padding = key >= sortscope_log::kMadeKeys && key != sortscope_log::kNoKey;
      if (key >= n && !padding) return;
      for (const TracedRun& t : traces_) {
        const std::uint32_t other = w < t.first_keys.size() ? t.first_keys[w] : kPadding;
        const bool pads = other >= sortscope_log::kMadeKeys && other != sortscope_log::kNoKey;
        if (padding ? !pads : other != key) return;
      }
      if (!padding) on[called[w]] = key;
      keys += padding ? 0 : 1;
    }
    if (keys != n || wires <= n) return;
    std::vector<Comparator> kept;
    for (const Comparator& c : out_.network->comparators()) {
      std::uint32_t& low = on[c.min_wire];
      std::uint32_t& high = on[c.max_wire];
      if (high == kPadding) continue;
      if (low == kPadding) {
        std::swap(low, high);
        continue;
      }
      kept.push_back({low, high});
    }
    std::vector<Wire> ends(n, kPadding);  // by place of the input
    for (std::uint32_t i = 0; i < n; ++i) {
      if (on[i] == kPadding) return;
      ends[on[i]] = i;
    }
    for (Comparator& c : kept) c = {ends[c.min_wire], ends[c.max_wire]};
    auto made = ListedNetwork::leveled(n, kept, name_);
    if (!made) return;
    out_.unpadded.network = *made;
    out_.unpadded.places.assign(on.begin(), on.begin() + n);
  }

  void leave_padding_out() {
    std::vector<bool> kept;
    const std::uint32_t n = runs_[0]->n;
    if (out_.network->wires() <= n || !padding_stays(*out_.network, n, kept)) return;
    const auto fewer = without(*out_.network, n, kept);
    if (fewer == nullptr) return;
    std::vector<ComparatorOrigin> origins;
    for (std::size_t i = 0; i < kept.size(); ++i) {
      if (kept[i]) origins.push_back(out_.origins[i]);
    }
    out_.network = fewer;
    out_.origins = std::move(origins);
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

bool padding_stays(const ListedNetwork& network, std::uint32_t n, std::vector<bool>& kept) {
  kept.assign(network.size(), true);
  for (std::size_t i = 0; i < network.size(); ++i) {
    const Comparator& c = network.comparators()[i];
    if (c.min_wire >= n && c.max_wire < n) return false;
    kept[i] = c.max_wire < n;
  }
  return true;
}

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
    if (same_comparators(network, **listed)) return std::string(algorithm.id);
    std::vector<bool> kept;
    if ((*listed)->wires() == network.wires() || !padding_stays(**listed, n, kept)) continue;
    const auto fewer = without(**listed, n, kept);
    if (fewer != nullptr && same_comparators(network, *fewer)) return std::string(algorithm.id);
  }
  return {};
}

}  // namespace sortscope
