// test_network_desk.cpp: networks opened, pasted and edited by commands.
#include "app/state/network_desk.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include <ctime>
#include <filesystem>
#include <fstream>

#include "app/state/command_table.h"
#include "app/state/next_run.h"
#include "app/state/opening.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

class NetworkDeskTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ImGui::CreateContext();
    app.next.engine_id = "cpu";
    adopt(app, prepare_run(small_recording()));
  }
  void TearDown() override { ImGui::DestroyContext(); }

  Status run(std::string_view line) {
    const Status status = run_command_line(app, line);
    app.background.wait(app);
    return status;
  }
  std::string notice() const {
    return app.notices.shown.empty() ? "" : app.notices.shown.back().text;
  }
  // "0>1 2>3 | 1>2" of what is shown.
  std::string shown() const {
    const Network& network = app.session.recording().network;
    std::string text;
    for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
      if (layer > 0) text += "| ";
      for (std::uint32_t i = 0; i < network.count(layer); ++i) {
        const Comparator c = network.comparator(layer, i);
        text += fmt::format("{}>{} ", c.min_wire, c.max_wire);
      }
    }
    return text;
  }

  QuietSurface surface;
  App app{surface};
};

TEST_F(NetworkDeskTest, PastedTextIsANetworkOrKeys) {
  ImGui::SetClipboardText("[(0,1),(2,3)]\n[(1,2)]\n");
  ASSERT_TRUE(run("paste").ok());
  EXPECT_EQ(shown(), "0>1 2>3 | 1>2 ");
  EXPECT_EQ(app.session.recording().title(), "Pasted network");
  EXPECT_NE(notice().find("3 comparators, depth 2"), std::string::npos) << notice();
  ImGui::SetClipboardText("9 8 7 6");
  ASSERT_TRUE(run("paste").ok());
  EXPECT_EQ(app.session.recording().title(), "Pasted network");  // four keys for its four wires
  EXPECT_EQ(app.session.recording().request.keys.text(0), "9");
  ImGui::SetClipboardText("5 4 3 2 1");
  ASSERT_TRUE(run("paste").ok());
  EXPECT_EQ(app.session.recording().algorithm->id, "bitonic");
  EXPECT_EQ(app.session.recording().real_keys(), 5U);
  ImGui::SetClipboardText("[(0,1),(1,2)]\n[(0,2)]\n");
  const Status status = run("paste");
  ASSERT_FALSE(status.ok());
  EXPECT_NE(status.error().message.find("clipboard:1:8"), std::string::npos);
  ImGui::SetClipboardText(" ");
  EXPECT_FALSE(run("paste").ok());
}

TEST_F(NetworkDeskTest, FilesAreOpenedByTheirContent) {
  const auto folder = std::filesystem::temp_directory_path() / "sortscope-desk";
  std::filesystem::create_directories(folder);
  const std::string path = (folder / "mine.txt").string();
  std::ofstream(path) << "0:1,2:3\n0:2\n";
  ASSERT_TRUE(run("open " + path).ok());
  EXPECT_EQ(shown(), "0>1 2>3 | 0>2 ");
  EXPECT_EQ(app.session.recording().title(), "mine");
  EXPECT_EQ(app.session.recording().real_keys(), 4U);
  std::ofstream(path) << "0:1,2:2\n";
  ASSERT_TRUE(run("open " + path).ok());
  EXPECT_NE(notice().find(":1:5: a comparator with both ends on wire 2."), std::string::npos);
  EXPECT_EQ(shown(), "0>1 2>3 | 0>2 ");  // nothing was opened half
  std::filesystem::remove_all(folder);
}

TEST_F(NetworkDeskTest, EditsAreRecordedAtOnceWithTheSameKeys) {
  const Keys keys = app.session.recording().request.keys;
  ASSERT_TRUE(run("seek 3").ok());
  ASSERT_TRUE(run("edit-network").ok());
  EXPECT_TRUE(app.session.recording().sorted);
  EXPECT_EQ(app.session.recording().network.size(), 24U);
  EXPECT_EQ(app.session.cursor().layer, 3U);
  ASSERT_TRUE(run("delete-comparator 6 0").ok());
  EXPECT_EQ(app.session.recording().network.size(), 23U);
  EXPECT_EQ(app.session.recording().request.keys, keys);
  EXPECT_EQ(app.session.cursor().layer, 3U);
  ASSERT_TRUE(run("undo").ok());
  EXPECT_EQ(app.session.recording().network.size(), 24U);
  EXPECT_FALSE(can_run(*find_command("undo"), app));
  ASSERT_TRUE(run("redo").ok());
  EXPECT_EQ(app.session.recording().network.size(), 23U);
  // At the end one stays at the end.
  ASSERT_TRUE(run("end").ok());
  ASSERT_TRUE(run("add-comparator 0 7").ok());
  EXPECT_EQ(app.session.cursor().layer, app.session.recording().network.depth());
  ASSERT_TRUE(app.session.selected.comparator.has_value());
  ASSERT_TRUE(run("flip-comparator").ok());
  const auto [layer, index] = *app.session.selected.comparator;
  EXPECT_EQ(app.session.recording().network.comparator(layer, index), (Comparator{7, 0}));
  ASSERT_TRUE(run("edit-network off").ok());
  EXPECT_FALSE(run("add-comparator 0 1").ok());
}

TEST_F(NetworkDeskTest, AnEmptyNetworkIsDrawnByKeyboard) {
  ASSERT_TRUE(run("new-network 4").ok());
  EXPECT_EQ(app.session.recording().real_keys(), 4U);
  EXPECT_EQ(app.session.recording().network.depth(), 0U);
  // Minimum on wire 0, maximum on wire 2.
  for (const char* line : {"edit-end", "edit-wire-down", "edit-wire-down", "edit-end"}) {
    ASSERT_TRUE(run(line).ok()) << line;
  }
  EXPECT_EQ(shown(), "0>2 ");
  ASSERT_TRUE(run("add-comparator 1 3").ok());
  ASSERT_TRUE(run("move-comparator 3 1").ok());
  EXPECT_EQ(shown(), "0>2 3>1 ");
  ASSERT_TRUE(run("untangle").ok());
  EXPECT_EQ(shown(), "0>2 1>3 ");
  ASSERT_TRUE(run("layers kept").ok());
  ASSERT_TRUE(run("add-comparator 0 1 0").ok());
  EXPECT_EQ(shown(), "0>1 | 0>2 1>3 ");
  ASSERT_TRUE(run("wires 3").ok());
  EXPECT_EQ(shown(), "0>1 | 0>2 ");
  EXPECT_EQ(app.session.recording().real_keys(), 3U);
  EXPECT_FALSE(run("add-comparator 0 3").ok());
  EXPECT_FALSE(run("new-network 65").ok());
}

TEST_F(NetworkDeskTest, AnotherRunEndsEditing) {
  ASSERT_TRUE(run("edit-network").ok());
  ASSERT_TRUE(run("next-seed").ok() || run("input uniform").ok());
  EXPECT_TRUE(app.network_desk->editor.has_value());
  ASSERT_TRUE(run("algorithm pairwise").ok());
  ASSERT_TRUE(run("record").ok());
  EXPECT_FALSE(app.network_desk->editor.has_value());
}

TEST_F(NetworkDeskTest, NetworksAreSavedAndCopied) {
  const std::string path = (std::filesystem::temp_directory_path() / "sortscope-saved.sn").string();
  ASSERT_TRUE(run("save-network " + path).ok());
  const auto back = read_network_file(path);
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(back->network->size(), 24U);
  EXPECT_FALSE(is_standard(*back->network));  // the XOR form has both directions
  EXPECT_FALSE(run("save-network x.cn").ok());
  ASSERT_TRUE(run("copy-network").ok());
  const auto copied = parse_network(ImGui::GetClipboardText(), "copied");
  ASSERT_TRUE(copied.ok());
  EXPECT_TRUE(std::ranges::equal(copied->network->comparators(), back->network->comparators()));
  std::filesystem::remove(path);
}

TEST_F(NetworkDeskTest, AThousandComparatorsAreEditedWithinAFrame) {
  ASSERT_TRUE(run("new-network 64").ok());
  NetworkEditor& editor = *app.network_desk->editor;
  for (std::uint32_t i = 0; editor.network()->size() < 1000; ++i) {
    ASSERT_TRUE(
        editor
            .add({i % 64,
                  (i * 7 + 13 + i / 64) % 64 == i % 64 ? (i + 1) % 64 : (i * 7 + 13 + i / 64) % 64})
            .ok());
  }
  ASSERT_TRUE(show_edited(app).ok());
  // Of this process: others that run at the same time do not count.
  const std::clock_t begin = std::clock();
  constexpr int kTimes = 20;
  for (int i = 0; i < kTimes; ++i) {
    ASSERT_TRUE(run(i % 2 == 0 ? "undo" : "redo").ok());
  }
  const double each_s = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC / kTimes;
  RecordProperty("undo_ms", fmt::format("{:.3f}", each_s * 1e3));
  EXPECT_LT(each_s, 0.016);
}

}  // namespace
}  // namespace sortscope
