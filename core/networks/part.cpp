// part.cpp: layers taken out of a network.
#include "core/networks/part.h"

#include <utility>
#include <vector>

namespace sortscope {

Network part_of(const Network& network, std::uint32_t first, std::uint32_t last) {
  std::vector<LayerForm> forms;
  std::vector<LayerLabel> labels;
  for (std::uint32_t layer = first; layer < last; ++layer) {
    forms.push_back(network.form(layer));
    labels.push_back(network.label(layer));
  }
  return {network.wires(), std::move(forms), std::move(labels), {{0, last - first, 1, ""}}};
}

}  // namespace sortscope
