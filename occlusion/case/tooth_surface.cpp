#include "occlusion/case/tooth_surface.h"

#include <cmath>
#include <limits>

#include "occlusion/geometry/decompositions.h"

namespace intercusp {
namespace {

constexpr double near_mm = 1.0;    // less than half a cusp, but several edges of a scan's mesh
constexpr double curved = 0.15;    // 1/mm
constexpr double third = 1.0 / 3;  // share of half an extent, measured from the middle
constexpr double cos_15_deg = 0.966, cos_50_deg = 0.643, cos_60_deg = 0.5, cos_65_deg = 0.423;

}  // namespace

ToothSurface::ToothSurface(const Solid& jaw, const Eigen::Isometry3d& case_from_jaw, const ToothAxes& tooth)
    : jaw_(jaw), tooth_(tooth), tooth_from_jaw_(tooth.tooth_from_case() * case_from_jaw) {
  x_.reserve(tooth.faces.size());
  y_.reserve(tooth.faces.size());
  z_.reserve(tooth.faces.size());
  for (const std::uint32_t face : tooth.faces) {
    const Eigen::Vector3f corner =
        (tooth_from_jaw_ * jaw.mesh.vertices[jaw.mesh.faces[face][0]]).cast<float>();
    x_.push_back(corner.x());
    y_.push_back(corner.y());
    z_.push_back(corner.z());
  }
}

ToothSurface::Piece ToothSurface::piece(std::uint32_t face) const {
  const auto& [a, b, c] = jaw_.mesh.faces[face];
  const Eigen::Vector3d sum = jaw_.mesh.vertices[a] + jaw_.mesh.vertices[b] + jaw_.mesh.vertices[c];
  const Eigen::Vector3d normal = tooth_from_jaw_.linear() * face_normal_twice_area(jaw_.mesh, face);
  return {tooth_from_jaw_ * Eigen::Vector3d(sum / 3), normal.normalized(), 0.5 * normal.norm()};
}

//! The piece nearest to the middle of all pieces, with the mean normal around it.
std::optional<ToothSurface::Spot> ToothSurface::spot_amid(const std::vector<Piece>& pieces) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  double area_mm2 = 0;
  for (const Piece& piece : pieces) {
    sum += piece.area_mm2 * piece.middle;
    area_mm2 += piece.area_mm2;
  }
  if (!(area_mm2 > 0)) return std::nullopt;
  const Eigen::Vector3d middle = sum / area_mm2;
  Spot spot{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
  double least = std::numeric_limits<double>::infinity();
  for (const Piece& piece : pieces) {
    const double distance = (piece.middle - middle).squaredNorm();
    if (piece.area_mm2 <= 0 || distance >= least) continue;
    least = distance;
    spot.middle = piece.middle;
  }
  constexpr double around_mm = 0.5;
  for (const Piece& piece : pieces) {
    if ((piece.middle - spot.middle).norm() <= around_mm) spot.normal += piece.area_mm2 * piece.normal;
  }
  spot.normal.normalize();
  return spot;
}

Eigen::Vector3d ToothSurface::share_of(const Eigen::Vector3d& point) const {
  return 2 * point.cwiseQuotient(
                 Eigen::Vector3d(tooth_.mesiodistal_mm, tooth_.buccolingual_mm, tooth_.height_mm));
}

Buccolingual ToothSurface::side_of_front(const Spot& spot) const {
  if (share_of(spot.middle).z() > 0.5 && spot.normal.z() > cos_60_deg) return Buccolingual::incisal;
  return spot.normal.y() > 0 ? Buccolingual::buccal : Buccolingual::lingual;
}

std::optional<ToothSurface::Curvature> ToothSurface::curvature_at(const Spot& spot) const {
  const Eigen::Vector3f at = spot.middle.cast<float>();
  constexpr float corner_mm = near_mm + 0.3F;  // from the middle of a face to its corners
  std::vector<std::uint32_t> faces;
  for (std::size_t i = 0; i < x_.size(); ++i) {
    const float dx = x_[i] - at.x(), dy = y_[i] - at.y(), dz = z_[i] - at.z();
    if (dx * dx + dy * dy + dz * dz <= corner_mm * corner_mm) faces.push_back(tooth_.faces[i]);
  }
  constexpr std::size_t enough_pieces = 100;  // more than ten times the coefficients of a quadric
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < faces.size(); i += faces.size() / enough_pieces + 1) {
    const Piece near = piece(faces[i]);
    const bool same_side = near.normal.dot(spot.normal) > 0;  // false beyond an incisal edge
    if (same_side && (near.middle - spot.middle).norm() <= near_mm) pieces.push_back(near);
  }
  constexpr std::size_t fewest_pieces = 12;  // twice the coefficients of a quadric
  if (pieces.size() < fewest_pieces) return std::nullopt;
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();
  for (const Piece& near : pieces) normal += near.area_mm2 * near.normal;
  normal.normalize();
  const Eigen::Vector3d y = normal.cross(Eigen::Vector3d::UnitX()).normalized(), x = y.cross(normal);
  Matrix6d squares = Matrix6d::Zero();
  Vector6d heights = Vector6d::Zero();
  for (const Piece& near : pieces) {
    const Eigen::Vector3d from = near.middle - spot.middle;
    const double u = x.dot(from), v = y.dot(from);
    Vector6d terms;
    terms << 1, u, v, u * u, u * v, v * v;
    squares += near.area_mm2 * terms * terms.transpose();
    heights += near.area_mm2 * normal.dot(from) * terms;
  }
  const Vector6d quadric = solve_symmetric(squares, heights);
  if (!quadric.allFinite()) return std::nullopt;
  Eigen::Matrix2d bend;
  bend << -2 * quadric[3], -quadric[4], -quadric[4], -2 * quadric[5];
  const Eigen::Vector2d principal = eigenvalues(bend);
  return Curvature{principal[0], principal[1], bend(0, 0), normal};
}

std::optional<ToothFeature> ToothSurface::feature_at(const Spot& spot) const {
  const std::optional<Curvature> curvature = curvature_at(spot);
  if (!curvature) return std::nullopt;
  const double level = curvature->normal.z();
  if (level > cos_50_deg) {
    if (curvature->least > curved) return ToothFeature::cusp;
    if (curvature->least < -curved && curvature->most < -0.5 * curvature->least) return ToothFeature::fossa;
    const Eigen::Vector3d share = share_of(spot.middle);
    constexpr double near_end = 0.6, near_side = 0.67;
    if (!is_front_tooth(tooth_.fdi) && curvature->mesiodistal > curved && std::abs(share.x()) > near_end &&
        std::abs(share.y()) < near_side)
      return ToothFeature::marginal_ridge;
  }
  if (level < cos_15_deg && level > cos_65_deg) return ToothFeature::incline;
  return std::nullopt;
}

std::optional<ToothPlace> ToothSurface::place_of(std::span<const std::uint32_t> faces) const {
  constexpr std::size_t enough_for_a_middle = 200;
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < faces.size(); i += faces.size() / enough_for_a_middle + 1)
    pieces.push_back(piece(faces[i]));
  const std::optional<Spot> spot = spot_amid(pieces);
  if (!spot) return std::nullopt;
  ToothPlace place{.tooth = tooth_.fdi, .feature = feature_at(*spot)};
  const Eigen::Vector3d share = share_of(spot->middle);
  if (std::abs(share.x()) > third)
    place.mesiodistal = share.x() > 0 ? Mesiodistal::mesial : Mesiodistal::distal;
  if (is_front_tooth(tooth_.fdi)) {
    place.buccolingual = side_of_front(*spot);
    if (place.buccolingual == Buccolingual::incisal && place.feature != ToothFeature::cusp)
      place.feature.reset();
  } else if (std::abs(share.y()) > third) {
    place.buccolingual = share.y() > 0 ? Buccolingual::buccal : Buccolingual::lingual;
  }
  return place;
}

}  // namespace intercusp
