// test_log_size.cpp: how large logs get, of every right kernel at the most keys that are followed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <sstream>
#include <string_view>

#include "core/base/random.h"
#include "core/own_kernels/conclusion.h"
#include "core/own_kernels/report.h"

namespace sortscope {
namespace {

constexpr std::size_t kMostBytes = std::size_t{80} * 1000 * 1000;
constexpr double kMostBytesAnEntry = 15;

struct CorpusFile {
  std::string name;
  KernelRequest request;
};

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// Some whose logs fit, and some whose do not. SORTSCOPE_ALL_LOGS=1: all that are right, which takes
// minutes.
constexpr std::string_view kUsual[] = {"starts/v0.cu",       "starts/v2.cu",
                                       "starts/warp.cu",     "right/several_a_thread.cu",
                                       "right/rank_sort.cu", "right/textbook_streams.cu"};

// The right ones of the table, each once.
std::vector<CorpusFile> right_files() {
  const std::filesystem::path root = SORTSCOPE_SOURCE_DIR;
  std::vector<CorpusFile> files;
  std::ifstream table(root / "tests/own_kernels/expectations.txt");
  for (std::string line; std::getline(table, line);) {
    if (!line.starts_with("right/") && !line.starts_with("starts/")) continue;
    std::istringstream words(line);
    CorpusFile file;
    std::string word;
    words >> file.name >> word;
    while (words >> word && word != "|") {
      std::string value;
      words >> value;
      if (word == "--key-type") file.request.key_type = value;
      if (word == "--entry") file.request.entry = value;
      if (word == "--memory") file.request.host_memory = value == "host";
    }
    words >> word;
    if (word != "yes") continue;
    if (std::getenv("SORTSCOPE_ALL_LOGS") == nullptr &&
        std::ranges::find(kUsual, file.name) == std::end(kUsual)) {
      continue;
    }
    if (std::ranges::find(files, file.name, &CorpusFile::name) != files.end()) continue;
    const auto path =
        root / (file.name.starts_with("starts/") ? "assets/own_kernels" : "tests/own_kernels") /
        file.name;
    file.request.path = path.string();
    file.request.text = text_of(path);
    files.push_back(std::move(file));
  }
  return files;
}

// What does not fit is cut, which a note says, and nothing wrong is made of that.
TEST(OwnKernelLogSize, AllKernelsAtTheMostKeys) {
  const auto files = right_files();
  EXPECT_GE(files.size(), std::size(kUsual));
  std::size_t cut = 0;
  for (const CorpusFile& file : files) {
    KernelRequest request = file.request;
    request.way = KernelWay::kCpu;
    request.other_lengths = false;
    request.wall_limit_s = 600;
    request.keys.resize(kMostKernelKeys);
    std::iota(request.keys.begin(), request.keys.end(), 0U);
    SplitMix64 random(7);
    shuffle(request.keys, random);
    sortscope_log::LogHead head{};
    std::size_t bytes = 0;
    double entries = 0;
    Progress progress;
    const auto report = run_kernel(
        request, progress, [&](std::span<const std::byte> log, std::span<const LogRun> /*asked*/) {
          std::memcpy(&head, log.data(), sizeof head);
          bytes = log.size();
          const auto written =
              log.subspan(sizeof head, std::min<std::size_t>(head.bytes, bytes - sizeof head));
          LogStretch{written, bases_of(head)}.for_each([&](const auto& /*entry*/) { ++entries; });
        });
    ASSERT_TRUE(report.ok()) << file.name << report.error().text();
    EXPECT_TRUE(report->compiled && report->sorted) << file.name;
    EXPECT_LE(bytes, kMostBytes) << file.name;
    EXPECT_LE(head.bytes, head.room) << file.name;
    // Where they were more, memory would end before the entries that are read.
    EXPECT_LE(static_cast<double>(head.bytes), kMostBytesAnEntry * entries) << file.name;
    for (const Finding& f : report->findings) EXPECT_FALSE(f.wrong) << file.name << ": " << f.text;
    std::printf("%-34s %5.1f MB, %5.2f million entries%s\n", file.name.c_str(),
                static_cast<double>(head.bytes) / 1e6, entries / 1e6, head.full > 0 ? ", cut" : "");
    if (head.full == 0 && head.stride < 2) continue;
    ++cut;
    EXPECT_TRUE(std::any_of(report->notes.begin(), report->notes.end(),
                            [](const std::string& note) {
                              return note.find("more than can be written") != std::string::npos ||
                                     note.find("more than could be written") != std::string::npos;
                            }))
        << file.name;
  }
  EXPECT_GE(cut, 2U);
}

}  // namespace
}  // namespace sortscope
