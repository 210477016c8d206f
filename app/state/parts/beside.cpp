// beside.cpp: on a thread, or here.
#include "app/state/parts/beside.h"

#include <utility>

#include "app/state/parts/background.h"
#include "app/state/parts/by_type.h"
#include "app/state/parts/notices.h"
#include "core/base/progress.h"

namespace sortscope {

Status beside(App& app, std::string title, std::function<Result<Afterwards>(Progress&)> work) {
  Background& background = part_of<Background>(app);
  if (!background.watched) {
    Progress progress;
    const auto made = work(progress);
    return made ? (*made)(app) : Status(made.error());
  }
  return background.start(
      std::move(title), [work = std::move(work)](Progress& progress) -> std::function<void(App&)> {
        auto made = work(progress);
        if (made && progress.cancelled()) made = Error{ErrorCode::kCancelled, "stopped.", ""};
        return [made = std::move(made)](App& done) {
          const Status status = made ? (*made)(done) : Status(made.error());
          if (!status) part_of<Notices>(done).fail(status.error());
        };
      });
}

}  // namespace sortscope
