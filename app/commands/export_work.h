// export_work.h: exports from the window, in the background.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/export/view.h"

namespace sortscope {

class Background;
class Look;
class Session;
struct Layout;
struct QuestionMarks;

/// What is asked for. `width` and `height` 0: the natural size.
struct ExportPlan {
  std::string view = "network";
  std::string path;
  const Palette* palette = nullptr;
  float scale = 1;
  int width = 0;
  int height = 0;
  Cursor cursor;              // pictures
  std::vector<Cursor> sheet;  // a sheet of these in `columns`, instead; empty: one picture
  std::uint32_t columns = 2;
  FilmPlan film;  // films
};

/// The plan for `view` and `path` as things stand: the present cursor, palette and layout options;
/// films of the whole run.
ExportPlan present_export(const Session& session, const Look& look, std::string view,
                          std::string path);
/// Marks of `question` in pictures of several moments: what it hides stays hidden while it is open;
/// frames, signs and bands belong to one moment. Null: nothing is hidden.
std::shared_ptr<const QuestionMarks> film_marks(
    const std::shared_ptr<const QuestionMarks>& question);
/// The views that have something to show of the run, in the order of the table; never none.
std::vector<const Layout*> exportable_views(const Session& session);
/// Size in pixels that the plan gives. Errors: kBadUsage.
Result<PixelSize> planned_size(const Session& session, const ExportPlan& plan);
/// Starts it. Errors: kBadUsage (format, view, size, steps), kWorkFailed (other work goes on).
Status start_export(const Session& session, Background& background, const ExportPlan& plan);
/// Starts a sheet of `view` in the light palette: `steps` as parse_steps() reads them, counted as
/// the window does; "" for the ends of merge levels. Errors: kBadUsage, kWorkFailed.
Status start_sheet(const Session& session, const Look& look, Background& background,
                   const std::string& view, const std::string& path, const std::string& steps,
                   std::uint32_t columns);

/// "bitonic-16": how files that show or hold the run begin; of a person's own network its name,
/// with hyphens for what is no letter or digit: "my-merge-16". Never with "/" or a blank in it.
std::string run_name(const Recording& recording);
/// "bitonic-16-network-step3.png", "bitonic-16-network-steps0,3,6-10.pdf": a file's name that says
/// what it shows. `steps` as typed, "" for a whole film; of a long list only that it is a sheet is
/// said.
std::string export_name(const Recording& recording, std::string_view view, std::string_view steps,
                        std::string_view ending);

}  // namespace sortscope
