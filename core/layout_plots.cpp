// layout_plots.cpp: measured times against n: the lab's, or an experiment's.
#include "core/lab.h"
#include "core/layout.h"
#include "core/layout_experiment.h"
#include "core/layout_lab.h"

namespace sortscope {

namespace {

void natural_size(const Recording& /*recording*/, const LayoutOptions& /*options*/, float& width,
                  float& height) {
  width = 1100;
  height = 720;
}

Picture layout(const Scene& scene, float width, float height) {
  const LayoutOptions& options = scene.options;
  if (options.experiment != nullptr) {
    return experiment_picture(*options.experiment, width, height);
  }
  LabPlotSpace space;
  space.corner = 0;
  const LabResult published = published_lab_result();
  return lab_plot(options.lab ? *options.lab : published, options.lab_before.get(),
                  options.lab_plot, space, width, height)
      .picture;
}

}  // namespace

const Layout kPlotsLayout = {"plots", "Plots", 0, natural_size, layout};

}  // namespace sortscope
