// run_title.h: what a run is called, wherever it is named.
#pragma once

#include <string>

namespace sortscope {

struct Algorithm;
class Network;

/// The name of a network of a person's own, where it has one; else the algorithm's title, and that
/// errors are planted where they are (AKS).
std::string run_title(const Algorithm& algorithm, const Network& network);

}  // namespace sortscope
