// Text on the views, in one place for translation. fmt fills in the numbers.
#pragma once

#include "io/language/language.h"

namespace intercusp::viewer::text {

constexpr auto free_view = Text("Free view");
constexpr auto map_view = Text("Contact map");
constexpr auto section_view = Text("Section");

// Letters of the orientation marker
constexpr const char* superior_letter = "S";

// Legends
constexpr auto upper_only = Text("upper only");
constexpr auto lower_only = Text("lower only");
constexpr auto stage_pass1 = Text("first pass");
constexpr auto stage_pass2 = Text("second pass");
constexpr auto stage_layers = Text("sorted layers");
constexpr auto stage_rays = Text("rays");
constexpr auto stage_none = Text("not measured");

// The finding
constexpr const char* about = "\u2248 {}";  // while the jaw moves
constexpr const char* in_brackets = " ({})";
constexpr auto no_contact = Text("no contact");
constexpr const char* millimetres = "{} mm";
constexpr const char* square_millimetres = "{} mm\u00b2";
constexpr auto overlap = Text("Overlap");
constexpr auto touching = Text("Touching");
constexpr auto nothing_faces = Text("The jaws do not overlap in the view of the map");
constexpr auto contact_area = Text("contact {}");
// A depth beside its name.
constexpr auto deep = Text("{} deep");
constexpr const char* teeth_pair = "{} / {}";

}  // namespace intercusp::viewer::text
