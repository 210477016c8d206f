// fetch.h: results from the device, in pieces that are told of as they come.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <functional>

#include "core/base/error.h"
#include "core/base/progress.h"

namespace sortscope::device {

/// Told that the first `bytes` bytes are there, by each thread that fetches, which may work there.
/// False: the rest is not fetched.
using BytesCame = std::function<bool(std::uint64_t bytes)>;

/// Threads that fetch so many bytes.
unsigned fetching_threads(std::uint64_t bytes);

/// Copies memory of the device that nothing writes any more, and waits for it. Much of it comes in
/// pieces by way of pinned memory, on several threads: what is waited for is then the bus, and not
/// one processor that copies. `came`: null where nobody is told. Errors: kCancelled, where `came`
/// said so too; CUDA's.
Status fetch(void* to, const void* from, std::uint64_t bytes, cudaStream_t stream,
             const BytesCame& came, Progress* progress);

}  // namespace sortscope::device
