// test_field_characters.cpp: what nobody sees gets into no field, whatever is pasted.
#include <gtest/gtest.h>

#include "app/widgets/field_limit.h"

namespace sortscope {
namespace {

TEST(FieldCharacters, ThatNobodySeesAreNotTaken) {
  for (const unsigned int letter : {97U, 48U, 126U, 32U, 10U, 9U}) {  // a 0 ~ blank, line end, tab
    EXPECT_TRUE(field_takes(letter)) << letter;
  }
  // With accents, of other alphabets, in two parts; pictures.
  for (const unsigned int letter : {0xe9U, 0x3b5U, 0x301U, 0x5d0U, 0x627U, 0x4e2dU, 0x1f600U}) {
    EXPECT_TRUE(field_takes(letter)) << std::hex << letter;
  }
  for (unsigned int control = 0; control < 0xa0; ++control) {
    if (control == 0x20) control = 0x7f;
    if (control == '\n' || control == '\t') continue;
    EXPECT_FALSE(field_takes(control)) << std::hex << control;
  }
  // Of no width; directions and their ends; the mark of an order of bytes; tags.
  for (const unsigned int hidden :
       {0x200bU, 0x200eU, 0x200fU, 0x202aU, 0x202bU, 0x202cU, 0x202dU, 0x202eU, 0x2060U, 0x2066U,
        0x2067U, 0x2068U, 0x2069U, 0xfeffU, 0xe0041U}) {
    EXPECT_FALSE(field_takes(hidden)) << std::hex << hidden;
  }
}

}  // namespace
}  // namespace sortscope
