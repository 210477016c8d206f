// test_missing_functions.cpp: a driver that says OpenGL 4.5 and does not have one of its functions:
// whichever it is, that is said, and nothing is called that is not there.
#include <EGL/egl.h>
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "app/surface/gl_context.h"
#include "app/surface/surface.h"

namespace sortscope {
namespace {

std::set<std::string> asked;
std::string missing;

GLADapiproc driver_without(const char* name) {
  asked.insert(name);
  return name == missing ? nullptr : eglGetProcAddress(name);
}

TEST(MissingFunctions, AreNamedWhicheverTheyAre) {
  auto surface = make_headless_surface(16, 16, 1);
  ASSERT_TRUE(surface) << surface.error().text();
  missing.clear();
  ASSERT_TRUE(load_gl(driver_without));
  const std::set<std::string> names = asked;
  // Of every age of OpenGL.
  for (const char* known :
       {"glGetString", "glClear", "glGenBuffers", "glCreateProgram", "glGetStringi",
        "glBindBufferBase", "glGetGraphicsResetStatus", "glNamedRenderbufferStorage"}) {
    EXPECT_TRUE(names.contains(known)) << known;
  }
  EXPECT_GT(names.size(), 600U);
  for (const std::string& name : names) {
    missing = name;
    const Status status = load_gl(driver_without);
    ASSERT_FALSE(status) << name;
    EXPECT_EQ(status.error().code, ErrorCode::kUnavailable) << name;
    EXPECT_NE(status.error().message.find(name), std::string::npos) << status.error().message;
    EXPECT_FALSE(status.error().hint.empty()) << name;
  }
  missing.clear();
  EXPECT_TRUE(load_gl(driver_without));
}

GLADapiproc no_driver(const char*) { return nullptr; }

TEST(MissingFunctions, ADriverWithoutAnyIsSaid) {
  auto surface = make_headless_surface(16, 16, 1);
  ASSERT_TRUE(surface) << surface.error().text();
  const Status status = load_gl(no_driver);
  ASSERT_FALSE(status);
  EXPECT_NE(status.error().message.find("OpenGL 4.5 is needed"), std::string::npos);
  EXPECT_FALSE(status.error().hint.empty());
  ASSERT_TRUE(load_gl(reinterpret_cast<GLADloadfunc>(eglGetProcAddress)));
}

}  // namespace
}  // namespace sortscope
