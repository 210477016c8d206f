// build.h: a person's file as nvcc compiles it, around it only what measures it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/keys/keys.h"
#include "core/own_kernels/process.h"
#include "core/own_kernels/report.h"

namespace sortscope {

/// What the file sorts, as far as its text says.
struct OwnKeys {
  KeyType type = KeyType::kUint32;
  bool host_memory = false;  // it copies by itself, and its copies are timed
};
/// Errors: kBadInput, kBadUsage (no sort function; keys that are of none of our types).
Result<OwnKeys> own_keys(const KernelRequest& request);

/// What is missing here to time a kernel, as a sentence and what to do; ok: nothing.
Status timing_possible();

/// A compiled program, or what the compiler said.
struct PlainBuild {
  std::unique_ptr<ScratchFolder> folder;  // that holds it
  std::string program;                    // "": it does not compile
  std::vector<CompilerMessage> messages;
};
/// Seconds. Errors: kUnavailable (no nvcc), kBadInput, kBadUsage, kCancelled, kIo.
Result<PlainBuild> build_plainly(const KernelRequest& request, const Progress& progress);

}  // namespace sortscope
