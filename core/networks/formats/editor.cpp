// editor.cpp: edits as new networks, and the row of them.
#include "core/networks/formats/editor.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/networks/formats/format.h"
#include "core/networks/wording.h"

namespace sortscope {

namespace {

bool touches(Comparator a, Comparator b) {
  return a.min_wire == b.min_wire || a.min_wire == b.max_wire || a.max_wire == b.min_wire ||
         a.max_wire == b.max_wire;
}

Error bad(std::string message, std::string hint) {
  return {ErrorCode::kBadUsage, std::move(message), std::move(hint)};
}

// It is no longer the network that its name says.
std::string edited_name(const std::string& name) {
  constexpr std::string_view kEdited = ", edited";
  return name.empty() || name == kDrawnByHand || name.ends_with(kEdited)
             ? name
             : name + std::string(kEdited);
}

}  // namespace

std::string ends_text(Comparator c) { return fmt::format("{}–{}", c.min_wire, c.max_wire); }

NetworkEditor::NetworkEditor(std::shared_ptr<const ListedNetwork> network) {
  // Layers that could be earlier were drawn so on purpose: they stay.
  const bool asap = layers_are_earliest(*network);
  states_.push_back(
      {std::move(network), asap ? LayerRule::kAsap : LayerRule::kKept, std::nullopt, "Open"});
}

Status NetworkEditor::check(ListedPlace place) const {
  const ListedNetwork& now = *network();
  if (place.layer < now.depth() && place.index < now.layer(place.layer).size()) return {};
  return bad(
      fmt::format("there is no comparator {} in layer {}.", place.index + 1, place.layer + 1),
      place.layer < now.depth()
          ? fmt::format("Layer {} has {}.", place.layer + 1,
                        counted(now.layer(place.layer).size(), "comparator"))
          : fmt::format("The network has {}.", counted(now.depth(), "layer")));
}

Status NetworkEditor::check(Comparator c) const {
  if (c.upper() >= network()->wires()) {
    return bad(fmt::format("there is no wire {}.", c.upper()),
               fmt::format("Wires 0 to {} are there.", network()->wires() - 1));
  }
  if (c.min_wire == c.max_wire) {
    return bad(fmt::format("both ends are on wire {}.", c.min_wire),
               "A comparator joins two different wires.");
  }
  return {};
}

Status NetworkEditor::select(std::optional<ListedPlace> place) {
  if (place) {
    if (Status status = check(*place); !status) return status;
  }
  states_[at_].selected = place;
  return {};
}

NetworkEditor::Layers NetworkEditor::layers() const {
  Layers layers(network()->depth());
  for (std::uint32_t l = 0; l < layers.size(); ++l) {
    const auto layer = network()->layer(l);
    layers[l].assign(layer.begin(), layer.end());
  }
  return layers;
}

std::size_t NetworkEditor::insert(Layers& layers, Comparator c,
                                  std::optional<std::uint32_t> layer) {
  const auto busy = [&](const std::vector<Comparator>& row) {
    return std::any_of(row.begin(), row.end(), [&](Comparator other) { return touches(c, other); });
  };
  if (layer == kBeforeAll) {
    layers.insert(layers.begin(), {c});
    return 0;
  }
  std::size_t to = layer ? *layer : (layers.empty() ? 0 : layers.size() - 1);
  if (to >= layers.size()) {
    to = layers.size();
    layers.emplace_back();
  } else if (busy(layers[to])) {
    ++to;
    layers.insert(layers.begin() + static_cast<std::ptrdiff_t>(to), std::vector<Comparator>());
  }
  layers[to].push_back(c);
  return to;
}

Status NetworkEditor::take(std::uint32_t wires, const Layers& layers, LayerRule rule,
                           std::string edit, std::optional<Comparator> chosen,
                           std::size_t chosen_layer) {
  // Where the chosen comparator comes to: its layer without the empty ones before it, or the
  // earliest.
  std::uint32_t landed = 0;
  std::vector<Comparator> flat;
  std::vector<std::uint32_t> free_from(wires, 0);
  for (std::size_t l = 0; l < layers.size(); ++l) {
    if (rule == LayerRule::kKept && l < chosen_layer && !layers[l].empty()) ++landed;
    for (const Comparator& c : layers[l]) {
      const std::uint32_t level = std::max(free_from[c.min_wire], free_from[c.max_wire]);
      free_from[c.min_wire] = free_from[c.max_wire] = level + 1;
      if (rule == LayerRule::kAsap && l == chosen_layer && chosen == c) landed = level;
      flat.push_back(c);
    }
  }
  const std::string name = edited_name(network()->name());
  auto made = rule == LayerRule::kAsap ? ListedNetwork::leveled(wires, flat, name)
                                       : ListedNetwork::build(wires, layers, name);
  if (!made) {
    return bad(made.error().message, made.error().hint);
  }
  State next{std::move(*made), rule, std::nullopt, std::move(edit)};
  if (chosen) {
    next.selected = ListedPlace{landed, next.network->use(landed, chosen->min_wire).index};
  }
  push(std::move(next));
  return {};
}

Status NetworkEditor::add(Comparator c, std::optional<std::uint32_t> layer) {
  if (Status status = check(c); !status) return status;
  Layers changed = layers();
  const std::size_t to = insert(changed, c, layer);
  return take(network()->wires(), changed, rule(), "Add " + ends_text(c), c, to);
}

Status NetworkEditor::move(ListedPlace from, Comparator to, std::optional<std::uint32_t> layer) {
  if (Status status = check(from); !status) return status;
  if (Status status = check(to); !status) return status;
  const Comparator before = network()->layer(from.layer)[from.index];
  if (before == to && layer.value_or(from.layer) == from.layer) return {};
  Layers changed = layers();
  changed[from.layer].erase(changed[from.layer].begin() + from.index);
  const std::size_t landed = insert(changed, to, layer.value_or(from.layer));
  return take(network()->wires(), changed, rule(),
              before == to ? "Move " + ends_text(to)
                           : fmt::format("Move {} to {}", ends_text(before), ends_text(to)),
              to, landed);
}

Status NetworkEditor::remove(ListedPlace place) {
  if (Status status = check(place); !status) return status;
  const Comparator c = network()->layer(place.layer)[place.index];
  Layers changed = layers();
  changed[place.layer].erase(changed[place.layer].begin() + place.index);
  return take(network()->wires(), changed, rule(), "Remove " + ends_text(c));
}

Status NetworkEditor::flip(ListedPlace place) {
  if (Status status = check(place); !status) return status;
  const Comparator c = network()->layer(place.layer)[place.index];
  Layers changed = layers();
  const Comparator turned{c.max_wire, c.min_wire};
  changed[place.layer][place.index] = turned;
  return take(network()->wires(), changed, rule(), "Turn " + ends_text(c), turned, place.layer);
}

bool NetworkEditor::set_rule(LayerRule wanted) {
  if (wanted == rule()) return false;
  std::optional<Comparator> chosen;
  std::size_t layer = 0;
  if (const auto& place = selected()) {
    chosen = network()->layer(place->layer)[place->index];
    layer = place->layer;
  }
  return take(network()->wires(), layers(), wanted,
              wanted == LayerRule::kAsap ? "Layers as early as possible" : "Layers as drawn",
              chosen, layer)
      .ok();
}

Status NetworkEditor::replace(std::shared_ptr<const ListedNetwork> network, std::string edit) {
  if (network->wires() > kMostEditedWires) {
    return bad(fmt::format("{} wires.", network->wires()),
               fmt::format("1 to {} wires can be edited.", kMostEditedWires));
  }
  if (std::ranges::equal(network->comparators(), this->network()->comparators()) &&
      network->wires() == this->network()->wires()) {
    return {};
  }
  const LayerRule rule = layers_are_earliest(*network) ? this->rule() : LayerRule::kKept;
  push({std::move(network), rule, std::nullopt, std::move(edit)});
  return {};
}

void NetworkEditor::push(State next) {
  states_.resize(at_ + 1);
  states_.push_back(std::move(next));
  if (states_.size() > kMostUndoSteps + 1) states_.erase(states_.begin());
  at_ = states_.size() - 1;
}

Status NetworkEditor::set_wires(std::uint32_t wires) {
  if (wires < 1 || wires > kMostEditedWires) {
    return bad(fmt::format("{} wires.", wires),
               fmt::format("1 to {} wires can be edited.", kMostEditedWires));
  }
  if (wires == network()->wires()) return {};
  Layers changed = layers();
  for (auto& layer : changed) {
    std::erase_if(layer, [&](Comparator c) { return c.upper() >= wires; });
  }
  return take(wires, changed, rule(), counted(wires, "wire"));
}

bool NetworkEditor::undo() {
  if (!can_undo()) return false;
  --at_;
  return true;
}

bool NetworkEditor::redo() {
  if (!can_redo()) return false;
  ++at_;
  return true;
}

}  // namespace sortscope
