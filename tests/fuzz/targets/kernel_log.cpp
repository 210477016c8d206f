// kernel_log.cpp: the log that a person's program has written, which may write there what it likes.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/own_kernels/conclusion.h"
#include "core/own_kernels/json.h"
#include "core/own_kernels/log/runs.h"
#include "tests/fuzz/read.h"

namespace {

using namespace sortscope;

// As run.cpp asks: the keys, and others of the same length.
std::vector<LogRun> asked() {
  std::vector<LogRun> runs(3);
  const std::vector<std::uint32_t> keys[] = {{3, 7, 4, 8}, {1, 4, 2, 3}, {4, 2}};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    runs[i].kind = i == 0 ? sortscope_log::RunKind::kAsked : sortscope_log::RunKind::kShuffled;
    runs[i].n = static_cast<std::uint32_t>(keys[i].size());
    runs[i].keys = keys[i];
  }
  return runs;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const std::vector<LogRun> kAsked = asked();
  // A log has its whole memory, and begins as one: all else is the program's.
  std::vector<std::byte> log(std::max<std::size_t>(size, sizeof(sortscope_log::LogHead)));
  if (size > 0) std::memcpy(log.data(), bytes, size);
  sortscope_log::LogHead head{};
  std::memcpy(&head, log.data(), sizeof head);
  if (size % 8 != 7) {
    head.magic = sortscope_log::kMagic;
    head.version = sortscope_log::kVersion;
    std::memcpy(log.data(), &head, sizeof head);
  }
  auto read = read_log(log, kAsked);
  if (!read) {
    expect(read.error().code == ErrorCode::kWorkFailed, "no log is a failure of the program's");
    return 0;
  }
  if (size % 2 == 1) order_by_thread(*read);
  KernelRequest request;
  request.path = "fuzz.cu";
  request.keys = kAsked[0].keys;
  KernelReport report;
  report.path = request.path;
  report.n = static_cast<std::uint32_t>(request.keys.size());
  report.compiled = true;
  report.input = request.keys;
  ProgramEnd end;
  end.finished = head.done == 1;
  end.lines.resize(code_addresses(*read).size());
  Progress progress;
  const Status concluded = conclude(*read, nullptr, end, request, report, progress);
  expect(concluded.ok(), "whatever it wrote, there is a report");
  const auto json = nlohmann::json::parse(kernel_json(report), nullptr, false);
  expect(!json.is_discarded(), "a report is JSON");
  expect(!kernel_text(report).empty(), "a report has words");
  expect(!report.sorted || report.ran, "what did not return sorts nothing");
  return 0;
}
