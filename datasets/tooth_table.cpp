// Mean crown sizes from Wheeler's tables (Ash & Nelson, Wheeler's Dental Anatomy; see datasets/README.md),
// and the positions of cusps, ridges and grooves for each kind of tooth.
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "datasets/tooth_shape.h"

namespace intercusp {
namespace {

struct CrownSize {
  double height, mesiodistal, mesiodistal_neck, buccolingual, buccolingual_neck;
};

// Central incisor to third molar, mm.
constexpr std::array<CrownSize, 8> upper_sizes = {{{10.5, 8.5, 7.0, 7.0, 6.0},
                                                   {9.0, 6.5, 5.0, 6.0, 5.0},
                                                   {10.0, 7.5, 5.5, 8.0, 7.0},
                                                   {8.5, 7.0, 5.0, 9.0, 8.0},
                                                   {8.5, 7.0, 5.0, 9.0, 8.0},
                                                   {7.5, 10.0, 8.0, 11.0, 10.0},
                                                   {7.0, 9.0, 7.0, 11.0, 10.0},
                                                   {6.5, 8.5, 6.5, 10.0, 9.5}}};
constexpr std::array<CrownSize, 8> lower_sizes = {{{9.0, 5.0, 3.5, 6.0, 5.3},
                                                   {9.5, 5.5, 4.0, 6.5, 5.8},
                                                   {11.0, 7.0, 5.5, 7.5, 7.0},
                                                   {8.5, 7.0, 5.0, 7.5, 6.5},
                                                   {8.0, 7.0, 5.0, 8.0, 7.0},
                                                   {7.5, 11.0, 9.0, 10.5, 9.0},
                                                   {7.0, 10.5, 8.0, 10.0, 9.0},
                                                   {7.0, 10.0, 7.5, 9.5, 9.0}}};

// Deciduous central incisor to second molar, mm (Black's means).
constexpr std::array<CrownSize, 5> upper_deciduous_sizes = {{{6.0, 6.5, 4.5, 5.0, 4.0},
                                                             {5.6, 5.1, 3.7, 4.8, 3.7},
                                                             {6.5, 7.0, 5.1, 7.0, 5.5},
                                                             {5.1, 7.3, 5.2, 8.5, 6.9},
                                                             {5.7, 8.2, 6.4, 10.0, 8.3}}};
constexpr std::array<CrownSize, 5> lower_deciduous_sizes = {{{5.0, 4.2, 3.0, 4.0, 3.5},
                                                             {5.2, 4.1, 3.0, 4.0, 3.5},
                                                             {6.0, 5.0, 3.7, 4.8, 4.0},
                                                             {6.0, 7.7, 6.5, 7.0, 5.3},
                                                             {5.5, 9.9, 7.2, 8.7, 6.4}}};

//! Silhouette from the neck over the widest place to the biting surface. `shares` are the parts of the way
//! from `neck` to `half`.
Silhouette widening(double neck, double half, const std::array<double, 3>& shares, double top) {
  Silhouette s{};
  s[0] = neck;
  for (std::size_t i = 0; i < 3; ++i) s[i + 1] = neck + (half - neck) * shares[i];
  s[4] = top * half;
  return s;
}

void set_incisor(ToothShape& t, Jaw jaw) {
  const double half = t.mesiodistal_mm / 2;
  const double neck = t.mesiodistal_neck_mm / 2;
  t.anterior = true;
  t.mesial = widening(neck, half, {0.45, 0.84, 1.0}, 0.99);
  t.distal = widening(neck, half, {0.50, 0.90, 1.0}, 0.96);
  const double b = t.buccolingual_mm / 2;
  const double n = t.buccolingual_neck_mm / 2;
  t.buccal = {n, 0.96 * b, 0.76 * b, 0.44 * b, 0.16 * b};
  t.lingual = {n, 1.0 * b, 0.56 * b, 0.26 * b, 0.13 * b};
  t.squareness = 0.35;
  t.lingual_taper = jaw == Jaw::upper ? 0.22 : 0.18;
  t.edge_rounding_mm = 0.45;
  t.mesial_slope = 0.02;
  t.distal_slope = 0.05;
  t.corner_drop_mm = jaw == Jaw::upper ? (t.mesiodistal_mm > 8 ? 0.5 : 0.8) : 0.2;
  const double h = t.height_mm;
  const double depth = jaw == Jaw::upper ? 0.35 : 0.15;
  t.bumps = {{-1, 0, 0.58 * h, 0.36 * t.mesiodistal_mm, 0.34 * h, -depth},
             {-1, -0.38 * t.mesiodistal_mm, 0.55 * h, 0.16 * t.mesiodistal_mm, 0.38 * h, 0.6 * depth},
             {-1, 0.38 * t.mesiodistal_mm, 0.55 * h, 0.16 * t.mesiodistal_mm, 0.38 * h, 0.6 * depth},
             {1, -0.17 * t.mesiodistal_mm, 0.72 * h, 0.09 * t.mesiodistal_mm, 0.32 * h, -0.07},
             {1, 0.17 * t.mesiodistal_mm, 0.72 * h, 0.09 * t.mesiodistal_mm, 0.32 * h, -0.07}};
}

void set_canine(ToothShape& t, Jaw jaw) {
  const double half = t.mesiodistal_mm / 2;
  const double neck = t.mesiodistal_neck_mm / 2;
  t.anterior = true;
  t.mesial = widening(neck, half, {0.35, 0.75, 1.0}, 0.93);
  t.distal = widening(neck, half, {0.45, 0.90, 1.0}, 0.86);
  const double b = t.buccolingual_mm / 2;
  const double n = t.buccolingual_neck_mm / 2;
  t.buccal = {n, 0.98 * b, 0.84 * b, 0.52 * b, 0.18 * b};
  t.lingual = {n, 1.0 * b, 0.64 * b, 0.32 * b, 0.18 * b};
  t.squareness = 0.2;
  t.lingual_taper = 0.3;
  t.edge_rounding_mm = 0.6;
  t.tip_x = -0.3;
  t.mesial_slope = jaw == Jaw::upper ? 0.42 : 0.32;
  t.distal_slope = jaw == Jaw::upper ? 0.50 : 0.45;
  t.corner_drop_mm = 0.2;
  const double h = t.height_mm;
  t.bumps = {{1, -0.3, 0.6 * h, 0.24 * t.mesiodistal_mm, 0.5 * h, 0.25},
             {-1, -0.2, 0.6 * h, 0.13 * t.mesiodistal_mm, 0.4 * h, 0.2},
             {-1, -0.26 * t.mesiodistal_mm, 0.55 * h, 0.14 * t.mesiodistal_mm, 0.3 * h, -0.2},
             {-1, 0.24 * t.mesiodistal_mm, 0.55 * h, 0.14 * t.mesiodistal_mm, 0.3 * h, -0.2}};
}

//! Sets the walls of premolars and molars. `buccal_top` and `lingual_top` are extents at the
//! height of the cusps.
void set_posterior_walls(ToothShape& t, double buccal_top, double lingual_top) {
  const double half = t.mesiodistal_mm / 2;
  const double neck = t.mesiodistal_neck_mm / 2;
  t.mesial = widening(neck, half, {0.45, 0.85, 1.0}, 0.90);
  t.distal = widening(neck, half, {0.50, 0.92, 1.0}, 0.88);
  const double b = t.buccolingual_mm / 2;
  const double n = t.buccolingual_neck_mm / 2;
  t.buccal = {n, b, 0.97 * b, 0.5 * (0.93 * b + buccal_top), buccal_top};
  t.lingual = {n, 0.96 * b, b, 0.5 * (0.97 * b + lingual_top), lingual_top};
  t.edge_rounding_mm = 1.0;
}

Ridge marginal_ridge(double x, double half_y, double z) { return {x, -half_y, z, x, half_y, z, 0.25, 0.6}; }

void set_upper_premolar(ToothShape& t, bool first) {
  set_posterior_walls(t, 3.9, 3.7);
  t.squareness = 0.25;
  t.lingual_taper = first ? 0.2 : 0.1;
  const double h = t.height_mm;
  const double lingual_drop = first ? 0.9 : 0.4;
  t.cusps = {{first ? 0.3 : 0.0, 2.8, h, 0.62}, {-0.5, -2.7, h - lingual_drop, 0.52}};
  t.ridges = {marginal_ridge(-2.7, 2.2, h - 2.0), marginal_ridge(2.7, 2.2, h - 2.0)};
  t.grooves = {{-1.9, 0.1, 1.9, 0.0, 0.3, 0.35},
               {-1.9, 0.1, -2.5, 1.1, 0.2, 0.3},
               {1.9, 0.0, 2.5, 1.1, 0.2, 0.3},
               {-1.9, 0.1, -2.5, -1.0, 0.2, 0.3},
               {1.9, 0.0, 2.5, -1.0, 0.2, 0.3}};
  t.bumps = {{1, 0, 0.6 * h, 1.4, 0.5 * h, 0.2}};
}

void set_upper_molar(ToothShape& t, bool first) {
  set_posterior_walls(t, 4.6, 4.4);
  t.squareness = 0.62;
  t.lingual_taper = first ? 0.0 : 0.12;
  t.shear = first ? -0.08 : -0.11;  // the buccal side is shifted mesially
  const double h = t.height_mm;
  const double s = t.mesiodistal_mm / 10.0;
  const double small = first ? 0.8 : 1.2;  // the distolingual cusp is the smallest
  t.cusps = {{-2.6 * s, 2.9, h, 0.60},
             {2.0 * s, 2.8, h - 0.3, 0.60},
             {-1.7 * s, -2.7, h - 0.1, 0.54},
             {2.7 * s, -3.0, h - small, 0.55}};
  t.ridges = {marginal_ridge(-4.1 * s, 2.6, h - 1.9),
              marginal_ridge(4.1 * s, 2.4, h - 2.0),
              {-1.7 * s, -2.7, h - 0.3, 2.0 * s, 2.8, h - 0.5, first ? 0.75 : 1.0, 0.6}};  // oblique ridge
  t.grooves = {{-2.6 * s, 0.3, -0.5 * s, 0.3, 0.35, 0.4}, {-0.5 * s, 0.3, -0.3 * s, 4.6, 0.3, 0.4},
               {-2.6 * s, 0.3, -3.6 * s, 1.4, 0.2, 0.35}, {-2.6 * s, 0.3, -3.6 * s, -1.0, 0.2, 0.35},
               {3.0 * s, 0.6, 2.0 * s, -1.4, 0.25, 0.35}, {2.0 * s, -1.4, 0.9 * s, -4.6, 0.35, 0.4},
               {3.0 * s, 0.6, 3.7 * s, 1.6, 0.2, 0.3}};
  t.bumps = {{1, -0.3 * s, 0.75 * h, 0.8, 0.4 * h, -0.3}, {-1, 0.8 * s, 0.8 * h, 0.8, 0.45 * h, -0.3}};
  if (first) t.bumps.push_back({-1, -2.6, 0.5 * h, 1.3, 0.22 * h, 0.25});  // trace of Carabelli's cusp
}

void set_lower_first_premolar(ToothShape& t) {
  set_posterior_walls(t, 2.5, 3.7);
  t.squareness = 0.2;
  t.lingual_taper = 0.22;
  const double h = t.height_mm;
  t.cusps = {{-0.2, 0.9, h, 0.74}, {-0.1, -2.35, h - 1.3, 0.68}};
  t.ridges = {{-2.6, -2.0, h - 2.3, -2.3, 1.2, h - 1.5, 0.15, 0.6},
              {2.6, -2.0, h - 2.2, 2.3, 1.2, h - 1.4, 0.15, 0.6},
              {-0.2, 0.9, h - 0.3, -0.1, -2.35, h - 2.0, 1.1, 0.6}};
  t.grooves = {{-1.6, -0.9, -1.2, -1.9, 0.3, 0.4}, {1.6, -0.9, 1.2, -1.9, 0.25, 0.4}};
  t.bumps = {{1, -0.2, 0.6 * h, 1.5, 0.5 * h, 0.2}};
}

void set_lower_second_premolar(ToothShape& t) {
  set_posterior_walls(t, 2.9, 3.6);
  t.squareness = 0.3;
  t.lingual_taper = 0.05;
  const double h = t.height_mm;
  t.cusps = {{-0.1, 1.5, h, 0.54}, {-1.2, -2.4, h - 0.9, 0.55}, {1.6, -2.4, h - 1.3, 0.55}};
  t.ridges = {marginal_ridge(-2.7, 2.0, h - 1.5), marginal_ridge(2.7, 2.0, h - 1.6)};
  t.grooves = {{-1.8, -0.4, 1.8, -0.4, 0.3, 0.35},
               {0.3, -0.4, 0.3, -3.4, 0.3, 0.35},
               {-1.8, -0.4, -2.4, 0.5, 0.2, 0.3},
               {1.8, -0.4, 2.4, 0.5, 0.2, 0.3}};
  t.bumps = {{1, 0, 0.6 * h, 1.5, 0.5 * h, 0.2}};
}

void set_lower_first_molar(ToothShape& t) {
  set_posterior_walls(t, 3.9, 4.2);
  t.squareness = 0.6;
  t.lingual_taper = 0.1;
  const double h = t.height_mm;
  t.cusps = {{-3.4, 2.5, h, 0.54},
             {0.1, 2.7, h - 0.15, 0.56},
             {3.6, 1.6, h - 0.5, 0.58},
             {-2.5, -2.7, h, 0.52},
             {2.0, -2.7, h - 0.2, 0.54}};
  t.ridges = {marginal_ridge(-4.6, 2.4, h - 1.6), marginal_ridge(4.6, 2.0, h - 1.7)};
  t.grooves = {{-3.3, 0.0, 3.3, -0.2, 0.35, 0.4}, {-1.7, 0.0, -1.6, 4.2, 0.35, 0.4},
               {1.9, -0.1, 2.3, 4.0, 0.3, 0.4},   {-0.2, -0.1, -0.3, -4.2, 0.35, 0.4},
               {-3.3, 0.0, -4.1, 1.0, 0.2, 0.3},  {-3.3, 0.0, -4.1, -1.0, 0.2, 0.3},
               {3.3, -0.2, 4.0, -1.2, 0.2, 0.3}};
  t.bumps = {{1, -1.6, 0.75 * h, 0.8, 0.45 * h, -0.32},
             {1, 2.3, 0.75 * h, 0.8, 0.4 * h, -0.28},
             {-1, -0.3, 0.85 * h, 0.8, 0.35 * h, -0.28}};
}

void set_lower_second_molar(ToothShape& t) {
  set_posterior_walls(t, 3.8, 4.0);
  t.squareness = 0.62;
  t.lingual_taper = 0.08;
  const double h = t.height_mm;
  t.cusps = {
      {-2.5, 2.6, h, 0.54}, {2.4, 2.5, h - 0.2, 0.55}, {-2.4, -2.6, h, 0.52}, {2.2, -2.6, h - 0.2, 0.54}};
  t.ridges = {marginal_ridge(-4.4, 2.3, h - 1.6), marginal_ridge(4.4, 2.1, h - 1.7)};
  t.grooves = {{-3.1, 0.0, 3.1, 0.0, 0.35, 0.4},  {0.0, 0.0, 0.0, 4.0, 0.35, 0.4},
               {0.0, 0.0, -0.1, -4.0, 0.35, 0.4}, {-3.1, 0.0, -3.9, 1.0, 0.2, 0.3},
               {-3.1, 0.0, -3.9, -1.0, 0.2, 0.3}, {3.1, 0.0, 3.9, 1.0, 0.2, 0.3},
               {3.1, 0.0, 3.9, -1.0, 0.2, 0.3}};
  t.bumps = {{1, 0, 0.75 * h, 0.8, 0.45 * h, -0.3}, {-1, -0.1, 0.85 * h, 0.8, 0.35 * h, -0.28}};
}

//! The third molar is a smaller second molar, with nearly no upper distolingual cusp.
void set_third_molar(ToothShape& t, Jaw jaw) {
  if (jaw == Jaw::lower) return set_lower_second_molar(t);
  set_upper_molar(t, false);
  t.lingual_taper = 0.25;
  t.cusps.back().z -= 0.7;
}

//! The crown stretched to other sizes; the neck has a scale of its own.
ToothShape stretched(ToothShape t, const CrownSize& size) {
  const double x = size.mesiodistal / t.mesiodistal_mm;
  const double y = size.buccolingual / t.buccolingual_mm;
  const double z = size.height / t.height_mm;
  const double steeper = z / std::sqrt(x * y);
  for (std::size_t i = 0; i < silhouette_heights.size(); ++i) {
    t.mesial[i] *= x;
    t.distal[i] *= x;
    t.buccal[i] *= y;
    t.lingual[i] *= y;
  }
  t.mesial[0] = t.distal[0] = size.mesiodistal_neck / 2;
  t.buccal[0] = t.lingual[0] = size.buccolingual_neck / 2;
  for (Cusp& c : t.cusps) c = {c.x * x, c.y * y, c.z * z, c.slope * steeper};
  for (Ridge& r : t.ridges) {
    r = {r.x0 * x, r.y0 * y, r.z0 * z, r.x1 * x, r.y1 * y, r.z1 * z, r.sag_mm * z, r.slope * steeper};
  }
  for (Groove& g : t.grooves) {
    g = {g.x0 * x, g.y0 * y, g.x1 * x, g.y1 * y, g.depth_mm * z, g.half_width_mm * x};
  }
  for (WallBump& b : t.bumps) {
    b = {b.side, b.x * x, b.z * z, b.half_x_mm * x, b.half_z_mm * z, b.height_mm * y};
  }
  t.shear *= x / y;
  t.tip_x *= x;
  t.mesial_slope *= z / x;
  t.distal_slope *= z / x;
  t.corner_drop_mm *= z;
  t.edge_rounding_mm *= std::min({x, y, z});
  t.mesiodistal_mm = size.mesiodistal;
  t.buccolingual_mm = size.buccolingual;
  t.height_mm = size.height;
  t.mesiodistal_neck_mm = size.mesiodistal_neck;
  t.buccolingual_neck_mm = size.buccolingual_neck;
  return t;
}

//! Deciduous incisors and canines are small permanent ones. Second deciduous molars resemble first permanent
//! molars; first deciduous molars resemble premolars in the upper jaw and second permanent molars in the
//! lower (Wheeler).
ToothShape deciduous_shape(int fdi) {
  const bool of_upper = jaw_of(fdi) == Jaw::upper;
  constexpr std::array<int, 5> upper_models = {11, 12, 13, 14, 16};
  constexpr std::array<int, 5> lower_models = {31, 32, 33, 37, 36};
  const auto i = static_cast<std::size_t>(place_of(fdi) - 1);
  ToothShape shape = stretched(tooth_shape((of_upper ? upper_models : lower_models)[i]),
                               (of_upper ? upper_deciduous_sizes : lower_deciduous_sizes)[i]);
  shape.fdi = fdi;
  return shape;
}

}  // namespace

ToothShape stretched(const ToothShape& tooth, const CrownScale& scale) {
  ToothShape t =
      stretched(tooth, CrownSize{.height = tooth.height_mm * scale.height,
                                 .mesiodistal = tooth.mesiodistal_mm * scale.mesiodistal,
                                 .mesiodistal_neck = tooth.mesiodistal_neck_mm * scale.mesiodistal,
                                 .buccolingual = tooth.buccolingual_mm * scale.buccolingual,
                                 .buccolingual_neck = tooth.buccolingual_neck_mm * scale.buccolingual});
  const double higher = scale.cusp_height - 1;
  for (Cusp& c : t.cusps) {
    c.z += higher * (c.z - t.height_mm);
    c.slope *= scale.cusp_height;
  }
  for (Ridge& r : t.ridges) {
    r.z0 += higher * (r.z0 - t.height_mm);
    r.z1 += higher * (r.z1 - t.height_mm);
    r.sag_mm *= scale.cusp_height;
    r.slope *= scale.cusp_height;
  }
  return t;
}

ToothShape tooth_shape(int fdi) {
  if (!is_tooth(fdi)) throw std::invalid_argument("no such tooth: " + std::to_string(fdi));
  if (is_milk(fdi)) return deciduous_shape(fdi);
  const Jaw jaw = *jaw_of(fdi);
  const int place = place_of(fdi);
  const CrownSize& size =
      (jaw == Jaw::upper ? upper_sizes : lower_sizes)[static_cast<std::size_t>(place - 1)];
  ToothShape tooth{.fdi = fdi,
                   .mesiodistal_mm = size.mesiodistal,
                   .buccolingual_mm = size.buccolingual,
                   .height_mm = size.height,
                   .mesiodistal_neck_mm = size.mesiodistal_neck,
                   .buccolingual_neck_mm = size.buccolingual_neck};
  if (place <= 2) set_incisor(tooth, jaw);
  if (place == 3) set_canine(tooth, jaw);
  if (place == 8) set_third_molar(tooth, jaw);
  if (jaw == Jaw::upper) {
    if (place == 4 || place == 5) set_upper_premolar(tooth, place == 4);
    if (place == 6 || place == 7) set_upper_molar(tooth, place == 6);
  } else {
    if (place == 4) set_lower_first_premolar(tooth);
    if (place == 5) set_lower_second_premolar(tooth);
    if (place == 6) set_lower_first_molar(tooth);
    if (place == 7) set_lower_second_molar(tooth);
  }
  return tooth;
}

}  // namespace intercusp
