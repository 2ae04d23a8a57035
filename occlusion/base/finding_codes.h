// Codes of findings that other code searches for. As constants, misspelt codes do not compile. Other codes
// are written where their finding is made. The value of each constant equals its name.
#pragma once

namespace intercusp::codes {

inline constexpr const char* bite_deeper_than_noise = "bite_deeper_than_noise";
inline constexpr const char* buccal_scans_disagree = "buccal_scans_disagree";
inline constexpr const char* jaw_not_in_buccal_scans = "jaw_not_in_buccal_scans";
inline constexpr const char* jaws_do_not_overlap = "jaws_do_not_overlap";
inline constexpr const char* jaws_far_apart = "jaws_far_apart";
inline constexpr const char* jaws_swapped = "jaws_swapped";
inline constexpr const char* misplaced = "misplaced";
inline constexpr const char* no_teeth_found = "no_teeth_found";
inline constexpr const char* not_in_bite = "not_in_bite";
inline constexpr const char* scan_inside_out = "scan_inside_out";
inline constexpr const char* several_bites_fit = "several_bites_fit";
inline constexpr const char* teeth_sides_contradict = "teeth_sides_contradict";
inline constexpr const char* too_few_opposing_teeth = "too_few_opposing_teeth";
inline constexpr const char* upper_not_above_lower = "upper_not_above_lower";

}  // namespace intercusp::codes
