// One of a few by its name.
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "core/base/choice.h"

namespace sortscope {
namespace {

struct Fruit {
  std::string_view id;
  int weight;
};
constexpr std::array kFruits = {Fruit{"apple", 1}, Fruit{"pear", 2}};

TEST(Choice, FindsTheRowWhereItLies) {
  EXPECT_EQ(find_by_id(kFruits, "pear"), &kFruits[1]);
  EXPECT_EQ(find_by_id(kFruits, "pea"), nullptr);
  EXPECT_EQ(find_by_id(kFruits, ""), nullptr);
  const auto chosen = choose_by_id(kFruits, "fruit", "apple");
  ASSERT_TRUE(chosen.ok());
  EXPECT_EQ(*chosen, kFruits.data());
}

TEST(Choice, SaysWhatThereIs) {
  const auto none = choose_by_id(kFruits, "fruit", "plum");
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().code, ErrorCode::kBadUsage);
  EXPECT_EQ(none.error().text(), "there is no fruit 'plum'. Choose one of: apple, pear.");
  EXPECT_EQ(ids_of(std::vector<std::string>{"a", "b", "c"}), "a, b, c");
  EXPECT_EQ(choose_one_of(std::vector<int>{1, 2}, [](int value) { return value == 1 ? "x" : "y"; }),
            "Choose one of: x, y.");
}

}  // namespace
}  // namespace sortscope
