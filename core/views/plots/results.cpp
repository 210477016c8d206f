// results.cpp: measured times against n: the lab's, or an experiment's.
#include "core/lab/lab.h"
#include "core/scenes/layout.h"
#include "core/views/plots/experiment.h"
#include "core/views/plots/lab.h"

namespace sortscope {

namespace {

void natural_size(const Recording& /*recording*/, const LayoutOptions& /*options*/, float& width,
                  float& height) {
  width = 1100;
  height = 720;
}

Picture layout(const Scene& scene, float width, float height) {
  const Measured& measured = *scene.measured;
  if (measured.experiment != nullptr) {
    return experiment_picture(*measured.experiment, width, height);
  }
  LabPlotSpace space;
  space.corner = 0;
  const LabResult published = published_lab_result();
  return lab_plot(measured.lab ? *measured.lab : published, measured.lab_before.get(),
                  scene.options->lab_plot, space, width, height)
      .picture;
}

}  // namespace

const Layout kPlotsLayout = {
    "plots", "Plots",      "Experiments and measured times beside published ones.",
    0,       natural_size, layout};

}  // namespace sortscope
