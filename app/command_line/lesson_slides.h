// lesson_slides.h: a stop of a lesson as a page.
#pragma once

#include "app/export/picture.h"

namespace sortscope {

struct Layout;
struct Scene;
class LessonPlayer;
class Panes;
class Quiz;
class Session;

/// A view for a page that is seen from afar: laid out as on a projector, no text larger than keys.
Picture slide_picture(const Layout& layout, const Scene& scene, float width, float height);
/// What the lesson shows now on a page of width x height units: the views, and beside them heading,
/// captions and question (answered: the right answers in bold, and why), in smaller letters where
/// they would be too high.
Slide lesson_slide(Session& session, const Panes& panes, const LessonPlayer& player,
                   const Quiz& quiz, float width, float height);
/// The presenter's notes of the stop, step by step, on a page of their own, beside a small picture
/// of what they are about.
Slide notes_slide(Session& session, const Panes& panes, const LessonPlayer& player, float width,
                  float height);

}  // namespace sortscope
