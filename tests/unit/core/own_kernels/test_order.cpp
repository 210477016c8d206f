// test_order.cpp: the threads of a GPU write their log as they come: what is read from it does not
// depend on that.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <sstream>
#include <tuple>

#include "core/own_kernels/conclusion.h"
#include "core/own_kernels/toolchain.h"

namespace sortscope {
namespace {

using namespace sortscope_log;

constexpr int kOrders = 2;
constexpr std::size_t kMostLogBytes = std::size_t{1} << 24;

using Sequence = std::vector<LogEntry>;

// The sequences in one another at random; the order within each stays.
Sequence mixed(const std::vector<Sequence>& parts, std::mt19937& random) {
  std::vector<std::uint32_t> turns;
  for (std::uint32_t p = 0; p < parts.size(); ++p) turns.insert(turns.end(), parts[p].size(), p);
  std::shuffle(turns.begin(), turns.end(), random);
  std::vector<std::size_t> next(parts.size(), 0);
  Sequence all;
  for (const std::uint32_t p : turns) all.push_back(parts[p][next[p]++]);
  return all;
}

// Entries of a warp between two barriers of its block: lanes wait for each other at each shuffle.
Sequence mixed_warp(const Sequence& entries, std::mt19937& random) {
  std::map<std::uint32_t, std::map<std::uint16_t, Sequence>> steps;
  std::map<std::uint16_t, std::uint32_t> step;
  for (const LogEntry& e : entries) {
    std::uint32_t& s = step[e.thread];
    if (e.kind == Kind::kShuffle) ++s;
    steps[s][e.thread].push_back(e);
    if (e.kind == Kind::kBarrier && e.flags == static_cast<std::uint8_t>(Barrier::kWarp)) ++s;
  }
  Sequence all;
  for (const auto& [number, lanes] : steps) {
    std::vector<Sequence> parts;
    for (const auto& [lane, part] : lanes) parts.push_back(part);
    const Sequence some = mixed(parts, random);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

// Entries of a launch as a GPU may have written them: blocks, warps and lanes side by side.
Sequence mixed_launch(const Sequence& entries, std::mt19937& random) {
  using Warps = std::map<std::uint32_t, Sequence>;
  std::map<std::uint32_t, std::map<std::uint32_t, std::map<std::uint32_t, Warps>>> grid;
  for (const LogEntry& e : entries) {
    grid[e.grid_epoch][e.block][e.epoch][e.thread / 32].push_back(e);
  }
  Sequence all;
  for (const auto& [grid_epoch, blocks] : grid) {
    std::vector<Sequence> side_by_side;
    for (const auto& [block, epochs] : blocks) {
      Sequence of_block;
      for (const auto& [epoch, warps] : epochs) {
        std::vector<Sequence> parts;
        for (const auto& [warp, part] : warps) parts.push_back(mixed_warp(part, random));
        const Sequence some = mixed(parts, random);
        of_block.insert(of_block.end(), some.begin(), some.end());
      }
      side_by_side.push_back(std::move(of_block));
    }
    const Sequence some = mixed(side_by_side, random);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

bool of_thread(const LogEntry& e) {
  return e.kind >= Kind::kSharedArray && e.thread != kHostThread;
}

// Made keys are numbered as threads come to make them.
void renumber(std::span<LogEntry> run, std::mt19937& random) {
  std::set<std::uint32_t> made;
  const auto is_made = [](std::uint32_t key) { return key >= kMadeKeys && key < kMadeNumbers; };
  const auto holds_keys = [](const LogEntry& e) {
    return (e.kind >= Kind::kRead && e.kind <= Kind::kShuffle) || e.kind == Kind::kOutput;
  };
  for (const LogEntry& e : run) {
    if (!holds_keys(e)) continue;
    if (is_made(e.key)) made.insert(e.key);
    if (is_made(e.key_b)) made.insert(e.key_b);
  }
  std::vector<std::uint32_t> other(made.begin(), made.end());
  std::shuffle(other.begin(), other.end(), random);
  std::map<std::uint32_t, std::uint32_t> called;
  std::size_t next = 0;
  for (const std::uint32_t key : made) called[key] = other[next++];
  for (LogEntry& e : run) {
    if (!holds_keys(e)) continue;
    if (is_made(e.key)) {
      e.key = called[e.key];
      // A parameter of a kernel may have an address.
      if (e.kind == Kind::kWrite && e.space_b == Space::kNone) {
        e.space_b = Space::kOther;
        e.place_b = 0x70000;
      }
    }
    if (is_made(e.key_b)) e.key_b = called[e.key_b];
  }
}

// The log with the events of different threads in another order.
void mix(std::span<LogEntry> entries, std::mt19937& random) {
  std::vector<std::size_t> places;
  const auto finish = [&] {
    Sequence launch;
    for (const std::size_t at : places) launch.push_back(entries[at]);
    const Sequence other = mixed_launch(launch, random);
    for (std::size_t i = 0; i < places.size(); ++i) entries[places[i]] = other[i];
    places.clear();
  };
  std::vector<std::size_t> runs;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const LogEntry e = entries[i];
    if (e.kind == Kind::kLaunchEnd || e.kind == Kind::kLaunch || e.kind == Kind::kRun) {
      finish();
      if (e.kind == Kind::kRun) runs.push_back(i);
    } else if (of_thread(e)) {
      places.push_back(i);
    }
  }
  finish();
  for (std::size_t run = 0; run < runs.size(); ++run) {
    const std::size_t end = run + 1 < runs.size() ? runs[run + 1] : entries.size();
    renumber(entries.subspan(runs[run], end - runs[run]), random);
  }
}

// A log mixed, and packed again.
std::vector<std::byte> mixed_log(const std::vector<std::byte>& log, std::mt19937& random) {
  LogHead head{};
  std::memcpy(&head, log.data(), sizeof head);
  const std::span bytes(log.data() + sizeof head, log.size() - sizeof head);
  Sequence entries;
  std::vector<std::string> names;
  LogStretch{bytes, bases_of(head)}.for_each(0, bytes.size(),
                                             [&](const LogEntry& e, const Unpacker& from) {
                                               entries.push_back(e);
                                               if (e.kind == Kind::kName)
                                                 names.emplace_back(from.text());
                                             });
  mix(entries, random);
  Packer packer(bases_of(head));
  std::size_t name = 0;
  for (const LogEntry& e : entries) {
    if (e.kind == Kind::kName) {
      packer.add_name(e, names[name++]);
    } else {
      packer.add(e);
    }
  }
  const std::vector<std::byte> packed = packer.take();
  head.bytes = packed.size();
  std::vector<std::byte> other(sizeof head + packed.size());
  std::memcpy(other.data(), &head, sizeof head);
  std::memcpy(other.data() + sizeof head, packed.data(), packed.size());
  return other;
}

// A row of the corpus' table.
struct Row {
  std::string file;
  std::string call;
  friend std::ostream& operator<<(std::ostream& out, const Row& row) {
    return out << row.file << row.call;
  }
  [[nodiscard]] std::string option(const std::string& name) const {
    const std::size_t at = call.find(name + " ");
    if (at == std::string::npos) return {};
    const std::size_t begin = at + name.size() + 1;
    return call.substr(begin, call.find(' ', begin) - begin);
  }
};

std::vector<Row> rows(const std::vector<std::string>& folders) {
  const std::string root = SORTSCOPE_SOURCE_DIR;
  std::ifstream table(root + "/tests/own_kernels/expectations.txt");
  std::vector<Row> all;
  for (std::string line; std::getline(table, line);) {
    std::istringstream cells(line);
    Row row;
    std::getline(cells, row.file, '|');
    std::getline(cells, row.call, '|');
    row.file.erase(row.file.find_last_not_of(' ') + 1);
    for (const std::string& folder : folders) {
      if (row.file.starts_with(folder)) all.push_back(row);
    }
  }
  return all;
}

// What is read from a log, as far as it does not depend on who was first.
struct Reading {
  KernelVerdict verdict = KernelVerdict::kUnknown;
  bool sorted = false;
  std::string equals;
  std::vector<std::vector<Comparator>> layers;
  std::set<std::pair<std::string, std::uint32_t>> findings;
  std::set<std::string> kinds;
  std::string text;
};

Reading reading_of(const KernelReport& report) {
  Reading r{report.verdict, report.sorted, report.equals, {}, {}, {}, report.adaptive_text};
  for (std::uint32_t l = 0; report.network != nullptr && l < report.network->depth(); ++l) {
    const auto layer = report.network->layer(l);
    r.layers.emplace_back(layer.begin(), layer.end());
  }
  for (const Finding& f : report.findings) {
    r.findings.insert({std::string(finding_id(f.kind)), f.line});
    r.kinds.insert(std::string(finding_id(f.kind)));
    r.text += "; " + f.text;
  }
  return r;
}

// Reads a row's log in the order in which it was written, and in others.
void expect_the_same(const Row& row, bool right) {
  SCOPED_TRACE(row.file + " " + row.call);
  const std::string root = SORTSCOPE_SOURCE_DIR;
  KernelRequest request;
  request.path =
      root + (row.file.starts_with("starts/") ? "/assets/own_kernels/" : "/tests/own_kernels/") +
      row.file;
  std::ifstream file(request.path);
  request.text.assign(std::istreambuf_iterator<char>(file), {});
  request.keys.resize(std::stoul(row.option("--n")));
  std::iota(request.keys.begin(), request.keys.end(), 0U);
  std::mt19937 random(5);
  std::shuffle(request.keys.begin(), request.keys.end(), random);
  request.way = KernelWay::kCpu;
  request.entry = row.option("--entry");
  request.key_type = row.option("--key-type");
  if (row.option("--memory") == "host") request.host_memory = true;
  Progress progress;
  std::vector<std::byte> log;
  std::vector<LogRun> asked;
  const auto report = run_kernel(
      request, progress, [&](std::span<const std::byte> bytes, std::span<const LogRun> runs) {
        LogHead head{};
        std::memcpy(&head, bytes.data(), sizeof head);
        if (head.bytes > kMostLogBytes) return;
        log.assign(bytes.begin(),
                   bytes.begin() + static_cast<std::ptrdiff_t>(sizeof head + head.bytes));
        asked.assign(runs.begin(), runs.end());
      });
  ASSERT_TRUE(report.ok()) << report.error().message;
  if (log.empty()) return;
  const Reading first = reading_of(*report);
  for (int i = 0; i < kOrders; ++i) {
    const std::vector<std::byte> other = mixed_log(log, random);
    auto read = read_log(other, asked);
    ASSERT_TRUE(read.ok());
    if (i > 0) order_by_thread(*read);  // the reader itself holds without
    ProgramEnd end;
    end.finished = true;
    KernelReport again;
    again.n = report->n;
    again.input = report->input;
    ASSERT_TRUE(conclude(*read, nullptr, end, request, again, progress).ok());
    const Reading second = reading_of(again);
    EXPECT_EQ(first.kinds, second.kinds) << first.text << "\n" << second.text;
    if (!right) continue;
    EXPECT_EQ(first.verdict, second.verdict) << second.text;
    EXPECT_EQ(first.sorted, second.sorted);
    EXPECT_EQ(first.equals, second.equals);
    EXPECT_EQ(first.findings, second.findings) << second.text;
    // What an adaptive file compared one after the other has layers by that order alone.
    if (i == 0 && first.verdict != KernelVerdict::kNetwork) continue;
    EXPECT_EQ(first.layers.size(), second.layers.size());
    EXPECT_TRUE(first.layers == second.layers);
  }
}

// Rows of files that run to their end, with few enough keys to be read many times.
std::vector<Row> read_often() {
  std::vector<Row> all;
  for (const Row& row :
       rows({"right/", "starts/", "wrong/race", "wrong/out", "wrong/uninit", "wrong/barrier_in",
             "wrong/length", "wrong/padding", "wrong/payload"})) {
    if (row.option("--n").size() < 4) all.push_back(row);
  }
  return all;
}

class OwnKernelOrder : public testing::TestWithParam<Row> {};

TEST_P(OwnKernelOrder, OfThreadsDoesNotMatter) {
  if (!find_cpp_compiler()) GTEST_SKIP() << "no C++ compiler";
  expect_the_same(GetParam(), !GetParam().file.starts_with("wrong/"));
}
INSTANTIATE_TEST_SUITE_P(Corpus, OwnKernelOrder, testing::ValuesIn(read_often()),
                         [](const testing::TestParamInfo<Row>& row) {
                           std::string name = row.param.file + row.param.option("--n");
                           std::erase_if(name, [](char c) { return std::isalnum(c) == 0; });
                           return name;
                         });

TEST(OwnKernelTrace, BothBlocksOfAPairAreOneComparator) {
  if (!find_cpp_compiler()) GTEST_SKIP() << "no C++ compiler";
  const std::string root = SORTSCOPE_SOURCE_DIR;
  KernelRequest request;
  request.path = root + "/tests/own_kernels/right/double_buffered.cu";
  std::ifstream file(request.path);
  request.text.assign(std::istreambuf_iterator<char>(file), {});
  request.keys.resize(100);
  std::iota(request.keys.rbegin(), request.keys.rend(), 0U);
  request.way = KernelWay::kCpu;
  Progress progress;
  const auto report = run_kernel(request, progress);
  ASSERT_TRUE(report.ok() && report->network != nullptr);
  // Layers of distance d (phases 2 to 128) that do not leave 100 wires, counted.
  std::size_t comparators = 0;
  std::uint32_t layers = 0;
  for (unsigned k = 2; k / 2 < 100; k *= 2) {
    for (unsigned mask = k - 1; mask > 0; mask = mask == k - 1 ? k / 4 : mask / 2) {
      ++layers;
      for (unsigned i = 0; i < 100; ++i) comparators += i < (i ^ mask) && (i ^ mask) < 100;
    }
  }
  EXPECT_EQ(report->network->depth(), layers);
  EXPECT_EQ(report->network->size(), comparators);
}

}  // namespace
}  // namespace sortscope
