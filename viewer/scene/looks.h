// Colours of jaws, sections and backgrounds, chosen to go together.
#pragma once

#include "viewer/scene/gpu_jaw.h"

namespace intercusp::viewer::looks {

// The upper is a shade whiter than the lower to tell the two apart.
constexpr Materials upper_materials = {{{240, 235, 222}, 1.0F}, {{216, 150, 143}, 0.6F}};
constexpr Materials lower_materials = {{{234, 225, 205}, 1.0F}, {{208, 141, 135}, 0.6F}};

// A scan of the teeth from the cheek.
constexpr Materials buccal_materials = {{{88, 172, 196}, 0.6F}, {{88, 172, 196}, 0.6F}};
constexpr Materials body_materials = {{{108, 146, 178}, 1.2F}, {{108, 146, 178}, 1.2F}};

// A tool's surface, as an earlier scan: a colour that neither jaws nor what is painted on them has.
constexpr Materials extra_materials = {{{126, 196, 148}, 1.0F}, {{104, 168, 128}, 0.6F}};

// Cut faces, and outlines in the section view.
constexpr Rgb upper_section{122, 158, 202};
constexpr Rgb lower_section{216, 166, 112};
constexpr Rgb body_section{96, 128, 120};
constexpr Rgb extra_section{72, 176, 110};
constexpr Rgb section_trace{224, 92, 214};  // in the other views
constexpr Rgb overlap{222, 52, 48};         // of the two

struct Background {
  Rgb top, bottom;
};
inline constexpr Background dark_background{{50, 57, 67}, {24, 27, 33}};
inline constexpr Background light_background{{250, 251, 252}, {216, 223, 231}};
inline constexpr Background white_background{{255, 255, 255}, {255, 255, 255}};  // of pictures for paper

}  // namespace intercusp::viewer::looks
