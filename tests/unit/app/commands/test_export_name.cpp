// test_export_name.cpp: files are called after what they show.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "app/commands/export_work.h"
#include "core/recordings/recording.h"
#include "core/scenes/layout.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

TEST(ExportName, SaysRunViewAndSteps) {
  const auto run = small_recording();
  EXPECT_EQ(export_name(*run, "network", "3", ".pdf"), "bitonic-8-network-step3.pdf");
  EXPECT_EQ(export_name(*run, "bars", "0, 3,5", ".svg"), "bitonic-8-bars-steps0,3,5.svg");
  EXPECT_EQ(export_name(*run, "bars", "2-5", ".gif"), "bitonic-8-bars-steps2-5.gif");
  EXPECT_EQ(export_name(*run, "tree", "", ".mp4"), "bitonic-8-tree.mp4");
  // A list as long as a line is no name.
  EXPECT_EQ(export_name(*run, "bars", "0,1,2,3,4,5,6,10,11,12,13,14,15,16", ".png"),
            "bitonic-8-bars-sheet.png");
}

// The next picture does not ask to replace the one before.
TEST(ExportName, DiffersWhereThePictureDoes) {
  const auto run = small_recording();
  std::set<std::string> names;
  std::size_t pictures = 0;
  for (const Layout& layout : layouts()) {
    for (const std::string_view steps : {"", "0", "1", "0,3", "0-3", "0,3,6"}) {
      for (const std::string_view ending : {".png", ".svg", ".pdf", ".tex", ".gif", ".mp4"}) {
        const std::string name = export_name(*run, layout.id, steps, ending);
        EXPECT_EQ(name.find_first_of("/ "), std::string::npos) << name;
        names.insert(name);
        ++pictures;
      }
    }
  }
  EXPECT_EQ(names.size(), pictures);
}

}  // namespace
}  // namespace sortscope
