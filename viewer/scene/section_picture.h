// Both jaws in a section: filled areas with their overlap, figures at the narrowest places, the ruler.
#pragma once

#include "viewer/scene/annotations.h"

namespace intercusp::viewer {

//! All of the window.
[[nodiscard]] SectionPlacement fitting(const Eigen::AlignedBox2d& window, const ViewBox& box);

void fill_section(DrawListCanvas& canvas, const CrossSection& section, const SectionPlacement& placement);

//! Arrows with their distance where the jaws are nearest, those that have room.
void write_gaps(DrawListCanvas& canvas, const CrossSection& section, const SectionPlacement& placement);

//! Draws the outline of the surface that is shown with a jaw.
void draw_extra_outline(DrawListCanvas& canvas, const CrossSection& section,
                        const SectionPlacement& placement);

void draw_ruler(DrawListCanvas& canvas, const Ruler& ruler, const SectionPlacement& placement);

}  // namespace intercusp::viewer
