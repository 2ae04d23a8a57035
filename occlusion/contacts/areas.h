// Contact areas, clipped along the contour of the threshold inside pixels and triangles.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "occlusion/case/bite.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp {

//! How much of each pixel is in contact: the share of its square where the clearance, interpolated linearly
//! between pixel centres (pixel_contacts.h), is at most the threshold; 0 to 1. 0 for pixels without a finite
//! clearance, which are left out of the interpolation as well.
[[nodiscard]] std::vector<float> contact_shares(const ClearanceMap& map, double threshold_mm);

//! The sum of contact_shares times the area of a pixel, mm², without making the array: for live use.
[[nodiscard]] double contact_area_mm2(const ClearanceMap& map, double threshold_mm);

//! The area of the lower's surface in each pixel, mm² per pixel fully in contact: the pixel's area over the cosine of
//! the lower face's normal with π. It is 0 without a lower face, and if that cosine is below `steep_cosine`: such faces
//! are clipped as triangles (steep_contacts).
[[nodiscard]] std::vector<float> lower_surface_per_pixel(const ClearanceMap& map, const Bite& bite);
constexpr double steep_cosine = 0.2;

//! A triangle on a steep face of the lower's anatomy that the map sees; faces with longer edges are cut into
//! triangles with edges of at most `steep_piece_mm`.
struct SteepPiece {
  std::size_t pixel;  //!< of the piece's centroid: its tooth and patch are those of that pixel
  std::int32_t lower_face;
  double area_mm2;
  std::array<double, 3> clearance_mm;  //!< at its corners
};
constexpr double steep_piece_mm = 0.3;

//! The pieces of all steep faces (0 < cosine < steep_cosine), in order of face. A piece is seen if its centroid's pixel
//! has a finite clearance and the lower's surface there is this face or no further from the piece than the face climbs
//! in one pixel. The clearance at a corner is the depth of the plane of the upper face that the map names there (or, if
//! it names none, at the piece's centroid) minus the corner's depth.
[[nodiscard]] std::vector<SteepPiece> steep_pieces(const ClearanceMap& map, const Bite& bite);

//! A piece of a steep face of the lower that is at least partly in contact.
struct SteepContact {
  std::size_t pixel;  //!< of the piece's centroid
  std::int32_t lower_face;
  double area_mm2;  //!< of the part with a clearance of at most the threshold; above 0
};
[[nodiscard]] std::vector<SteepContact> steep_contacts(std::span<const SteepPiece> pieces,
                                                       double threshold_mm);

}  // namespace intercusp
