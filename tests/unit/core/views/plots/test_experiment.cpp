// test_experiment.cpp: what was found stands below the plots in whole sentences.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/views/plots/experiment.h"

namespace sortscope {
namespace {

TEST(Experiment, FindingsAreWholeOrLeftToThePointer) {
  ExperimentResult result;
  result.experiment = &experiments().front();
  result.findings = {
      "union bound: fewer comparators than bitonic sort beyond 2^32768 keys, less depth beyond "
      "2^26436 and beyond 2^32768 where a square is counted.",
      "custom depths: fewer comparators from 2^6996 keys on, less depth from 2^23392 on, and where "
      "bitonic sort is counted as the thesis does it, from 2^1748 and 2^11696 on.",
      "perfect halvers: fewer comparators from 2^432 keys on.",
      "With 2^800 keys: 2^10.75 d comparators a key.",
  };
  int left = 0;
  for (float width = 420; width <= 1800; width += 60) {
    for (float height = 240; height <= 1200; height += 40) {
      const Picture picture = experiment_picture(result, width, height);
      std::string all;
      bool cut = false;
      bool one_is_whole = false;
      for (const Label& label : picture.labels) {
        const std::string text = label.whole.empty() ? label.text : label.whole;
        all += text + " ";
        cut = cut || label.text.ends_with(" …");  // a title is cut within a word
        if (label.text.starts_with("and ") && label.text.ends_with(" more")) ++left;
      }
      std::ranges::replace(all, '\n', ' ');
      const bool any = all.find("union bound: fewer") != std::string::npos;
      if (!any) continue;  // no room for a line
      for (const std::string& finding : result.findings) {
        EXPECT_NE(all.find(finding), std::string::npos) << width << " x " << height << ": " << all;
        one_is_whole =
            one_is_whole || std::ranges::any_of(picture.labels, [&](const Label& label) {
              return label.whole.empty() && !label.text.empty() && finding.ends_with(label.text);
            });
      }
      // A sentence ends in dots only where not even the first one has room.
      EXPECT_FALSE(cut && one_is_whole) << width << " x " << height << ": " << all;
    }
  }
  EXPECT_GT(left, 20);
}

}  // namespace
}  // namespace sortscope
