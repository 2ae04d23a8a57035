// What numbers mean, in words that every report, picture and panel shares. The definition of a contact
// accompanies its number.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/language/tooth_names.h"
#include "occlusion/case/bite.h"
#include "occlusion/contacts/intervals.h"
#include "occlusion/directions/sectors.h"
#include "occlusion/engines/engine_reason.h"
#include "occlusion/maps/map_engine.h"

namespace intercusp {

enum class EngineKind;

//! What a clearance is.
[[nodiscard]] std::string measure_sentence();

//! What a contact by clearance and its area are, with the thresholds.
[[nodiscard]] std::string contact_sentence(const std::vector<double>& thresholds_mm);

//! What a surface distance is.
[[nodiscard]] std::string surface_distance_sentence();

//! What the engine rounds before it compares anything.
[[nodiscard]] std::string quantisation_sentence(const Quantisation& quantisation);

//! The lengths in words: "0.05, 0.1 and 0.2 mm".
[[nodiscard]] std::string in_words(const std::vector<double>& lengths_mm);

//! The shortest decimal form that reads back as the number: "0.05", "1".
[[nodiscard]] std::string shortest(double number);

//! The text with its first letter as a capital, if that is an ASCII letter.
[[nodiscard]] std::string capitalised(std::string text);

//! The number without the rounding error of arithmetic on short decimals: 0.75 × 0.4 is 0.3.
[[nodiscard]] double as_decimal(double number);

//! The angle in degrees, without the rounding error of converting to radians and back: 0.05° stays 0.05.
[[nodiscard]] double in_degrees(double angle_rad);

//! The number with this many decimals. The minus sign is an en dash, and zero has none: "–0.235".
[[nodiscard]] std::string rounded(double number, int decimals);

//! "–0.281 to –0.190".
[[nodiscard]] std::string rounded(const Interval& interval, int decimals);

//! A signed distance without a sign: "0.025 mm deep", "0.017 mm apart".
[[nodiscard]] std::string depth_text(double distance_mm);
//! "0.015 to 0.081 mm deep", "0.081 mm deep to 0.017 mm apart".
[[nodiscard]] std::string depth_text(const Interval& distance_mm);

//! "1.5, 2.5, 3.5"; with semicolons if the comma is the decimal mark.
[[nodiscard]] std::string vector_text(const Eigen::Vector3d& vector, int decimals);

//! "right posterior", "left molars".
[[nodiscard]] std::string place_in_arch(ArchPart part);
//! "left molars", or "sector 2 of 7, from the right".
[[nodiscard]] std::string sector_name(const SectoredArch& arch, std::size_t sector);

//! Why the engine was chosen. Names the OpenGL renderer if there is one.
[[nodiscard]] std::string engine_reason_in_words(const EngineReason& reason);

//! The name of a tooth, with a question mark if its number is uncertain: "36?".
[[nodiscard]] std::string tooth_name(const EstimatedTooth& tooth);
[[nodiscard]] std::string tooth_name(const Bite& bite, int fdi);

//! The only threshold, or else the one closest to 0.1 mm; of two that are equally close, the smaller. The
//! first page and the tables of contacts use this one.
//! \pre at least one
[[nodiscard]] double headline_threshold(const std::vector<double>& thresholds_mm);

//! Three digits, in µm below 1 mm: "0.900 µm", "12.3 µm", "1.25 mm"; "–" for NaN.
[[nodiscard]] std::string length_text(double length_mm);

//! "120 × 90 pixels of 0.05 mm, zlist engine".
[[nodiscard]] std::string map_sentence(const PixelGrid& grid, EngineKind engine);

}  // namespace intercusp
