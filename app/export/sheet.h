// sheet.h: chosen steps of a run in a grid with captions, as one file.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/export/view.h"
#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/networks/network.h"
#include "core/pictures/figure_sheet.h"
#include "core/scenes/layout.h"

namespace sortscope {

struct Recording;
struct SheetRequest {
  std::string view = "network";
  std::vector<Cursor> cursors;        // a picture each
  std::vector<std::string> captions;  // of the first pictures; the others have their steps in words
  SheetForm form;
  std::optional<PixelSize> size;  // of one picture; what suits the run
  float scale = 1;                // of the whole sheet
  const Palette* palette = nullptr;
  LayoutOptions options;
  Measured measured;
  LaidOver laid_over;
};

/// "Layer 6 of 10, k = 8, j = 1: 8 comparators, 5 exchanged." of the step before `cursor`; "The
/// input." at the start.
std::string caption_of(const Recording& recording, Cursor cursor);
/// The starts and ends of all merge levels, at most kMostSheetCells: what a sheet shows where no
/// steps are chosen.
std::vector<Cursor> sheet_cursors(const Network& network);

/// Writes the sheet to `path`. Errors: those of export_size(), kBadUsage (films, too large for the
/// format), kIo, kCancelled.
Status export_sheet(const std::shared_ptr<const Recording>& recording, const SheetRequest& request,
                    ExportFormat format, const OutputName& name, Progress* progress,
                    std::string* called = nullptr);

}  // namespace sortscope
