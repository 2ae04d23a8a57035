// Contact areas, clipped along the contour of the threshold inside pixels and triangles.
#pragma once

#include <vector>

#include "occlusion/maps/clearance_map.h"
#include "occlusion/pose/bite.h"

namespace intercusp {

//! How much of each pixel is in contact: the share of its square where the clearance, interpolated linearly between
//! pixel centres, is at most the threshold; 0 to 1. A neighbour without a clearance leaves the pixel its own value.
[[nodiscard]] std::vector<float> contact_shares(const ClearanceMap& map, double threshold_mm);

//! The area of the lower's surface in each pixel, mm² per pixel fully in contact: the pixel's area over the cosine of
//! the lower face's normal with π; 0 where there is no lower face and where that cosine is below
//! `steep_cosine`: such faces are clipped as triangles (steep_contacts).
[[nodiscard]] std::vector<float> lower_surface_per_pixel(const ClearanceMap& map, const Bite& bite);
constexpr double steep_cosine = 0.2;

//! A steep face of the lower that is partly in contact.
struct SteepContact {
  std::size_t pixel;  //!< of the face's centroid: its tooth and patch are those of that pixel
  std::int32_t lower_face;
  double area_mm2;    //!< of the part with a clearance of at most the threshold
};
[[nodiscard]] std::vector<SteepContact> steep_contacts(const ClearanceMap& map, const Bite& bite, double threshold_mm);

}  // namespace intercusp
