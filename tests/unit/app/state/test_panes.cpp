// test_panes.cpp: views come and go.
#include "app/state/panes.h"

#include <gtest/gtest.h>

#include "app/state/session.h"

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

}  // namespace
}  // namespace sortscope
