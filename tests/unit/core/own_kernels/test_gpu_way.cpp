// test_gpu_way.cpp: files made ready for the GPU: recorded and plain, their compiler's words.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

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

// Where nvcc is, without a GPU too: both programs compile.
TEST(OwnKernelGpuWay, NvccTakesBothPrograms) {
  const auto nvcc = find_nvcc();
  if (!nvcc) GTEST_SKIP() << "no nvcc here";
  for (const char* file :
       {"assets/own_kernels/starts/v2.cu", "tests/own_kernels/right/register_shuffles.cu",
        "tests/own_kernels/right/grid_barrier.cu", "tests/own_kernels/right/several_a_thread.cu"}) {
    const KernelSource source = for_gpu(text_of(kRoot / file));
    const KernelSource watched = for_gpu(watch_variables(text_of(kRoot / file)).text);
    for (const bool recorded : {true, false}) {
      const auto folder = ScratchFolder::create();
      ASSERT_TRUE(folder.ok());
      const std::string path = folder->path() + "/kernel.cu";
      std::ofstream(path) << (recorded ? gpu_program(watched, "my.cu")
                                       : plain_program(source, "my.cu", "unsigned", false));
      ChildProcess compiler;
      compiler.command =
          nvcc_command(*nvcc, path, folder->path() + "/kernel", folder->path(), "sm_90", recorded);
      compiler.folder = folder->path();
      compiler.wall_limit_s = 600;
      compiler.memory_bytes = 0;
      compiler.confined = false;
      Progress progress;
      const auto end = run_child(compiler, progress);
      ASSERT_TRUE(end.ok());
      EXPECT_EQ(end->exit_code, 0) << file << "\n" << end->output;
    }
  }
}

}  // namespace
}  // namespace sortscope
