// test_machine.cpp: the machine that is here, and planted ones.
#include <gtest/gtest.h>

#include <cstdlib>
#include <thread>

#include "core/base/machine.h"
#include "core/engines/engine.h"
#include "core/lab/lab.h"
#include "kernels/cuda_reasons.h"

namespace sortscope {
namespace {

TEST(Machine, TheRealOneIsThatOfTheSystem) {
  const Machine real = real_machine();
  EXPECT_EQ(real.threads, std::thread::hardware_concurrency());
  EXPECT_FALSE(real.processor.empty());
  EXPECT_FALSE(real.free_bytes.has_value());
  EXPECT_EQ(real.cuda, "");
  EXPECT_EQ(real.planted, "");
}

TEST(Machine, TestsRunOnThePlantedOne) {
  ASSERT_TRUE(machine_planting());
  EXPECT_TRUE(machine().planted.ends_with("/tests/machine/machines/plain.txt"));
  EXPECT_EQ(machine().threads, 2U);
  EXPECT_EQ(free_memory_bytes(), std::uint64_t{8} << 30);
  EXPECT_EQ(machine_load(), 0.0);
  EXPECT_EQ(make_cpu_engine()->description(), "CPU, 2 threads, AVX2");
  EXPECT_EQ(make_cpu_lab(nullptr)->description(), "Plain processor, 2 threads");
  EXPECT_FALSE(cuda_status().available);
  EXPECT_EQ(cuda_status().reason, "this machine has no NVIDIA driver.");
  EXPECT_STREQ(std::getenv("TZ"), "UTC");
  EXPECT_EQ(std::getenv("DISPLAY"), nullptr);
}

TEST(Machine, IsReadFromText) {
  const auto read = planted_machine(
      "# words\n\nthreads 64\nprocessor AMD EPYC 7543 # fast\nvectors none\nl2 512 KiB\nl3 256 "
      "MiB\n"
      "memory 2000 GiB\nshader-buffer 64 KiB\nload 2.5\ncuda NVIDIA H200",
      "m.txt");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->threads, 64U);
  EXPECT_EQ(read->processor, "AMD EPYC 7543");
  EXPECT_EQ(read->vectors, "");
  EXPECT_EQ(read->l2_bytes, 524'288U);
  EXPECT_EQ(read->l3_bytes, 268'435'456U);
  EXPECT_EQ(read->free_bytes, 2'147'483'648'000U);
  EXPECT_EQ(read->shader_bytes, 65'536U);
  EXPECT_EQ(read->load, 2.5);
  EXPECT_EQ(read->cuda, "NVIDIA H200");
  EXPECT_EQ(read->planted, "m.txt");
}

TEST(Machine, WhatIsNotNamedIsAsHere) {
  const auto read = planted_machine("threads 3\n", "m.txt");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->threads, 3U);
  EXPECT_EQ(read->processor, real_machine().processor);
  EXPECT_EQ(read->l2_bytes, real_machine().l2_bytes);
  EXPECT_FALSE(read->free_bytes.has_value());
}

TEST(Machine, WrongLinesAreNamed) {
  for (const char* line :
       {"threads", "threads 0", "threads -1", "threads 2x", "memory 16", "memory 16 GB", "l2 x MiB",
        "load much", "shader-buffer 64", "gpu yes", "cuda", "memory 99999999999999999999 GiB"}) {
    const auto read = planted_machine(std::string("threads 2\n") + line + "\n", "m.txt");
    ASSERT_FALSE(read) << line;
    EXPECT_EQ(read.error().code, ErrorCode::kBadUsage);
    EXPECT_TRUE(read.error().message.starts_with("m.txt:2: '" + std::string(line) + "'"))
        << read.error().message;
  }
}

TEST(Machine, ReasonsNameWhatIsThereAndWhatIsNeeded) {
  CudaStatus status;
  status.driver_version = 12020;
  status.runtime_version = 13000;
  EXPECT_EQ(old_driver(status),
            "the NVIDIA driver is too old: it supports CUDA 12.2, and this build needs CUDA 13.0 "
            "(driver 580 or "
            "newer).");
  EXPECT_EQ(why_no_cuda(), kNoDriver);
}

}  // namespace
}  // namespace sortscope
