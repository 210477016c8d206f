// test_files.cpp: results of the lab as files, and Google Benchmark's format.
#include "core/lab/files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/progress.h"
#include "tests/unit/lab_fixture.h"
#include "tests/unit/lab_plot_fixture.h"

namespace sortscope {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

class LabFilesTest : public testing::Test {
 protected:
  void SetUp() override {
    folder = fs::path(testing::TempDir()) /
             testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder);
  }
  void TearDown() override { fs::remove_all(folder); }
  void write(const std::string& name, const std::string& text) {
    fs::create_directories(folder);
    std::ofstream(folder / name) << text;
  }
  fs::path folder;
};

// A measured, a failed and a skipped case, and one that a frame disturbed.
LabResult example() {
  PlantedLab lab(Planted{{"good", {}}, {"small", {.most = 1}}, {"wrong", {.wrong = true}}});
  LabRequest request = lab_request({"good", "wrong", "small"}, {1024});
  request.repetitions = 4;
  request.preset = "quick";
  LabControl control;
  int samples = 0;
  control.after_sample = [&] { return ++samples == 4; };
  LabResult result = lab_run(lab, request, nullptr, &control);
  for (LabSample& sample : result.cells[0].samples) sample.transfers = {500, 700};
  result.arguments = {"bench", "--sizes", "2^10"};
  result.revision = "abc1234";
  return result;
}

TEST_F(LabFilesTest, WhatIsKeptIsReadBack) {
  const LabResult result = example();
  const auto path = keep_lab_result(result, folder.string());
  ASSERT_TRUE(path.ok()) << path.error().text();
  const auto read = read_lab_result(*path);
  ASSERT_TRUE(read.ok()) << read.error().text();
  EXPECT_EQ(read->path, *path);
  ASSERT_EQ(read->cells.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    const LabCell& was = result.cells[i];
    const LabCell& is = read->cells[i];
    EXPECT_EQ(is.what, was.what);
    EXPECT_EQ(is.state, was.state);
    EXPECT_EQ(is.reason, was.reason);
    ASSERT_EQ(is.samples.size(), was.samples.size());
    for (std::size_t s = 0; s < is.samples.size(); ++s) {
      EXPECT_EQ(is.samples[s].elapsed_ns, was.samples[s].elapsed_ns);
      EXPECT_EQ(is.samples[s].disturbed, was.samples[s].disturbed);
      EXPECT_EQ(is.samples[s].transfers.upload_ns, was.samples[s].transfers.upload_ns);
      EXPECT_EQ(is.samples[s].transfers.download_ns, was.samples[s].transfers.download_ns);
    }
  }
  EXPECT_EQ(read->arguments, result.arguments);
  EXPECT_EQ(read->revision, "abc1234");
  EXPECT_EQ(read->request.sorters, result.request.sorters);
  EXPECT_EQ(read->floors->min_max_per_s, 3e12);
  EXPECT_EQ(lab_json(*read), lab_json(result));
  // Kept again: the same file. Another result: another file.
  EXPECT_EQ(keep_lab_result(*read, folder.string()).value(), *path);
  EXPECT_NE(keep_lab_result(result, folder.string()).value(), *path);
  EXPECT_EQ(lab_files(folder.string()).size(), 2U);
}

TEST_F(LabFilesTest, DamagedFilesAreNamedAndPassedOver) {
  const LabResult result = example();
  ASSERT_TRUE(keep_lab_result(result, folder.string()).ok());
  const std::string good = lab_json(result);
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  };
  write("cut.json", good.substr(0, good.size() / 2));
  write("empty.json", "");
  write("list.json", "[1, 2]");
  write("state.json", changed("\"measured\"", "\"fine\""));
  write("time.json", changed("\"samples_ns\": [\n", "\"samples_ns\": [\n-5,"));
  write("n.json", changed("\"n\": 1024", "\"n\": 0"));
  write("future.json", changed("\"version\": 1", "\"version\": 2"));
  write("type.json", changed("\"type\": \"uint32\"", "\"type\": \"u128\""));
  write("missing.json", changed("\"launches\"", "\"lunches\""));
  write("note.txt", "no result");
  std::size_t damaged = 0;
  for (const LabFile& file : lab_files(folder.string())) {
    if (file.problem.empty()) continue;
    ++damaged;
    EXPECT_THAT(file.problem, HasSubstr(file.path));
  }
  EXPECT_EQ(damaged, 9U);
  EXPECT_EQ(lab_files(folder.string()).size(), 10U);
  const auto says = [&](const char* name) {
    const auto read = read_lab_result((folder / name).string());
    return read.ok() ? std::string("read") : read.error().message;
  };
  EXPECT_THAT(says("cut.json"), HasSubstr("line "));
  EXPECT_THAT(says("state.json"), HasSubstr("cells[0].state"));
  EXPECT_THAT(says("time.json"), HasSubstr("cells[0].samples_ns[0]"));
  EXPECT_THAT(says("n.json"), HasSubstr("cells[0].n"));
  EXPECT_THAT(says("future.json"), HasSubstr("version is 2"));
  EXPECT_THAT(says("missing.json"), HasSubstr("cells[0].launches is missing"));
  EXPECT_TRUE(lab_files((folder / "nowhere").string()).empty());
}

TEST_F(LabFilesTest, EveryCutOfAFileIsAnErrorAndNoCrash) {
  const std::string good = lab_json(example());
  for (std::size_t size = 0; size + 2 < good.size(); size += 7) {
    EXPECT_FALSE(lab_result_from(good.substr(0, size), "cut").ok()) << size;
  }
}

TEST(LabGoogleBenchmark, HasWhatItsToolsRead) {
  const LabResult result = example();
  const auto json = nlohmann::json::parse(google_benchmark_json(result));
  EXPECT_TRUE(json.at("context").at("date").is_string());
  EXPECT_TRUE(json.at("context").at("num_cpus").is_number());
  std::vector<double> times;
  std::map<std::string, double> aggregates;
  int errors = 0;
  for (const auto& one : json.at("benchmarks")) {
    EXPECT_TRUE(one.at("name").is_string());
    EXPECT_TRUE(one.at("run_name").is_string());
    EXPECT_TRUE(one.at("iterations").is_number_integer());
    EXPECT_TRUE(one.at("real_time").is_number());
    EXPECT_TRUE(one.at("cpu_time").is_number());
    EXPECT_EQ(one.at("time_unit"), "ns");
    if (one.value("error_occurred", false)) {
      ++errors;
    } else if (one.at("run_type") == "iteration") {
      EXPECT_EQ(one.at("repetition_index"), times.size());
      times.push_back(one.at("real_time"));
    } else {
      aggregates[one.at("aggregate_name")] = one.at("real_time");
      EXPECT_EQ(one.at("name"), one.at("run_name").get<std::string>() + "_" +
                                    one.at("aggregate_name").get<std::string>());
    }
  }
  EXPECT_EQ(errors, 2);
  // 10240 ns times 1.0002, 1.0003 .. by hand; one of five was disturbed.
  ASSERT_EQ(times.size(), 5U);
  EXPECT_DOUBLE_EQ(times[0], 10240 * 1.0002);
  EXPECT_NEAR(aggregates["mean"], 10240 * 1.0004, 1e-6);
  EXPECT_NEAR(aggregates["median"], 10240 * 1.0004, 1e-6);
  // Of 0, 1, 2, 3, 4 steps of 1.024 ns: sqrt(10 / 4) steps.
  EXPECT_NEAR(aggregates["stddev"], 1.024 * std::sqrt(2.5), 1e-6);
}

TEST(LabGoogleBenchmark, SaysOnlyWhatWasMeasured) {
  LabResult result;
  result.cells = {measured_cell("std-sort", 8, {100, 200, 300}), measured_cell("fast", 8, {50})};
  for (LabSample& sample : result.cells[0].samples) sample.cpu_ns = 2 * sample.elapsed_ns;
  const auto nameless = nlohmann::json::parse(google_benchmark_json(result));
  // Nothing is known of these.
  for (const char* name :
       {"host_name", "mhz_per_cpu", "cpu_scaling_enabled", "caches", "load_avg"}) {
    EXPECT_FALSE(nameless.at("context").contains(name)) << name;
  }
  result.host = "anvil";
  const auto json = nlohmann::json::parse(google_benchmark_json(result));
  EXPECT_EQ(json.at("context").at("host_name"), "anvil");
  for (const auto& one : json.at("benchmarks")) {
    const bool on_cpu = one.at("run_name").get<std::string>().starts_with("std-sort");
    const bool share = one.value("aggregate_name", "") == "cv";
    const double factor = !on_cpu ? 0 : share ? 1 : 2;
    EXPECT_DOUBLE_EQ(one.at("cpu_time"), factor * one.at("real_time").get<double>()) << one;
  }
}

TEST(LabGoogleBenchmark, IsReadBack) {
  const LabResult result = example();
  const auto read = lab_result_from(google_benchmark_json(result), "google.json");
  ASSERT_TRUE(read.ok()) << read.error().text();
  ASSERT_EQ(read->cells.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(read->cells[i].what, result.cells[i].what);
    EXPECT_EQ(read->cells[i].state, result.cells[i].state);
    EXPECT_EQ(read->cells[i].reason, result.cells[i].reason);
    EXPECT_EQ(read->cells[i].samples.size(), result.cells[i].samples.size());
  }
}

TEST(LabGoogleBenchmark, ForeignFiles) {
  const auto read = lab_result_from(
      R"({"context": {"host_name": "box", "date": "2026-01-01"}, "benchmarks": [
        {"name": "BM_Sort<int>/4096", "run_name": "BM_Sort<int>/4096", "run_type": "iteration",
         "iterations": 100, "real_time": 1.5, "cpu_time": 1.5, "time_unit": "us"},
        {"name": "BM_Sort<int>/4096", "iterations": 100, "real_time": 2.5e-3, "cpu_time": 1,
         "time_unit": "ms"},
        {"name": "BM_Sort<int>/4096_mean", "run_name": "BM_Sort<int>/4096", "run_type": "aggregate",
         "aggregate_name": "mean", "iterations": 2, "real_time": 2, "time_unit": "us"}]})",
      "foreign.json");
  ASSERT_TRUE(read.ok()) << read.error().text();
  ASSERT_EQ(read->cells.size(), 1U);
  EXPECT_EQ(read->cells[0].what.sorter, "BM_Sort<int>");
  EXPECT_EQ(read->cells[0].what.n, 4096U);
  ASSERT_EQ(read->cells[0].samples.size(), 2U);
  EXPECT_DOUBLE_EQ(read->cells[0].samples[0].elapsed_ns, 1500);
  EXPECT_DOUBLE_EQ(read->cells[0].samples[1].elapsed_ns, 2500);
  EXPECT_EQ(read->cpu, "box");
  for (const char* bad :
       {R"({"benchmarks": 3})", R"({"benchmarks": [3]})", R"({"benchmarks": [{"name": "x"}]})",
        R"({"benchmarks": [{"name": "x", "real_time": 1, "time_unit": "weeks"}]})",
        R"({"benchmarks": [{"name": "x", "real_time": -1, "time_unit": "s"}]})"}) {
    const auto refused = lab_result_from(bad, "bad.json");
    ASSERT_FALSE(refused.ok()) << bad;
    EXPECT_THAT(refused.error().message, HasSubstr("bad.json"));
  }
}

TEST(LabLimits, OfCasesAndSamplesAreSaidWithTheNumbers) {
  LabResult result = example();
  result.cells.resize(1);
  const LabCell cell = result.cells[0];
  ASSERT_EQ(cell.state, LabState::kMeasured);
  const auto said = [](const std::string& text) {
    const auto read = lab_result_from(text, "large.json");
    return read ? std::string() : read.error().message;
  };
  result.cells.assign(10'000, cell);
  EXPECT_EQ(said(lab_json(result)), "");
  result.cells.assign(10'001, cell);
  EXPECT_THAT(said(lab_json(result)), HasSubstr("10,001 cells, and at most 10,000"));
  result.cells = {cell, cell};
  for (LabCell& each : result.cells) each.samples.assign(125'001, LabSample{1.0, false});
  EXPECT_THAT(said(lab_json(result)), HasSubstr("250,002 samples, and at most 250,000"));
  std::string foreign;
  for (int i = 0; i < 10'001; ++i) {
    foreign += fmt::format(R"({}{{"name": "f{}/7", "real_time": 1, "time_unit": "s"}})",
                           i > 0 ? "," : "", i);
  }
  EXPECT_THAT(said(R"({"benchmarks": [)" + foreign + "]}"), HasSubstr("more than 10,000 cases"));
}

// What no result has is not read to its end, and a person can end the reading.
TEST(LabLimits, WhatCannotBeAResultIsNotReadOn) {
  const auto deep = lab_result_from(std::string(1'000'000, '['), "a.json");
  ASSERT_FALSE(deep);
  EXPECT_THAT(deep.error().message, HasSubstr("nested too deeply"));
  std::string many = "[0";
  for (int i = 0; i < 12'500'000; ++i) many += ",0";
  const auto junk = lab_result_from(many, "a.json");  // cut off, too
  ASSERT_FALSE(junk);
  EXPECT_THAT(junk.error().message, HasSubstr("more values than a result can have"));
  Progress progress;
  progress.cancel = true;
  const auto stopped = lab_result_from("{}", "a.json", &progress);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::kCancelled);
}

TEST(LabLimits, DevicesAreNotRead) {
  for (const char* path : {"/dev/zero", "/tmp"}) {
    const auto read = read_lab_result(path);
    ASSERT_FALSE(read) << path;
    EXPECT_THAT(read.error().message, HasSubstr(path));
  }
}

}  // namespace
}  // namespace sortscope
