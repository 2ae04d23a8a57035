// Text of the bodies in the Case step.
#pragma once

#include "io/language/language.h"

namespace intercusp::viewer::text {

constexpr auto bodies_explained = Text(
    "Implants, burs, condyles as spheres, cylinders, cones … of a body file. They stay with the upper "
    "jaw.");
constexpr auto reading_bodies = Text("Reading the bodies…");
constexpr auto open_bodies = Text("Add bodies");

}  // namespace intercusp::viewer::text
