// test_no_memory.cpp: what ImGui asks for and cannot have ends what goes on; it writes to nothing.
#include <gtest/gtest.h>
#include <imgui.h>

#include <cstddef>
#include <new>

#include "app/surface/surface.h"

namespace sortscope {
namespace {

TEST(NoMemory, IsNoPlaceToWriteTo) {
  auto surface = make_headless_surface(16, 16, 1);
  ASSERT_TRUE(surface) << surface.error().text();
  EXPECT_THROW((void)ImGui::MemAlloc(std::size_t{1} << 60), std::bad_alloc);
  void* const some = ImGui::MemAlloc(16);
  EXPECT_NE(some, nullptr);
  ImGui::MemFree(some);
}

}  // namespace
}  // namespace sortscope
