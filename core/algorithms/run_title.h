// run_title.h: what a run is called, wherever it is named.
#pragma once

#include <string>
#include <string_view>

namespace sortscope {

struct Algorithm;
class Network;

/// The name of a network of a person's own, where it has one; else the algorithm's title, and that
/// errors are planted where they are (AKS).
std::string run_title(const Algorithm& algorithm, const Network& network);
/// The same before there is a network: `listed_name` is that of a person's own, or "".
std::string run_title(const Algorithm& algorithm, std::string_view listed_name, bool planted);

}  // namespace sortscope
