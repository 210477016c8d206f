// run_title.cpp: the algorithm's title, or what tells this run from others of it.
#include "core/algorithms/run_title.h"

#include <fmt/format.h>

#include "core/algorithms/algorithm.h"
#include "core/networks/aks/network.h"
#include "core/networks/lists/listed_network.h"
#include "core/networks/network.h"

namespace sortscope {

std::string run_title(const Algorithm& algorithm, const Network& network) {
  const ListedNetwork* const listed = network.listed();
  const bool planted = network.aks() != nullptr && network.aks()->parameters().planted > 0;
  return run_title(algorithm, listed != nullptr ? std::string_view(listed->name()) : "", planted);
}

std::string run_title(const Algorithm& algorithm, std::string_view listed_name, bool planted) {
  if (!listed_name.empty()) return std::string(listed_name);
  return planted ? fmt::format("{}, errors planted", algorithm.title)
                 : std::string(algorithm.title);
}

}  // namespace sortscope
