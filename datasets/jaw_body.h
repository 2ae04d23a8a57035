// A jaw as a body of crowns and gum, evaluated point by point in planes across its arch.
//
// A station is one such plane. Its origin is at the necks of the teeth, `out` points to cheek or lip, `up` to
// the bite. Points of the plane are (q, z), mm along out and up.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "datasets/arch.h"

namespace intercusp {

enum class FacingSide { up, down };

//! Heights of one jaw's biting side over a regular grid in x and y; case frame, mm.
struct HeightGrid {
  Eigen::Vector2d min{0, 0};  //!< place of the first sample
  double cell_mm = 0.1;
  std::size_t width = 0, height = 0;
  std::vector<double> z;  //!< mm, row by row in y; NaN outside the jaw

  //! Bilinear interpolation; NaN if one of the four samples is missing.
  [[nodiscard]] double at(double x, double y) const;
};

//! Outermost heights of a grid of points (`columns` × `rows`, column by column, joined to quads): the highest
//! ones for `up`, the lowest ones for `down`.
[[nodiscard]] HeightGrid height_grid(const std::vector<Eigen::Vector3d>& points, std::size_t rows,
                                     FacingSide side, double cell_mm);

//! Lowers each height to the mean over its neighbours (3 × 3, binomial weights) if that is lower.
[[nodiscard]] HeightGrid pits_filled(const HeightGrid& grid);

struct Station {
  Eigen::Vector3d base, out, up;
  double arch_mm = 0;
  double buccal_mm = 0, lingual_mm = 0;  //!< half widths of the neck
  double between = 0;                    //!< 0 at the middle of a tooth, 1 where two touch
  double papilla = 0;  //!< height of the gum's tip between two teeth: 1 where they touch, 0 away from there
  double palate_slope = 0;  //!< outward per mm of depth
  double papilla_mm = 0;    //!< height of the gum's tip between the teeth
  double gum_mm = 0;        //!< level of the gum besides the papilla
  double blade_mm = 0;      //!< below this height the middle of the plane is always inside
  double bottom_mm = 0;     //!< height at which the scan ends
  double thickness = 1;     //!< relative thickness of the gum; smaller behind the last tooth
};

struct JawBody {
  Jaw which = Jaw::upper;
  std::vector<PlacedTooth> teeth;  //!< right to left
  std::vector<Station> stations;   //!< every station_step_mm from the right end to the left
  HeightGrid opposing;  //!< lower jaw only: underside of the upper jaw, which wears the cusps; may be empty
  std::array<double, 4> wave_phase{};
  std::vector<Eigen::Vector3d> wire;  //!< from bracket to bracket; its label is 0
};

inline constexpr double station_step_mm = 0.1;

//! Makes the stations of a jaw from its teeth.
[[nodiscard]] JawBody jaw_body(std::vector<PlacedTooth> teeth, Jaw which, std::uint64_t seed);

//! Removes teeth; gum closes over their places.
void lose_teeth(JawBody& jaw, const std::vector<int>& missing);

//! The station at a position along the arch, interpolated between the entries of the table.
[[nodiscard]] Station station_at(const JawBody& jaw, double arch_mm);

struct BodyValue {
  double inside_mm;  //!< positive inside the jaw; near the surface approximately the distance
  int label;         //!< FDI number of the tooth; 0 if the gum is outermost
};

[[nodiscard]] BodyValue inside_jaw(const JawBody& jaw, const Station& station, double q, double z);

//! The station whose plane contains a point of the case frame.
//! \param near_mm a position along the arch near the point
[[nodiscard]] Station station_of(const JawBody& jaw, const Eigen::Vector3d& point, double near_mm);

//! Value of the body at a point of the case frame.
//! \param near_mm as in station_of
[[nodiscard]] BodyValue inside_jaw_at(const JawBody& jaw, const Eigen::Vector3d& point, double near_mm);

}  // namespace intercusp
