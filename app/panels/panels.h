// panels.h: the quiet parts of the window around the picture; one file each.
#pragma once

namespace sortscope {

struct PanelMemory;
struct PanelParts;
class LessonPlayer;
class Look;
class Quiz;
struct Area;
struct Pane;

/// Sizes of the panels, in pixels. The picture keeps at least 70 % of a window of 1280 x 720 units
/// or more: small windows get a narrow side panel and a low timeline; very small ones no side
/// panel, a projector no bar at the top, a film no timeline either. It keeps a least pane wherever
/// the window has room for one: panels fold away before it. `in_lesson`: a lesson is shown in the
/// side panel.
struct PanelSizes {
  float top_bar = 0;  // 0: not shown, as the others
  float side_panel = 0;
  float timeline = 0;
};
PanelSizes panel_sizes(const Look& look, bool in_lesson);  // sizes.cpp
/// The side panel has words for a class: a lesson, or a question where panels are folded.
bool words_beside(const Look& look, const LessonPlayer& lesson, const Quiz& quiz);  // sizes.cpp

/// In projector mode the page may be so low, in units, that one view is shown at a time, the
/// focused one.
bool projects_one_view(const Look& look, bool in_lesson);  // sizes.cpp

inline constexpr float kTransportWidth = 300;  // at scale 1

void draw_top_bar(const PanelParts& given,
                  const Pane& pane);  // top.cpp: algorithm, keys, engine, status
void draw_side_panel(const PanelParts& given,
                     const Pane& pane);  // side.cpp: code, variables, inspector, key
void draw_lesson_panel(const PanelParts& given,
                       const Pane& pane);  // lesson.cpp: in its place, caption, question
void draw_quiz_panel(const PanelParts& given,
                     const Pane& pane);  // question.cpp: a question without a lesson
/// Of a lesson that one has left: how one returns, or closes it. `pane`: the foot of the side
/// panel, lesson_chip_height() high; where that is not shown, the lower left corner of the picture.
void draw_lesson_chip(const PanelParts& given, const Pane& pane);
float lesson_chip_height(const Look& look);
void draw_timeline(const PanelParts& given,
                   const Pane& pane);  // timeline.cpp: transport, levels, layers
/// notices.cpp: messages and the progress of work stand in the side panel, where it has room for
/// them, else over `picture`, clear of keys and marks of the step. What was shown long enough goes,
/// but what one points at.
void draw_notices(const PanelParts& given, const Area& picture);
/// pointer_card.cpp: what is under the pointer, beside it, where no side panel says it.
/// `beside_overlay`: a card is open over the panes.
void draw_pointer_card(const PanelParts& given, bool beside_overlay);
/// The card comes soon: frames should go on.
bool pointer_card_waits(const PanelMemory& memory);

}  // namespace sortscope
