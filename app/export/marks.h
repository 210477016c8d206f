// marks.h: marks of one style gathered, for formats that name styles.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "core/base/progress.h"
#include "core/pictures/palette.h"
#include "core/pictures/picture.h"

namespace sortscope {

/// Marks between two looks at a cancel.
inline constexpr std::size_t kAskedEvery = 1024;
inline bool is_cancelled(const Progress* progress) {
  return progress != nullptr && progress->cancelled();
}

/// Marks of one style, in their order.
template <typename Mark>
struct MarkGroup {
  std::vector<const Mark*> marks;
  [[nodiscard]] const Mark& front() const { return *marks.front(); }
};

inline auto style_of(const Line& l) { return std::tuple(l.role, l.width, l.dashed); }
inline auto style_of(const ArrowHead& a) { return std::tuple(a.role, a.width, a.size); }
inline auto style_of(const Dot& d) { return std::tuple(d.role, d.filled, d.width, d.radius); }

/// Gathers `marks` by style; the groups stand in the order in which their first marks do.
template <typename Mark>
std::vector<MarkGroup<Mark>> by_style(const std::vector<Mark>& marks) {
  std::vector<MarkGroup<Mark>> groups;
  std::map<decltype(style_of(marks.front())), std::size_t> index;
  for (const Mark& mark : marks) {
    const auto [at, added] = index.try_emplace(style_of(mark), groups.size());
    if (added) groups.emplace_back();
    groups[at->second].marks.push_back(&mark);
  }
  return groups;
}

/// "exchanged", "kept": the name of a role in files.
constexpr const char* name_of(Role role) {
  switch (role) {
    case Role::kGround:
      return "ground";
    case Role::kPanel:
      return "panel";
    case Role::kLine:
      return "line";
    case Role::kWire:
      return "wire";
    case Role::kGhost:
      return "ghost";
    case Role::kText:
      return "text";
    case Role::kMuted:
      return "muted";
    case Role::kExchanged:
      return "exchanged";
    case Role::kKept:
      return "kept";
    case Role::kFuture:
      return "future";
    case Role::kAccent:
      return "accent";
    case Role::kAccentBand:
      return "band";
    case Role::kGood:
      return "good";
    case Role::kBoxFirst:
      return "boxfirst";
    case Role::kBoxSecond:
      return "boxsecond";
    case Role::kPartOdd:
      return "partodd";
    case Role::kPartEven:
      return "parteven";
    case Role::kSeries1:
      return "seriesa";
    case Role::kSeries2:
      return "seriesb";
    case Role::kSeries3:
      return "seriesc";
    case Role::kSeries4:
      return "seriesd";
    case Role::kSeries5:
      return "seriese";
    case Role::kSeries6:
      return "seriesf";
    case Role::kSeries7:
      return "seriesg";
    case Role::kSeries8:
      return "seriesh";
    case Role::kRank:
      return "rank";
  }
  return "text";
}

/// Red, green and blue of a colour as six hexadecimal digits: "F0A030".
std::string hex_of(const Color& color);

}  // namespace sortscope
