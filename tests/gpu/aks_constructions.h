// aks_constructions.h: the AKS network in all the ways that parameters make it.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "core/networks/aks/parameters.h"

namespace sortscope {

/// The defaults but for these.
inline AksParameters aks_parameters(const ParameterTexts& texts) {
  AksParameters parameters;
  for (const auto& [name, value] : texts) {
    EXPECT_TRUE(set_parameter(parameters, name, value).ok()) << name;
  }
  return parameters;
}

/// One of each kind that is sorted and replayed in its own way.
inline std::vector<ParameterTexts> aks_constructions() {
  return {{{"perfect-halver", "bitonic"}},
          {{"shuffle-halves", "1"}},
          {{"skip-whole", "1"}},
          {{"depth", "3"}},  // repairs
          {{"depth", "1"}, {"graphs", "shared"}},
          {{"depth", "9"}, {"distinct-matchings", "4"}},
          {{"depth", "ideal"}, {"planted", "8"}},
          {{"depth", "ideal"}},
          {{"epsilon-b", "0.001"}}};
}

}  // namespace sortscope
