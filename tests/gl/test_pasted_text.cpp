// test_pasted_text.cpp: a text that is too long for a field leaves it as it was, and that is said.
#include <imgui.h>

#include "app/widgets/field_limit.h"
#include "tests/gl/drawn_window.h"

namespace sortscope {
namespace {

class PastedText : public DrawnWindow {
 protected:
  // All of it in one frame, as a paste comes.
  bool refuses(std::size_t bytes) {
    app->notices.shown.clear();
    for (std::size_t i = 0; i < bytes; ++i) ImGui::GetIO().AddInputCharacter('7');
    for (int i = 0; i < 3; ++i) draw_one();
    for (const Notice& notice : app->notices.shown) {
      if (notice.text.starts_with("A field holds ")) return true;
    }
    return false;
  }
};

// Every card that one types into.
TEST_F(PastedText, TooLongIsRefused) {
  for (const char* card : {"find-command", "open", "save", "help"}) {
    run(card);
    EXPECT_FALSE(refuses(100)) << card;
    EXPECT_TRUE(refuses(kMostTextBytes)) << card;
    EXPECT_FALSE(refuses(100)) << card;  // as it was
    run("close");
  }
}

}  // namespace
}  // namespace sortscope
