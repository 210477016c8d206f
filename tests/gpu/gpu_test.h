// gpu_test.h: what the GPU tests share: the engines, and skipping where there is no device.
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "kernels/cuda_engine.h"

namespace sortscope {

/// Skips where CUDA cannot run here. The engine is made once.
class GpuTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!cuda_status().available) GTEST_SKIP() << cuda_status().reason;
    if (engine == nullptr) {
      auto made = make_cuda_engine();
      ASSERT_TRUE(made.ok()) << made.error().text();
      engine = std::move(made.value());
    }
  }
  static Engine& cuda() { return *engine; }

 private:
  static inline std::unique_ptr<Engine> engine;
};

}  // namespace sortscope
