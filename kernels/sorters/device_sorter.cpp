// device_sorter.cpp: which class sorts a family of algorithms.
#include "kernels/sorters/device_sorter.cuh"

#include <fmt/format.h>

namespace sortscope::device {

Result<std::unique_ptr<DeviceSorter>> make_sorter(const SorterRequest& request) {
  switch (request.algorithm.family) {
    case Family::kNetwork:
      return make_network_sorter(request);
    case Family::kTree:
      return make_tree_sorter(request);
    case Family::kStreams:
      return make_stream_sorter(request);
    case Family::kIntervals:
      return make_interval_sorter(request);
    case Family::kAks:
      return make_aks_sorter(request);
    case Family::kListed:
      return make_listed_sorter(request);
  }
  return Error{ErrorCode::kBadUsage,
               fmt::format("the CUDA engine cannot run \"{}\".", request.algorithm.id),
               "Use --engine cpu."};
}

}  // namespace sortscope::device
