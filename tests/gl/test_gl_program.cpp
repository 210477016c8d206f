// test_gl_program.cpp: stages that are made beside frames are those that are made at once.
#include "app/surface/gl_program.h"

#include <glad/gl.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "app/surface/gl_context.h"
#include "app/surface/surface.h"

namespace sortscope {
namespace {

constexpr const char* kSource =
    "#version 450 core\n"
    "uniform float u_given;\n"
    "out vec4 color;\n"
    "void main() { color = vec4(u_given * SHARE); }\n";

class GlProgramTest : public testing::Test {
 protected:
  void SetUp() override {
    auto made = make_headless_surface(64, 64, 1);
    ASSERT_TRUE(made.ok()) << made.error().text();
    surface = std::move(*made);
  }
  std::unique_ptr<Surface> surface;
};

TEST_F(GlProgramTest, AStageOnItsWayArrives) {
  StageOnItsWay stage(GL_FRAGMENT_SHADER, kSource, "#define SHARE 0.5\n");
  while (!stage.done()) {
  }
  const auto made = stage.finish();
  ASSERT_TRUE(made.ok()) << made.error().text();
  EXPECT_NE(glGetUniformLocation(made->name(), "u_given"), -1);
  EXPECT_EQ(take_gl_error(), "");
}

// Drivers that could make it beside frames do so only where threads were asked for.
TEST_F(GlProgramTest, ThreadsAreAskedForWhereTheDriverHasThem) {
  if (GLAD_GL_KHR_parallel_shader_compile == 0) GTEST_SKIP() << "the driver has none";
  GLint threads = 0;
  glGetIntegerv(GL_MAX_SHADER_COMPILER_THREADS_KHR, &threads);
  EXPECT_GT(threads, 0);  // -1 where none were
}

TEST_F(GlProgramTest, WhoDoesNotWaitGetsItAllTheSame) {
  const auto made = StageOnItsWay(GL_FRAGMENT_SHADER, kSource, "#define SHARE 0.5\n").finish();
  ASSERT_TRUE(made.ok()) << made.error().text();
  EXPECT_NE(made->name(), 0U);
}

TEST_F(GlProgramTest, WhatDoesNotCompileSaysWhy) {
  StageOnItsWay stage(GL_FRAGMENT_SHADER, kSource, "");
  while (!stage.done()) {
  }
  for (const bool beside : {true, false}) {
    const auto made = beside ? stage.finish() : make_stage(GL_FRAGMENT_SHADER, kSource, "");
    ASSERT_FALSE(made.ok());
    EXPECT_NE(made.error().message.find("does not compile"), std::string::npos);
    EXPECT_NE(made.error().message.find("SHARE"), std::string::npos) << made.error().message;
  }
}

}  // namespace
}  // namespace sortscope
