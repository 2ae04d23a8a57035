// Words that the user reads on the views, in one place, ready for translation. Numbers are set into them by
// fmt.
#pragma once

namespace intercusp::viewer::text {

// Views
inline constexpr const char* frontal_view = "Frontal view";
inline constexpr const char* right_view = "View from the right";
inline constexpr const char* left_view = "View from the left";
inline constexpr const char* upper_occlusal_view = "Upper jaw, occlusal view";
inline constexpr const char* lower_occlusal_view = "Lower jaw, occlusal view";
inline constexpr const char* free_view = "Free view";
inline constexpr const char* map_view = "Clearance map";
inline constexpr const char* map_view_by_stage = "What decided each pixel";
inline constexpr const char* map_seen_from = "seen from below";
inline constexpr const char* section_view = "Section";

// Letters of the orientation marker
inline constexpr const char* superior_letter = "S";
inline constexpr const char* anterior_letter = "A";
inline constexpr const char* left_letter = "L";

// Legends
inline constexpr const char* clearance_legend = "Clearance, mm";
inline constexpr const char* contact_tick = "0 contact";
inline constexpr const char* overlap_tick = "–{}";
inline constexpr const char* deepest_tick = "–{} overlap";
inline constexpr const char* farthest_tick = "{} gap";
inline constexpr const char* threshold_tick = "{} threshold";
inline constexpr const char* upper_only = "upper only";
inline constexpr const char* lower_only = "lower only";
inline constexpr const char* not_scanned = "not scanned";
inline constexpr const char* compass_legend = "Contact by movement";
inline constexpr const char* compass_closing = "closing";
inline constexpr const char* compass_protrusion = "protrusion";
inline constexpr const char* compass_retrusion = "retrusion";
inline constexpr const char* compass_working = "working side";
inline constexpr const char* compass_balancing = "balancing side";
inline constexpr const char* compass_other = "at rest, other";
inline constexpr const char* stages_legend = "Decided by";
inline constexpr const char* stage_pass1 = "first pass";
inline constexpr const char* stage_pass2 = "second pass";
inline constexpr const char* stage_layers = "sorted layers";
inline constexpr const char* stage_rays = "rays";
inline constexpr const char* stage_none = "nothing measured";
inline constexpr const char* section_upper = "upper";
inline constexpr const char* section_lower = "lower";
inline constexpr const char* section_added = "closed by import";

// The finding
inline constexpr const char* least_distance = "Least distance {} mm";
inline constexpr const char* deepest_distance = "Overlap, {} mm deep";
inline constexpr const char* least_clearance = "Least clearance {} mm";
inline constexpr const char* deepest_clearance = "Overlap, {} mm along the projection";
inline constexpr const char* far_apart = "No contact within {} mm";
inline constexpr const char* nothing_faces = "The jaws do not face each other";
inline constexpr const char* contact_area = "contact {} mm²";
inline constexpr const char* balance = "left {} %, right {} %";
inline constexpr const char* interference = "interference";
inline constexpr const char* by_distance =
    "Contact: true distance to the other jaw at most {} mm, penetration counted; area on the lower's "
    "surface.";
inline constexpr const char* by_clearance =
    "Contact: clearance along the projection at most {} mm, penetration counted; area on the lower's "
    "surface.";
inline constexpr const char* painted_clearance = "Colours: clearance along the projection.";
inline constexpr const char* map_lines = "Lines: outlines of the jaws, {} mm (strong), {} mm (fine).";
inline constexpr const char* other_pose = "Of another pose than the present one.";
inline constexpr const char* disclaimer = "For research and planning support.";
inline constexpr const char* millimetres = "{} mm";

}  // namespace intercusp::viewer::text
