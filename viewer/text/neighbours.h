// Text of the neighbouring teeth in the Contacts step.
#pragma once

#include "io/language/language.h"

namespace intercusp::viewer::text {

constexpr Text neighbours_heading("Neighbouring teeth");
constexpr Text column_neighbours("Teeth");
constexpr Text column_neighbour_distance("mm apart");
constexpr Text column_neighbour_area("mm²");
constexpr Text neighbours_tight("tight");
constexpr Text neighbours_open("open");
constexpr Text neighbours_explained(
    "Tight: at most {} mm apart, the thickness of a steel strip. mm²: the surface within that distance. "
    "Below 0 the teeth overlap. Click a pair to centre it.");
constexpr Text neighbours_of_whole_scans(
    "On the scan of a whole arch neighbours cannot be measured: the surfaces between the teeth were never "
    "seen. Open the teeth as single files.");
constexpr Text neighbours_of_upper_missing(
    "The upper jaw is a scan of a whole arch, without surfaces between its teeth.");
constexpr Text neighbours_of_lower_missing(
    "The lower jaw is a scan of a whole arch, without surfaces between its teeth.");
constexpr Text neighbours_wait("The neighbours are being measured.");
constexpr Text measuring_neighbours("Measuring neighbouring teeth…");

}  // namespace intercusp::viewer::text
