// listed_network.cpp: checking, levelling and inverting listed networks.
#include "core/networks/lists/listed_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

#include "core/base/quote.h"

namespace sortscope {

namespace {

Error bad(std::string message, std::string hint) {
  return {ErrorCode::kBadInput, std::move(message), std::move(hint)};
}

Status check_size(std::uint32_t wires, std::size_t comparators) {
  if (wires == 0 || wires > kMostListedWires) {
    return bad(fmt::format("a network of {} wires.", wires),
               fmt::format("1 to {} wires are expected.", kMostListedWires));
  }
  if (comparators > kMostListedComparators) {
    return bad(fmt::format("a network of {} comparators.", comparators),
               fmt::format("At most {} are expected.", kMostListedComparators));
  }
  return {};
}

// `where()`: "comparator 3 of layer 2".
template <typename Where>
Status check_comparator(Comparator c, std::uint32_t wires, const Where& where) {
  if (c.min_wire == c.max_wire) {
    return bad(fmt::format("{} has both ends on wire {}.", where(), c.min_wire),
               "A comparator joins two different wires.");
  }
  if (c.lower() >= wires || c.upper() >= wires) {
    return bad(fmt::format("{} is on wire {}.", where(), c.upper()),
               fmt::format("Wires 0 to {} are there.", wires - 1));
  }
  return {};
}

}  // namespace

Result<std::shared_ptr<const ListedNetwork>> ListedNetwork::build(
    std::uint32_t wires, std::span<const std::vector<Comparator>> layers, std::string name) {
  std::vector<std::uint32_t> words;
  std::size_t size = 0;
  for (const std::vector<Comparator>& layer : layers) size += layer.size();
  if (Status status = check_size(wires, size); !status) return status.error();
  words.reserve(layers.size() + 2 * size);
  for (const std::vector<Comparator>& layer : layers) {
    words.push_back(static_cast<std::uint32_t>(layer.size()));
    for (const Comparator c : layer) words.insert(words.end(), {c.min_wire, c.max_wire});
  }
  return from_words(wires, words, std::move(name));
}

Result<std::shared_ptr<const ListedNetwork>> ListedNetwork::leveled(
    std::uint32_t wires, std::span<const Comparator> comparators, std::string name) {
  if (Status status = check_size(wires, comparators.size()); !status) return status.error();
  // Layers side by side, not a vector each: a network may have as many layers as comparators.
  std::vector<std::uint32_t> layer_of(comparators.size());
  std::vector<std::uint32_t> at;  // by layer: its comparators, then where its next one goes
  std::vector<std::uint32_t> free_from(wires, 0);
  for (std::size_t i = 0; i < comparators.size(); ++i) {
    const Comparator c = comparators[i];
    if (Status status =
            check_comparator(c, wires, [i] { return fmt::format("comparator {}", i + 1); });
        !status) {
      return status.error();
    }
    const std::uint32_t layer = std::max(free_from[c.min_wire], free_from[c.max_wire]);
    if (layer == at.size()) at.push_back(0);
    ++at[layer];
    layer_of[i] = layer;
    free_from[c.min_wire] = free_from[c.max_wire] = layer + 1;
  }
  std::vector<std::uint32_t> words(at.size() + 2 * comparators.size());
  std::uint32_t end = 0;
  for (std::uint32_t& layer : at) {
    const std::uint32_t count = std::exchange(layer, end + 1);
    words[end] = count;
    end += 1 + 2 * count;
  }
  for (std::size_t i = 0; i < comparators.size(); ++i) {
    std::uint32_t& next = at[layer_of[i]];
    words[next++] = comparators[i].min_wire;
    words[next++] = comparators[i].max_wire;
  }
  layer_of = {};
  at = {};
  return from_words(wires, words, std::move(name));
}

std::vector<std::uint32_t> ListedNetwork::words() const {
  std::vector<std::uint32_t> words;
  words.reserve(depth() + 2 * size());
  for (std::uint32_t l = 0; l < depth(); ++l) {
    words.push_back(static_cast<std::uint32_t>(layer(l).size()));
    for (const Comparator c : layer(l)) words.insert(words.end(), {c.min_wire, c.max_wire});
  }
  return words;
}

Result<std::shared_ptr<const ListedNetwork>> ListedNetwork::from_words(
    std::uint32_t wires, std::span<const std::uint32_t> words, std::string name) {
  std::size_t layers = 0;
  std::size_t size = 0;
  for (std::span<const std::uint32_t> rest = words; !rest.empty(); ++layers) {
    const std::size_t count = rest[0];
    if (rest.size() - 1 < 2 * count) {
      return bad(fmt::format("layer {} has fewer than {} comparators.", layers + 1, count),
                 "The list is damaged.");
    }
    size += count;
    rest = rest.subspan(1 + 2 * count);
  }
  if (Status status = check_size(wires, size); !status) return status.error();
  std::shared_ptr<ListedNetwork> made(new ListedNetwork);
  made->wires_ = wires;
  // It stands in pictures and files of every kind.
  name = printable(name);
  made->name_ = std::move(name);
  made->comparators_.reserve(size);
  made->first_.reserve(layers + 1);
  std::vector<std::size_t> last_layer(wires, 0);  // that touched the wire, counted from 1
  for (std::size_t l = 0; l < layers; ++l) {
    const std::size_t count = words[0];
    for (std::size_t i = 0; i < count; ++i) {
      const Comparator c{words[1 + 2 * i], words[2 + 2 * i]};
      const auto where = [&] { return fmt::format("comparator {} of layer {}", i + 1, l + 1); };
      if (Status status = check_comparator(c, wires, where); !status) return status.error();
      for (const Wire wire : {c.min_wire, c.max_wire}) {
        if (last_layer[wire] == l + 1) {
          return bad(
              fmt::format("{} is on wire {}, like another one of this layer.", where(), wire),
              "Comparators of a layer run at once: each wire takes part in one of them.");
        }
        last_layer[wire] = l + 1;
      }
      made->comparators_.push_back(c);
    }
    words = words.subspan(1 + 2 * count);
    if (count == 0) continue;
    const auto begin =
        made->comparators_.begin() + static_cast<std::ptrdiff_t>(made->first_.back());
    std::sort(begin, made->comparators_.end(),
              [](Comparator a, Comparator b) { return a.lower() < b.lower(); });
    made->first_.push_back(made->comparators_.size());
  }
  made->place_columns();
  return std::shared_ptr<const ListedNetwork>(std::move(made));
}

void ListedNetwork::place_columns() {
  column_.resize(comparators_.size());
  upper_.resize(comparators_.size());
  columns_.resize(depth());
  using Least = std::greater<>;
  for (std::uint32_t l = 0; l < depth(); ++l) {
    const std::span<const Comparator> here = layer(l);
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, Least> free;
    std::priority_queue<std::pair<Wire, std::uint32_t>, std::vector<std::pair<Wire, std::uint32_t>>,
                        Least>
        taken;  // to which wire, and the sub-column
    for (std::uint32_t i = 0; i < here.size(); ++i) {
      while (!taken.empty() && taken.top().first < here[i].lower()) {
        free.push(taken.top().second);
        taken.pop();
      }
      if (free.empty()) free.push(columns_[l]++);
      taken.emplace(here[i].upper(), free.top());
      column_[first_[l] + i] = free.top();
      free.pop();
    }
    const std::span<std::uint32_t> upper = std::span(upper_).subspan(first_[l], here.size());
    std::iota(upper.begin(), upper.end(), 0U);
    std::sort(upper.begin(), upper.end(),
              [&](std::uint32_t a, std::uint32_t b) { return here[a].upper() < here[b].upper(); });
  }
}

WireUse ListedNetwork::use(std::uint32_t layer, Wire wire) const {
  const std::span<const Comparator> here = this->layer(layer);
  const auto by_lower =
      std::lower_bound(here.begin(), here.end(), wire,
                       [](const Comparator& c, Wire value) { return c.lower() < value; });
  if (by_lower != here.end() && by_lower->lower() == wire) {
    return {true, static_cast<std::uint32_t>(by_lower - here.begin()), *by_lower};
  }
  const std::span<const std::uint32_t> upper =
      std::span(upper_).subspan(first_[layer], here.size());
  const auto by_upper =
      std::lower_bound(upper.begin(), upper.end(), wire,
                       [&](std::uint32_t i, Wire value) { return here[i].upper() < value; });
  if (by_upper != upper.end() && here[*by_upper].upper() == wire) {
    return {true, *by_upper, here[*by_upper]};
  }
  return {};
}

}  // namespace sortscope
