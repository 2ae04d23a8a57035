// Text that the user reads, in one place for translation. fmt fills in the numbers.
#pragma once

namespace intercusp::viewer::text {

constexpr const char* demo_labels = "made with the dentition";

constexpr const char* swap_jaws = "Swap upper and lower";
constexpr const char* turn_lower_over = "Turn the lower over";
constexpr const char* bring_together = "Bring the jaws together";
constexpr const char* unit_is = "The files are in {}";

constexpr const char* millimetres = "millimetres";
constexpr const char* centimetres = "centimetres";
constexpr const char* metres = "metres";
constexpr const char* inches = "inches";
constexpr const char* micrometres = "micrometres";

}  // namespace intercusp::viewer::text
