// test_gpu_way.cpp: files made ready for the GPU: recorded and plain, their compiler's words.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/own_kernels/gpu_marks.h"
#include "core/own_kernels/gpu_way.h"
#include "core/own_kernels/key_type.h"
#include "core/own_kernels/process.h"
#include "core/own_kernels/source.h"
#include "core/own_kernels/toolchain.h"
#include "core/own_kernels/variables.h"

namespace sortscope {
namespace {

const std::filesystem::path kRoot = SORTSCOPE_SOURCE_DIR;

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

KernelSource for_gpu(const std::string& text) {
  auto made = rewrite_source(text, "my.cu", "", KernelWay::kGpu);
  EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().text());
  return made.ok() ? std::move(*made) : KernelSource{};
}

std::string rewritten(const std::string& body) {
  const std::string text = for_gpu("void sort(Key* keys, unsigned n) {}\n" + body).text;
  return text.substr(text.find('\n') + 1);
}

TEST(OwnKernelGpuWay, NoLineMoves) {
  std::size_t files = 0;
  for (const char* folder : {"tests/own_kernels", "assets/own_kernels/starts"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(kRoot / folder)) {
      if (entry.path().extension() != ".cu") continue;
      const std::string text = text_of(entry.path());
      const auto made = rewrite_source(text, entry.path().string(), "", KernelWay::kGpu);
      if (!made) continue;  // files that say int, or name their sort function otherwise
      ++files;
      EXPECT_EQ(std::count(made->text.begin(), made->text.end(), '\n'),
                std::count(text.begin(), text.end(), '\n'))
          << entry.path();
    }
  }
  EXPECT_GT(files, 40U);
}

TEST(OwnKernelGpuWay, LaunchesStayLaunches) {
  const std::string text = rewritten(
      "__global__ void step(Key* k) {}\nvoid f() { step<<<a >> 1, dim3(b, 2), c, s>>>(x); }");
  EXPECT_NE(text.find("::sortscope_gpu::Launch(3, \"step\", a >> 1, dim3(b, 2), c, s)"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find(".at((const void*)(step))"), std::string::npos) << text;
  EXPECT_NE(text.find("{ step<<<c_.grid, c_.block, c_.shared, c_.stream>>>(a_...); })(x);"),
            std::string::npos)
      << text;
}

// A template whose type follows from its arguments has no address of its own.
TEST(OwnKernelGpuWay, TemplatesHaveAddressesWhereTheyAreNamed) {
  const std::string kernel = "template <typename T> __global__ void step(T* k) {}\n";
  EXPECT_EQ(rewritten(kernel + "void f() { step<<<1, 2>>>(x); }").find(".at("), std::string::npos);
  EXPECT_NE(rewritten(kernel + "void f() { step<Key><<<1, 2>>>(x); }")
                .find(".at((const void*)(step<Key>))"),
            std::string::npos);
  const std::string two = "template <typename T, int N> __global__ void step(T* k) {}\n";
  EXPECT_EQ(rewritten(two + "void f() { step<Key><<<1, 2>>>(x); }").find(".at("),
            std::string::npos);
  EXPECT_NE(rewritten(two + "void f() { step<Key, 3><<<1, 2>>>(x); }").find(".at("),
            std::string::npos);
  // A function of the host may be called the same.
  EXPECT_EQ(rewritten(kernel + "void step(Key* k) { step<Key><<<1, 2>>>(x); }").find(".at("),
            std::string::npos);
}

TEST(OwnKernelGpuWay, SharedVariablesAreAnnouncedAndStay) {
  const std::string text = rewritten("__global__ void f() { __shared__ Key a[2], b; }");
  EXPECT_NE(text.find("__shared__ Key a[2], b; ::sortscope_gpu::shared_variable(a, 2); "
                      "::sortscope_gpu::shared_variable(b, 2);"),
            std::string::npos)
      << text;
  const std::string dynamic = "__global__ void f() { extern __shared__ Key s[]; }";
  EXPECT_EQ(rewritten(dynamic), dynamic);
}

TEST(OwnKernelGpuWay, MarksMoveNoLine) {
  for (const char* folder : {"tests/own_kernels", "assets/own_kernels/starts"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(kRoot / folder)) {
      if (entry.path().extension() != ".cu") continue;
      const std::string text = text_of(entry.path());
      const std::string marked = mark_for_gpu(text);
      EXPECT_EQ(std::count(marked.begin(), marked.end(), '\n'),
                std::count(text.begin(), text.end(), '\n'))
          << entry.path();
    }
  }
}

// What lay in its registers before would be taken for its own: a key that another variable held.
TEST(OwnKernelGpuWay, VariablesWithoutAValueBegin) {
  const auto in_function = [](const std::string& body) {
    const std::string marked = mark_for_gpu("__device__ void f() { " + body + " }");
    return marked.substr(22, marked.size() - 24);
  };
  EXPECT_EQ(in_function("Key own[kEach];"), "Key own[kEach]; ::sortscope_gpu::begins(own);");
  EXPECT_EQ(
      in_function("if (a) { Key a, b[2][n(3)]; }"),
      "if (a) { Key a, b[2][n(3)]; ::sortscope_gpu::begins(a); ::sortscope_gpu::begins(b); }");
  EXPECT_EQ(in_function("Pair<Key> p;"), "Pair<Key> p; ::sortscope_gpu::begins(p);");
  for (const char* other :
       {"Key a = keys[i];", "Key a(keys[i]);", "int i;", "return x;", "__shared__ Key a[2];",
        "extern __shared__ Key a[];", "static Key a;", "struct Pair { Key key; unsigned at; };",
        "a = b;", "f(a, b);", "x * y;"}) {
    EXPECT_EQ(in_function(other), other);
  }
  const std::string members = "struct Pair { Key key; };\nnamespace a { Key b; }\n";
  EXPECT_EQ(mark_for_gpu(members), members);
}

TEST(OwnKernelGpuWay, LoopsSayWhereTheyAre) {
  const auto in_function = [](const std::string& body) {
    const std::string marked = mark_for_gpu("void f() {\n" + body + "\n}");
    return marked.substr(11, marked.size() - 13);
  };
  EXPECT_EQ(in_function("while (a < b) {}"), "while (::sortscope_gpu::passes(2) && (a < b)) {}");
  EXPECT_EQ(in_function("do { } while (!done);"),
            "do { } while (::sortscope_gpu::passes(2) && (!done));");
  EXPECT_EQ(in_function("for (int i = 0;\n i < n; ++i) f(i);"),
            "for (int i = 0;::sortscope_gpu::passes(2) && (\n i < n); ++i) f(i);");
  EXPECT_EQ(in_function("for (;;) {}"), "for (; ::sortscope_gpu::passes(2);) {}");
  EXPECT_EQ(in_function("while ((x = next()) != 0) {}"),
            "while (::sortscope_gpu::passes(2) && ((x = next()) != 0)) {}");
  for (const char* other : {"for (auto x : list) {}", "while (Node* p = next()) {}"}) {
    EXPECT_EQ(in_function(other), other);
  }
}

TEST(OwnKernelGpuWay, LibrariesStandBeforeTheRuntime) {
  const KernelSource source = for_gpu(
      "#include <cub/cub.cuh>\n#include \"beside.h\"\nvoid sort(Key* keys, unsigned n) {}\n");
  EXPECT_EQ(source.libraries, "#include <cub/cub.cuh>\n");
  EXPECT_EQ(source.text.find("cub"), std::string::npos);
  EXPECT_NE(source.text.find("beside.h"), std::string::npos);
  ASSERT_EQ(source.notes.size(), 1U);
  EXPECT_EQ(source.notes[0].rfind("Line 1: ", 0), 0U) << source.notes[0];
}

TEST(OwnKernelGpuWay, PlainKeysAreWhatTheFileSays) {
  const KernelSource source =
      for_gpu("using Key = long long;\nvoid sort(Key* keys, unsigned n) { f(Key::highest()); }\n");
  EXPECT_EQ(source.key_type, "long long");
  const std::string program = plain_program(source, "my.cu", "unsigned", false);
  EXPECT_NE(program.find("#define SORTSCOPE_KEY long long\n"), std::string::npos);
  EXPECT_NE(program.find("f(::sortscope_gpu::highest_key())"), std::string::npos);
}

TEST(OwnKernelGpuWay, MessagesOfNvcc) {
  const std::string plain = plain_messages(
      "your-kernel.cu(12): error: identifier \"x\" is undefined\n\n1 error detected\n"
      "f(1): nothing\n");
  EXPECT_EQ(plain.substr(0, plain.find('\n')),
            "your-kernel.cu:12: error: identifier \"x\" is undefined");
  const auto messages = compiler_messages(plain, "your-kernel.cu");
  ASSERT_EQ(messages.size(), 1U);
  EXPECT_EQ(messages[0].line, 12U);
  EXPECT_TRUE(messages[0].error);
}

// Lambdas with __device__ take nvcc a third more time: only where there may be some.
TEST(OwnKernelGpuWay, ABuildTakesWhatTheFileNeeds) {
  for (const char* without : {"#include <cstdio>\n__device__ int f(int* a) { return a[2]; }",
                              "#define N 1024\n#define SWAP(a, b) { int t = a; a = b; b = t; }",
                              "auto f = [=](int x) { return x; }; // [] __device__",
                              "const char* s = \"[] __device__\";"}) {
    EXPECT_EQ(recorded_build(without), NvccBuild::kRecorded) << without;
  }
  for (const char* with :
       {"auto f = [=] __device__(int x) { return x; };", "f([] __host__ __device__(int) {});",
        "#define GPU __device__\nauto f = [] GPU(int) {};", "#include \"mine.h\"",
        "#include <thrust/sort.h>", "#ifdef __CUDACC_EXTENDED_LAMBDA__\n#endif"}) {
    EXPECT_EQ(recorded_build(with), NvccBuild::kRecordedWithLambdas) << with;
  }
  for (const auto& entry :
       std::filesystem::directory_iterator(kRoot / "assets/own_kernels/starts")) {
    EXPECT_EQ(recorded_build(text_of(entry.path())), NvccBuild::kRecorded) << entry.path();
  }
  EXPECT_EQ(recorded_build(text_of(kRoot / "tests/own_kernels/right/textbook_lambda.cu")),
            NvccBuild::kRecordedWithLambdas);
}

TEST(OwnKernelGpuWay, CommandsOfNvcc) {
  const auto command = [](NvccBuild build) {
    return nvcc_command("nvcc", "a b/kernel.cu", "out", "my folder", "sm_90", build);
  };
  const auto has = [](const std::vector<std::string>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  for (const NvccBuild build :
       {NvccBuild::kRecorded, NvccBuild::kRecordedWithLambdas, NvccBuild::kPlain}) {
    const std::vector<std::string> words = command(build);
    EXPECT_EQ(words.front(), "nvcc");
    const std::vector<std::string> last(words.end() - 5, words.end());
    EXPECT_EQ(last, (std::vector<std::string>{"-I", "my folder", "-o", "out", "a b/kernel.cu"}));
    const bool plain = build == NvccBuild::kPlain;
    EXPECT_EQ(has(words, "-O3"), plain);
    EXPECT_EQ(has(words, "--extended-lambda"), build != NvccBuild::kRecorded);
    // The plain one is what it is without us.
    for (const char* ours : {"-lineinfo", "-maxrregcount=64", "-Xptxas=-O1", "-nodlink"}) {
      EXPECT_EQ(has(words, ours), !plain) << ours;
    }
    for (const char* always : {"-std=c++20", "-arch=sm_90", "--expt-relaxed-constexpr", "-w"}) {
      EXPECT_TRUE(has(words, always)) << always;
    }
  }
}

// Where nvcc is, without a GPU too: both programs compile.
TEST(OwnKernelGpuWay, NvccTakesBothPrograms) {
  const auto nvcc = find_nvcc();
  if (!nvcc) GTEST_SKIP() << "no nvcc here";
  for (const char* file :
       {"assets/own_kernels/starts/v2.cu", "tests/own_kernels/right/register_shuffles.cu",
        "tests/own_kernels/right/grid_barrier.cu", "tests/own_kernels/right/several_a_thread.cu"}) {
    const KernelSource source = for_gpu(text_of(kRoot / file));
    const KernelSource watched = for_gpu(mark_for_gpu(watch_variables(text_of(kRoot / file)).text));
    for (const NvccBuild build : {recorded_build(text_of(kRoot / file)), NvccBuild::kPlain}) {
      const auto folder = ScratchFolder::create();
      ASSERT_TRUE(folder.ok());
      const std::string path = folder->path() + "/kernel.cu";
      std::ofstream(path) << (build != NvccBuild::kPlain
                                  ? gpu_program(watched, "my.cu",
                                                sortscope_log::KeyNumbers::kUnsigned)
                                  : plain_program(source, "my.cu", "unsigned", false));
      ChildProcess compiler;
      compiler.command =
          nvcc_command(*nvcc, path, folder->path() + "/kernel", folder->path(), "sm_90", build);
      compiler.folder = folder->path();
      compiler.wall_limit_s = 600;
      compiler.memory_bytes = 0;
      compiler.confined = false;
      Progress progress;
      const auto end = run_child(compiler, progress);
      ASSERT_TRUE(end.ok());
      EXPECT_EQ(end->exit_code, 0) << file << "\n" << end->output;
      // Both halves are there: kernels for the device, and the host's call that hands them over.
      const std::string program = text_of(folder->path() + "/kernel");
      EXPECT_NE(program.find(".nv_fatbin"), std::string::npos) << file;
      EXPECT_NE(program.find("__cudaRegisterFatBinary"), std::string::npos) << file;
      EXPECT_NE(program.find("\x50\xed\x55\xba"), std::string::npos) << file;
    }
  }
}

}  // namespace
}  // namespace sortscope
