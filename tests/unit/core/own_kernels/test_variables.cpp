// test_variables.cpp: variables of a person's file: which are watched, and what they hold.
#include "core/own_kernels/variables.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "core/own_kernels/report.h"
#include "core/own_kernels/source.h"

namespace sortscope {
namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(std::filesystem::path(SORTSCOPE_SOURCE_DIR) / path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string watched(const std::string& body) {
  const std::string text = watch_variables("__global__ void f(Key* a, int n) {" + body + "}").text;
  const std::size_t from = text.find('{') + 1;
  return text.substr(from, text.size() - from - 1);
}

TEST(KernelVariables, ReadsAndChangesAreAnnounced) {
  EXPECT_EQ(watched("a[n];"), "a[SORTSCOPE_SEE(1, n)];");
  EXPECT_EQ(watched("unsigned i = 2 * n, j = i; a[i ^ j];"),
            "unsigned i = 2 * SORTSCOPE_SEE(1, n), j = SORTSCOPE_SEE(2, i); "
            "a[SORTSCOPE_SEE(2, i) ^ SORTSCOPE_SEE(3, j)];");
  EXPECT_EQ(watched("for (int k = 1; k <= n; k <<= 1) ++n;"),
            "for (int k = 1; SORTSCOPE_SEE(2, k) <= SORTSCOPE_SEE(1, n); SORTSCOPE_SET(2, k) <<= "
            "1) ++SORTSCOPE_SET(1, n);");
  EXPECT_EQ(watched("n = n == 2; n += -n; n--;"),
            "SORTSCOPE_SET(1, n) = SORTSCOPE_SEE(1, n) == 2; SORTSCOPE_SET(1, n) += "
            "-SORTSCOPE_SEE(1, n); SORTSCOPE_SET(1, n)--;");
}

TEST(KernelVariables, OtherWordsStay) {
  for (const std::string body :
       {"Key held = a[0];", "x.n = y->n;", "ns::n(3);", "auto f = [n, &m](int) {};",
        "constexpr int kN = 4; a[kN];", "(unsigned)x; static_cast<int>(x); sizeof(int);",
        "static_assert(n > 2);", "step<n>(a);", "switch (x) { case n: break; }",
        "asm(\"mov\" : \"=r\"(n));", "// n\n", "int rows[4]; rows[0] = 1;"}) {
    EXPECT_EQ(watched(body), body);
  }
  const std::string host =
      "void sort(Key* keys, unsigned n) { for (unsigned k = 2; k < n;) f(k); }";
  EXPECT_EQ(watch_variables(host).text, host);
}

TEST(KernelVariables, NoLineMovesAndNamesAreKnown) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(
           std::filesystem::path(SORTSCOPE_SOURCE_DIR) / "tests/own_kernels")) {
    if (entry.path().extension() != ".cu") continue;
    const std::string text = text_of(entry.path());
    EXPECT_EQ(std::ranges::count(watch_variables(text).text, '\n'), std::ranges::count(text, '\n'));
  }
  const WatchedSource v0 = watch_variables(text_of("assets/own_kernels/starts/v0.cu"));
  for (const std::string name : {"n", "i"}) {
    EXPECT_TRUE(std::ranges::any_of(v0.variables, [&](const auto& v) { return v.name == name; }));
  }
}

// Whose wires are the two indices that its line names.
TEST(KernelVariables, HoldWhatTheThreadHad) {
  KernelRequest request;
  request.path = "my_sort.cu";
  request.text =
      "__global__ void step(Key* keys, int k, int j) {\n"
      "  int i = threadIdx.x + blockDim.x * blockIdx.x, ixj = i ^ j;\n"
      "  if (ixj > i) {\n"
      "    if ((i & k) == 0 && keys[i] > keys[ixj]) { Key t = keys[i]; keys[i] = keys[ixj]; "
      "keys[ixj] = t; }\n"
      "    if ((i & k) != 0 && keys[i] < keys[ixj]) { Key t = keys[i]; keys[i] = keys[ixj]; "
      "keys[ixj] = t; }\n"
      "  }\n"
      "}\n"
      "void sort(Key* keys, unsigned n) {\n"
      "  for (int k = 2; k <= (int)n; k *= 2)\n"
      "    for (int j = k / 2; j > 0; j /= 2) step<<<2, n / 2>>>(keys, k, j);\n"
      "}\n";
  for (std::uint32_t i = 0; i < 16; ++i) request.keys.push_back(7 * i % 16);
  request.way = KernelWay::kCpu;
  request.other_lengths = false;
  Progress progress;
  const auto report = run_kernel(request, progress);
  ASSERT_TRUE(report.ok());
  ASSERT_TRUE(report->compiled);
  ASSERT_EQ(report->origins.size(), 80U);  // 10 layers of 8
  ASSERT_EQ(report->network->size(), 80U);
  const std::vector<std::uint32_t> ks = {2, 4, 4, 8, 8, 8, 16, 16, 16, 16};
  const std::vector<std::uint32_t> js = {1, 2, 1, 4, 2, 1, 8, 4, 2, 1};
  for (std::size_t c = 0; c < 80; ++c) {
    const ComparatorOrigin& origin = report->origins[c];
    std::map<std::string, std::uint32_t> values;
    for (const KernelValue& value : origin.values) {
      if (value.variable > 0) values[report->variables[value.variable - 1U].name] = value.bits;
    }
    const Comparator& wires = report->network->comparators()[c];
    EXPECT_EQ(values.at("i"), wires.lower()) << c;
    EXPECT_EQ(values.at("ixj"), wires.upper()) << c;
    EXPECT_EQ(values.at("i"), origin.block * 8 + origin.thread) << c;
    EXPECT_EQ(values.at("k"), ks[c / 8]) << c;
    EXPECT_EQ(values.at("j"), js[c / 8]) << c;
  }
}

}  // namespace
}  // namespace sortscope
