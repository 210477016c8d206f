// test_article_benchmark.cpp: the published table and the measurement of it.
#include "core/article_benchmark.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace sortscope {
namespace {

TEST(ArticleBenchmark, PublishedFiguresGiveThePublishedRatios) {
  // Seed 000, "Timings" with its erratum: 3.1 to 3.5 times the CPU from 2^18 on, up to 1.3 times
  // GPUSort, rising with n.
  double before = 0;
  for (const ArticleRow& row : article_table()) {
    const double against_gpu = row.gpu_sort_ms / row.abisort_ms;
    if (row.n < 1U << 18) continue;
    EXPECT_NEAR(row.cpu_least_ms / row.abisort_ms, 3.1, 0.07) << row.n;
    EXPECT_NEAR(row.cpu_most_ms / row.abisort_ms, 3.5, 0.07) << row.n;
    EXPECT_GT(against_gpu, before) << row.n;
    before = against_gpu;
  }
  EXPECT_NEAR(before, 1.3, 0.05);
  EXPECT_EQ(article_table().size(), 6U);
  EXPECT_EQ(article_table().front().n, 1U << 15);
  EXPECT_EQ(article_table().back().n, 1U << 20);
}

TEST(ArticleBenchmark, QuantilesInterpolate) {
  const Samples samples{{5, 1, 3, 2, 4}};
  EXPECT_EQ(samples.median(), 3);
  EXPECT_EQ(samples.quantile(0.25), 2);
  EXPECT_EQ(samples.quantile(1), 5);
  EXPECT_EQ((Samples{{1, 2}}).median(), 1.5);
  EXPECT_EQ(Samples{}.median(), 0);
}

TEST(ArticleBenchmark, GrowsByLengthsAndCanBeStopped) {
  const auto engine = make_cpu_engine();
  Progress progress;
  std::vector<std::shared_ptr<const ArticleBenchmark>> grown;
  const Status status = run_article_benchmark(*engine, 1, &progress, [&](auto next) {
    grown.push_back(std::move(next));
    progress.cancel = grown.size() == 2;
  });
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::kCancelled);
  ASSERT_EQ(grown.size(), 2U);
  for (const BenchmarkSeries& series : grown[1]->series) {
    if (!series.problem.empty()) continue;
    ASSERT_EQ(series.points.size(), 2U) << series.id;
    EXPECT_EQ(series.points[0].n, article_table()[0].n);
    EXPECT_EQ(series.points[1].n, article_table()[1].n);
    for (const BenchmarkPoint& point : series.points) {
      ASSERT_EQ(point.sort.values.size(), 1U);
      EXPECT_GT(point.sort.median(), 0);
      EXPECT_TRUE(point.with_transfers.empty());
    }
  }
  EXPECT_LE(grown[1]->series[0].points[0].sort.median(),
            grown[1]->series[1].points[0].sort.median());
  EXPECT_FALSE(grown[1]->complete);
}

}  // namespace
}  // namespace sortscope
