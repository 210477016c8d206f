// test_panes.cpp: views come and go.
#include "app/state/panes.h"

#include <gtest/gtest.h>

#include "app/state/command_table.h"
#include "app/state/session.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

TEST(Panes, MissingViewsAreThoseThatAreNotShown) {
  const Session session;
  Panes panes(session);
  EXPECT_EQ(panes.views.size(), 2U);
  panes.set_count(4);
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(panes.views[i]->id(), panes.views[j]->id());
  }
  panes.focused = 3;
  panes.set_count(1);
  EXPECT_EQ(panes.focused, 0U);
}

TEST(Panes, AReplacedViewHasThePointerNoLonger) {
  const Session session;
  Panes panes(session);
  panes.pointer_owner = panes.views[0].get();
  ASSERT_TRUE(panes.set(0, "bars"));
  EXPECT_EQ(panes.pointer_owner, nullptr);
  EXPECT_EQ(panes.views[0]->id(), "bars");
}

TEST(Panes, ShowingWhatIsShownChangesNothing) {
  const Session session;
  Panes panes(session);
  const View* second = panes.views[1].get();
  ASSERT_TRUE(panes.show(second->id()));
  EXPECT_EQ(panes.views[1].get(), second);
  ASSERT_TRUE(panes.show("plots"));
  EXPECT_EQ(panes.views[panes.focused]->id(), "plots");
}

TEST(Panes, NoSuchViewOrPaneIsBadUsage) {
  const Session session;
  Panes panes(session);
  const Status view = panes.set(0, "no-such");
  ASSERT_FALSE(view.ok());
  EXPECT_EQ(view.error().message, "there is no view 'no-such'.");
  const Status pane = panes.set(2, "bars");
  ASSERT_FALSE(pane.ok());
  EXPECT_EQ(pane.error().message, "there is no pane 3.");
}

// What the first screen sorts with opens in what explains it, whatever stood there before.
TEST(Panes, AlgorithmsOfTheFirstScreenOpenInTheirOwnViews) {
  using Views = std::vector<std::string_view>;
  QuietSurface surface;
  App app(surface);
  app.next.engine_id = "cpu";
  const auto run = [&](std::string_view line) {
    ASSERT_TRUE(run_command_line(app, line)) << line;
    app.background.wait(app);
  };
  const auto shown = [&] {
    Views ids;
    for (const auto& view : app.panes.views) ids.push_back(view->id());
    return ids;
  };
  for (const auto& [id, views] : {std::pair{"aks", Views{"aks-tree", "bars"}},
                                  {"bitonic", Views{"network", "bars"}},
                                  {"adaptive", Views{"tree", "bars"}},
                                  {"adaptive", Views{"tree", "bars"}}}) {
    run("preset algorithm-1");
    run("views 4");
    run("view 4 code");
    run(std::string("algorithm ") + id);
    run("input uniform");
    run("n 256");
    run("record usual-views");
    EXPECT_EQ(shown(), views) << id;
  }
  EXPECT_FALSE(run_command_line(app, "record views"));
}

}  // namespace
}  // namespace sortscope
