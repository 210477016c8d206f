// mapped_networks.h: whose runs have a map of their exchanges.
#pragma once

namespace sortscope {

class Network;

/// Runs of `network` have a map (ExchangeMap) where they are shown: large ones, and those that are
/// not drawn one by one.
bool has_exchange_map(const Network& network);

}  // namespace sortscope
