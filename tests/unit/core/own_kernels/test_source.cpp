// test_source.cpp: CUDA C++ rewritten: what changes, and that no line moves.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/own_kernels/key_type.h"
#include "core/own_kernels/source.h"
#include "core/own_kernels/toolchain.h"

namespace sortscope {
namespace {

std::string rewritten(const std::string& body) {
  const auto made = rewrite_source("void sort(Key* keys, unsigned n) {}\n" + body, "my.cu", "");
  EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().text());
  return made.ok() ? made->text.substr(made->text.find('\n') + 1) : "";
}

TEST(OwnKernelSource, NoLineMoves) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(
           std::filesystem::path(SORTSCOPE_SOURCE_DIR) / "tests/own_kernels")) {
    if (entry.path().extension() != ".cu") continue;
    std::ifstream file(entry.path());
    std::stringstream text;
    text << file.rdbuf();
    std::string keyed = text.str();
    if (keyed.find("Key") == std::string::npos) keyed = with_key_type(keyed, "int").text;
    const auto made = rewrite_source(keyed, entry.path().string(), "");
    if (!made) continue;  // files that name their sort function otherwise
    ++files;
    EXPECT_EQ(std::count(made->text.begin(), made->text.end(), '\n'),
              std::count(keyed.begin(), keyed.end(), '\n'))
        << entry.path();
  }
  EXPECT_GT(files, 40U);
}

TEST(OwnKernelSource, LaunchesBecomeCalls) {
  const std::string text = rewritten("void f() { step<<<a >> 1, dim3(b, 2), c>>>(x, y); }");
  EXPECT_NE(text.find("::sortscope_cpu::Launch(2, \"step\", a >> 1, dim3(b, 2), c)"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("{ step(a_...); })(x, y);"), std::string::npos) << text;
  const std::string generic = rewritten("void f() { ns::step<Key, 2 * (3 > 2)><<<1, 2>>>(); }");
  EXPECT_NE(generic.find("{ ns::step<Key, 2 * (3 > 2)>(a_...); })()"), std::string::npos)
      << generic;
}

TEST(OwnKernelSource, TextAndCommentsStay) {
  const std::string body =
      "// k<<<1, 2>>>(x); __shared__\nconst char* t = \"k<<<1, 2>>>(x)\"; /* main( */\n";
  EXPECT_EQ(rewritten(body), body);
}

TEST(OwnKernelSource, SharedMemory) {
  const std::string dynamic = rewritten("__device__ void f() { extern __shared__ Key s[]; }");
  EXPECT_NE(dynamic.find("Key *s = ::sortscope_cpu::DynamicShared();"), std::string::npos)
      << dynamic;
  const std::string rows = rewritten("__device__ void f() { extern __shared__ Key s[][33]; }");
  EXPECT_NE(rows.find("Key (*s)[33] = ::sortscope_cpu::DynamicShared();"), std::string::npos)
      << rows;
  const std::string two = rewritten("__device__ void f() { __shared__ Key s[N][M], t[N + 1]; }");
  EXPECT_NE(two.find("static Key s[N][M], t[N + 1];"), std::string::npos) << two;
  EXPECT_NE(two.find("shared_variable(s, 2)"), std::string::npos) << two;
  EXPECT_NE(two.find("shared_variable(t, 2)"), std::string::npos) << two;
}

TEST(OwnKernelSource, MainIsLeftAside) {
  const std::string text = rewritten("int main(int argc, char** argv) {\n  f();\n  return 1;\n}\n");
  EXPECT_EQ(text.find("f();"), std::string::npos) << text;
  EXPECT_NE(text.find("sortscope_left_aside_main"), std::string::npos) << text;
}

TEST(OwnKernelSource, TheEntryIsFound) {
  const auto entry_of = [](std::string_view text, std::string_view entry = "") {
    return rewrite_source(text, "my.cu", entry);
  };
  const auto two = entry_of("void sort(Key* a, Key* b, unsigned n) {}");
  ASSERT_TRUE(two.ok());
  EXPECT_EQ(two->entry.key_pointers, 2U);
  const auto other = entry_of(
      "__global__ void k(Key* a, int n) {}\nstatic void half(Key* a, int n) {}\n"
      "void bitonic(Key* a, int n) { half(a, n); }");
  ASSERT_TRUE(other.ok());
  EXPECT_EQ(other->entry.name, "bitonic");
  EXPECT_FALSE(entry_of("void f(Key* a, int n) {}\nvoid g(Key* a, int n) {}").ok());
  EXPECT_FALSE(entry_of("void f(Key* a, int n) {}", "g").ok());
  const auto none = entry_of("__global__ void k(int* a, int n) {}");
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.error().hint.find("line 1 says 'int*'"), std::string::npos) << none.error().hint;
}

TEST(OwnKernelSource, WhatLaunchesNothingIsNoSort) {
  const auto made = rewrite_source(
      "__global__ void k(Key* a, int n) {}\nvoid fill(Key* a, int n) {}\n"
      "void part(Key* a) { k<<<1, 2>>>(a, 1); }\nvoid order(Key* a, int n) { part(a); }",
      "my.cu", "");
  ASSERT_TRUE(made.ok()) << made.error().text();
  EXPECT_EQ(made->entry.name, "order");
}

TEST(OwnKernelSource, StatementsSayTheirLineWhereStructsAreCopied) {
  const std::string text = rewritten(
      "struct P { Key k; int v; };\n__device__ void f(P& a, P& b) {\n  if (a.v) {\n    P t = a;\n"
      "    a = b;\n  } else b = a;\n  do a = b; while (a.v);\n}\n");
  EXPECT_NE(text.find("::sortscope_cpu::MemberKey k;"), std::string::npos) << text;
  EXPECT_NE(text.find("at(5);\n    P t = a; ::sortscope_cpu::at(6);"), std::string::npos) << text;
  EXPECT_EQ(text.find("at(7)"), text.find("at(7); else")) << text;
  EXPECT_EQ(text.find("; ::sortscope_cpu::at(8); while"), std::string::npos) << text;
}

TEST(OwnKernelSource, HostMemoryIsSeen) {
  const auto made = rewrite_source(
      "void sort(Key* keys, int n) { Key* d; cudaMalloc(&d, n);\n"
      " cudaMemcpy(d, keys, n * sizeof(Key), cudaMemcpyHostToDevice); }",
      "my.cu", "");
  ASSERT_TRUE(made.ok());
  EXPECT_TRUE(made->entry.copies_keys);
}

// A search in a sorted run gets its key as int; what it returns is an index.
TEST(OwnKernelSource, ParametersThatAreGivenKeysAreKeys) {
  const KeyTyped typed = with_key_type(
      "__device__ int below(const int* a, int n, int x, int pick) { return a[n] < x; }\n"
      "__global__ void pass(int* src, int* dst, int width, int n) {\n"
      "  int key = src[n];\n"
      "  dst[width + below(src + width, min(n, width), key, f(width))] = key;\n"
      "}\n",
      "int");
  EXPECT_EQ(typed.text,
            "__device__ int below(const Key* a, int n, Key x, int pick) { return a[n] < x; }\n"
            "__global__ void pass(Key* src, Key* dst, int width, int n) {\n"
            "  Key key = src[n];\n"
            "  dst[width + below(src + width, min(n, width), key, f(width))] = key;\n"
            "}\n");
}

TEST(OwnKernelSource, PlainTypesBecomeKeysWhereKeysAre) {
  const KeyTyped typed = with_key_type(
      "__global__ void k(int* a, int n, int j) {\n"
      "  int i = threadIdx.x, l = i ^ j;\n"
      "  int x = a[i];\n"
      "  if (x > a[l]) { int t = a[l]; a[l] = x; a[i] = t; }\n"
      "}\n",
      "int");
  EXPECT_EQ(typed.text,
            "__global__ void k(Key* a, int n, int j) {\n"
            "  int i = threadIdx.x, l = i ^ j;\n"
            "  Key x = a[i];\n"
            "  if (x > a[l]) { Key t = a[l]; a[l] = x; a[i] = t; }\n"
            "}\n");
  EXPECT_EQ(typed.lines, (std::vector<std::uint32_t>{1, 3, 4}));
}

TEST(OwnKernelSource, FlagsAndSinglesAreNoKeys) {
  const std::string text =
      "__global__ void pass(int* a, int n, int* changed) {\n"
      "  if (a[n] > a[n + 1]) *changed = 1;\n"
      "}\n"
      "void f(int* keys, int n) {\n"
      "  int* flag;\n"
      "  int* single;\n"
      "  cudaMalloc(&single, sizeof(int));\n"
      "  pass<<<n / 2, dim3(8, 8)>>>(keys, n, flag);\n"
      "}\n";
  const std::string keyed = with_key_type(text, "int").text;
  EXPECT_NE(keyed.find("pass(Key* a, int n, int* changed)"), std::string::npos) << keyed;
  EXPECT_NE(keyed.find("f(Key* keys, int n)"), std::string::npos) << keyed;
  EXPECT_NE(keyed.find("int* flag;"), std::string::npos) << keyed;
  EXPECT_NE(keyed.find("int* single;"), std::string::npos) << keyed;
}

TEST(OwnKernelSource, KeysInStructsClassesAndRegistersAreSeen) {
  const std::string text =
      "struct Item {\n  int key;\n  int index;\n};\n"
      "__global__ void k(int* keys, int n) {\n"
      "  extern __shared__ Item items[];\n"
      "  int own[4];\n"
      "  int places[4];\n"
      "  places[0] = n;\n"
      "  own[n] = n > 3 ? keys[n] : INT_MAX;\n"
      "  items[n].key = keys[n];\n"
      "  items[n].index = n;\n"
      "}\n"
      "void f(int* values, int n) {\n"
      "  ManagedArray<int> a(n);\n"
      "  k<<<1, 64>>>(a.get(), n);\n"
      "}\n";
  const std::string keyed = with_key_type(text, "int").text;
  for (const char* line : {"  Key key;", "  int index;", "  Key own[4];", "  int places[4];",
                           "ManagedArray<Key> a(n);"}) {
    EXPECT_NE(keyed.find(line), std::string::npos) << line << "\n" << keyed;
  }
}

TEST(OwnKernelSource, VectorsOfKeysAreSeen) {
  const std::string text =
      "__global__ void k(int* a) {}\n"
      "void f(int* values, int n) {\n"
      "  thrust::device_vector<int> d(n);\n"
      "  std::vector<int> made(values, values + n);\n"
      "  std::vector<int> back(n);\n"
      "  std::vector<int> begins(4);\n"
      "  begins[0] = n;\n"
      "  cudaMemcpy(back.data(), values, n * sizeof(int), cudaMemcpyDeviceToHost);\n"
      "}\n";
  const std::string keyed = with_key_type(text, "int").text;
  for (const char* line : {"device_vector<Key> d(n)", "vector<Key> made", "vector<Key> back",
                           "vector<int> begins", "n * sizeof(int)"}) {
    EXPECT_NE(keyed.find(line), std::string::npos) << line << "\n" << keyed;
  }
}

TEST(OwnKernelSource, KeysOfEightBytesAreAsLargeAsAKey) {
  const std::string keyed =
      with_key_type(
          "void f(double* h, int n) {\n  double* d;\n  cudaMalloc(&d, n * sizeof(double));\n}\n",
          "double")
          .text;
  EXPECT_NE(keyed.find("n * sizeof(Key)"), std::string::npos) << keyed;
}

TEST(OwnKernelSource, TheTypeOfKeysIsFound) {
  const std::string kernel = "__global__ void k(const float* in, int* counts, int n) {}\n";
  EXPECT_EQ(found_key_type(kernel), "float");
  // What the host hands over counts more.
  EXPECT_EQ(found_key_type("template <typename T> __global__ void k(T* a, int* b) {}\n"
                           "void sort(unsigned int* keys, int n) { k<<<1, 2>>>(keys, 0); }\n"),
            "unsigned");
  EXPECT_EQ(found_key_type("__global__ void k(Key* a, int* b) {}\n"), "");
  EXPECT_EQ(found_key_type("__global__ void k(char* a) {}\n"), "");
  const std::string named = "typedef float value_t;\n__global__ void k(value_t* a, int n) {}\n";
  EXPECT_EQ(found_key_type(named), "value_t");
  EXPECT_EQ(plain_key_type(named, "value_t"), "float");
  const std::string defined = "#define ELEMENT int\n__global__ void k(ELEMENT *a, int n) {}\n";
  EXPECT_EQ(found_key_type(defined), "ELEMENT");
  EXPECT_EQ(plain_key_type(defined, "ELEMENT"), "int");
  EXPECT_EQ(plain_key_type(defined, "unsigned"), "unsigned");
}

// Nobody has to say what the table says: type, function and side of the keys.
TEST(OwnKernelSource, WhatTheTableSaysIsFound) {
  const std::filesystem::path folder =
      std::filesystem::path(SORTSCOPE_SOURCE_DIR) / "tests/own_kernels";
  std::ifstream table(folder / "expectations.txt");
  std::size_t files = 0;
  for (std::string line; std::getline(table, line);) {
    if (!line.starts_with("right/")) continue;
    const auto said = [&](const std::string& option) {
      const std::size_t at = line.find("--" + option + " ");
      if (at == std::string::npos) return std::string();
      const std::size_t from = at + option.size() + 3;
      return line.substr(from, line.find(' ', from) - from);
    };
    const std::string name = line.substr(0, line.find(' '));
    std::ifstream file(folder / name);
    std::stringstream text;
    text << file.rdbuf();
    const std::string type = found_key_type(text.str());
    EXPECT_EQ(type, said("key-type")) << name;
    const std::string keyed = type.empty() ? text.str() : with_key_type(text.str(), type).text;
    const auto source = rewrite_source(keyed, name, "");
    ASSERT_TRUE(source.ok()) << name << source.error().text();
    const std::string entry = said("entry").empty() ? "sort" : said("entry");
    EXPECT_EQ(source->entry.name, entry) << name;
    EXPECT_EQ(source->entry.copies_keys, said("memory") == "host") << name;
    ++files;
  }
  EXPECT_GT(files, 60U);
}

TEST(OwnKernelSource, MemoryByThrustIsFollowed) {
  const std::string head =
      "#include <thrust/device_vector.h>\n#include <thrust/sort.h>\n"
      "void sort(Key* keys, unsigned n) { thrust::device_vector<Key> d(keys, keys + n); }\n";
  const auto memory = rewrite_source(head + "int main() { thrust::sort(a, b); }\n", "my.cu", "");
  ASSERT_TRUE(memory.ok());
  EXPECT_TRUE(memory->vectors);
  EXPECT_EQ(memory->text.find("#include"), std::string::npos) << memory->text;
  for (const std::string& note : memory->notes) {
    EXPECT_EQ(note.find("libraries"), std::string::npos) << note;
  }
  const auto algorithms =
      rewrite_source(head + "void f() { thrust::sort(a, b); }\n", "my.cu", "sort");
  ASSERT_TRUE(algorithms.ok());
  EXPECT_FALSE(algorithms->vectors);
  EXPECT_FALSE(algorithms->notes.empty());
}

TEST(OwnKernelSource, WhatTheCompilerSaysIsRead) {
  const auto messages = compiler_messages(
      "k.cu: In function 'void sort(Key*, unsigned int)':\n"
      "k.cu:12:5: warning: unused\n"
      "k.cu:7:3: error: 'x' was not declared\n"
      "runtime:3: error: no match\n",
      "k.cu");
  ASSERT_EQ(messages.size(), 3U);
  EXPECT_EQ(messages[0].line, 7U);
  EXPECT_EQ(messages[0].column, 3U);
  EXPECT_EQ(messages[0].text, "'x' was not declared");
  EXPECT_TRUE(messages[1].error);
  EXPECT_FALSE(messages[2].error);
}

TEST(OwnKernelSource, KeysThatTheHostTouchesLieInItsMemory) {
  const auto in_host_memory = [](const std::string& body) {
    const auto found = sort_functions("void sort(Key* keys, unsigned n) { " + body + " }");
    return found.size() == 1 && found[0].copies_keys;
  };
  EXPECT_TRUE(in_host_memory("cudaMemcpy(d, keys, n, cudaMemcpyHostToDevice);"));
  EXPECT_TRUE(in_host_memory("cudaMallocManaged(&d, n); for (;;) d[i] = keys[i];"));
  EXPECT_TRUE(in_host_memory("cudaMalloc(&d, n); std::copy(keys, keys + n, padded.begin());"));
  EXPECT_TRUE(in_host_memory("cudaMalloc(&d, n); memcpy(padded, keys, n * sizeof(Key));"));
  EXPECT_FALSE(in_host_memory("cudaMemcpy(d, keys, n, cudaMemcpyDeviceToDevice);"));
  EXPECT_FALSE(in_host_memory("cudaMalloc(&d, n); step<<<1, 32>>>(&keys[n / 2], n);"));
  EXPECT_FALSE(in_host_memory("keys[0] = 3;"));  // a mistake: it has no device memory of its own
}

TEST(OwnKernelSource, SwapsOfLibrariesHaveTheLinesOfTheFile) {
  EXPECT_EQ(rewritten("void f() { std::swap(a[i], b); thrust::swap(a, b); }"),
            "void f() { sortscope_swap(a[i], b); sortscope_swap(a, b); }");
  for (const char* other : {"void f() { swap(a, b); list.swap(other); }", "using std::swap;"}) {
    EXPECT_EQ(rewritten(other), other);
  }
}

TEST(OwnKernelSource, ValuesBesideTheKeysAreNamed) {
  const auto made = rewrite_source(
      "__global__ void k(Key* a) {}\n"
      "void sort(Key* keys, unsigned* values, unsigned n) { k<<<1, 1>>>(keys); }\n",
      "my.cu", "");
  ASSERT_FALSE(made.ok());
  EXPECT_NE(made.error().message.find("sort (line 2) is to be given 'values'"), std::string::npos)
      << made.error().text();
}

}  // namespace
}  // namespace sortscope
