// Contact areas, clipped along the contour of the threshold inside pixels and triangles.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "occlusion/case/bite.h"
#include "occlusion/maps/clearance_map.h"

namespace intercusp {

//! Share of each pixel's square that is in contact, 0 to 1: where the clearance, interpolated linearly
//! between pixel centres (pixel_contacts.h), is at most the threshold. Pixels without a finite clearance have
//! share 0 and are left out of the interpolation.
[[nodiscard]] std::vector<float> contact_shares(const ClearanceMap& map, double threshold_mm);

//! Sum of contact_shares times the area of a pixel, mm². Stores no array, for live use.
[[nodiscard]] double contact_area_mm2(const ClearanceMap& map, double threshold_mm);

//! Area of the lower's surface in each pixel, mm², if the pixel is fully in contact: the pixel's area over
//! the cosine between the lower face's normal and π. It is 0 without a lower face, and if that cosine is
//! below `steep_cosine`; such faces are clipped as triangles (steep_contacts).
[[nodiscard]] std::vector<float> lower_surface_per_pixel(const ClearanceMap& map, const Bite& bite);
constexpr double steep_cosine = 0.2;

//! A triangle on a steep anatomical face of the lower that the map sees. Faces with longer edges are cut into
//! triangles with edges of at most `steep_piece_mm`.
struct SteepPiece {
  std::size_t pixel;  //!< pixel of the piece's centroid; the piece belongs to this pixel's tooth and patch
  std::int32_t lower_face;
  double area_mm2;
  std::array<double, 3> clearance_mm;  //!< at the piece's corners
};
constexpr double steep_piece_mm = 0.3;

//! Pieces of all steep faces (0 < cosine < steep_cosine), sorted by face. A piece is seen if the pixel of its
//! centroid has a finite clearance and the lower's surface there is this face, or is no farther from the
//! piece than the face climbs in one pixel. The clearance at a corner is the depth of the plane of an upper
//! face minus the depth of the corner. The upper face is the one that the map names at the corner or, if it
//! names none, at the piece's centroid.
[[nodiscard]] std::vector<SteepPiece> steep_pieces(const ClearanceMap& map, const Bite& bite);

//! A piece of a steep face of the lower that is at least partly in contact.
struct SteepContact {
  std::size_t pixel;  //!< pixel of the piece's centroid
  std::int32_t lower_face;
  double area_mm2;  //!< area of the part with a clearance of at most the threshold; above 0
};
[[nodiscard]] std::vector<SteepContact> steep_contacts(std::span<const SteepPiece> pieces,
                                                       double threshold_mm);

}  // namespace intercusp
