// Text of the bodies in the Case step.
#pragma once

#include "io/language/language.h"

namespace intercusp::viewer::text {

constexpr Text bodies_heading("Bodies");
constexpr Text bodies_explained(
    "Implants, burs, condyles as spheres, cylinders, cones … of a body file. They stay with the upper "
    "jaw.");
constexpr Text bodies_path_hint("Body file");
constexpr Text open_bodies("Add bodies");
constexpr Text remove_bodies("Remove all bodies");
constexpr Text body_click("Click to centre the place.");
constexpr Text show_body("Show or hide it. Hidden bodies still stop droplets and are measured.");
constexpr Text column_body("Body");
constexpr Text column_to_upper("to upper");
constexpr Text column_to_lower("to lower");
constexpr Text body_overlap("overlaps by {} mm");
constexpr Text body_touches("touches");
constexpr Text body_apart("{} mm apart");
constexpr Text body_not_certain("The distance is not certain: what is nearest was not scanned.");
constexpr Text body_to_upper("To the upper jaw: {}");
constexpr Text body_to_lower("To the lower jaw: {}");
constexpr Text bodies_signs("mm to each jaw in this pose; below 0 the body overlaps it by so much.");
constexpr Text bodies_wait("They are measured as soon as the jaw rests.");
constexpr Text bodies_not_read("The bodies of this session could not be read.");

constexpr Text no_bodies_file("describes no bodies; a body file does");
constexpr Text reading_bodies("Reading the bodies…");
constexpr Text measuring_bodies("Measuring the bodies…");
constexpr Text step_add_bodies("adding bodies");
constexpr Text step_remove_bodies("removing bodies");
constexpr Text bodies_need_a_case("Open a case first; bodies are shown beside its jaws.");
constexpr Text bodies_are_there("These bodies are there already.");

constexpr Text size_sphere("radius {} mm");
constexpr Text size_ellipsoid("semi-axes {} mm");
constexpr Text size_cylinder("radius {}, height {} mm");
constexpr Text size_cone("radii {} and {}, height {} mm");
constexpr Text size_torus("ring {}, tube {} mm, {}°");
constexpr Text size_box("{} mm");
constexpr Text kind_sphere("Sphere");
constexpr Text kind_ellipsoid("Ellipsoid");
constexpr Text kind_cylinder("Cylinder");
constexpr Text kind_cone("Cone");
constexpr Text kind_torus("Torus");
constexpr Text kind_box("Box");

}  // namespace intercusp::viewer::text
