// test_published.cpp: the article's published times in the lab's table, and quantiles.
#include <gtest/gtest.h>

#include "core/base/samples.h"
#include "core/lab/presets.h"

namespace sortscope {
namespace {

TEST(LabPublished, TheArticlesFiguresGiveTheArticlesRatios) {
  // Zachmann 2011, "Timings" with its erratum: 3.1 to 3.5 times the CPU from 2^18 on, up to 1.3
  // times GPUSort, rising with n.
  const auto preset = find_lab_preset("article");
  ASSERT_TRUE(preset.ok());
  ASSERT_EQ((*preset)->published.size(), 4U);
  const auto best = (*preset)->published[0].points;
  const auto worst = (*preset)->published[1].points;
  const auto gpu_sort = (*preset)->published[2].points;
  const auto abisort = (*preset)->published[3].points;
  ASSERT_EQ(abisort.size(), 6U);
  double before = 0;
  for (std::size_t i = 0; i < abisort.size(); ++i) {
    EXPECT_EQ(abisort[i].n, 1U << (15 + i));
    if (abisort[i].n < 1U << 18) continue;
    EXPECT_NEAR(best[i].elapsed_ms / abisort[i].elapsed_ms, 3.1, 0.07) << i;
    EXPECT_NEAR(worst[i].elapsed_ms / abisort[i].elapsed_ms, 3.5, 0.07) << i;
    const double against_gpu = gpu_sort[i].elapsed_ms / abisort[i].elapsed_ms;
    EXPECT_GT(against_gpu, before) << i;
    before = against_gpu;
  }
  EXPECT_NEAR(before, 1.3, 0.05);
}

TEST(Samples, QuantilesInterpolate) {
  const Samples samples{{5, 1, 3, 2, 4}};
  EXPECT_EQ(samples.median(), 3);
  EXPECT_EQ(samples.quantile(0.25), 2);
  EXPECT_EQ(samples.quantile(1), 5);
  EXPECT_EQ((Samples{{1, 2}}).median(), 1.5);
  EXPECT_EQ(Samples{}.median(), 0);
}

}  // namespace
}  // namespace sortscope
