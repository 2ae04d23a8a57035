// Depth of points inside one solid: the distance to its surface, with bounds for whole triangles.
//
// Internal to occlusion/several.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "occlusion/distance/closest_faces.h"
#include "occlusion/distance/jaw_distance.h"
#include "occlusion/distance/scan_closure.h"
#include "occlusion/engines/rays/inside_test.h"
#include "occlusion/geometry/analytic_body.h"
#include "occlusion/geometry/solid.h"

namespace intercusp {

//! The faces that bound a solid. Faces inside another part of the solid do not bound it.
struct VisibleSurface {
  //! Faces of anatomy come first. Not closed where faces were cut. Equals the solid if all of it is visible.
  std::shared_ptr<const Solid> surface;
  //! Per face, the face of the solid that it is a part of; empty if they are equal.
  std::vector<std::uint32_t> face_of;

  [[nodiscard]] std::uint32_t face(std::uint32_t of_surface) const {
    return face_of.empty() ? of_surface : face_of[of_surface];
  }
};

//! For a body, which has no faces.
constexpr std::uint32_t no_depth_face = 0xFFFFFFFFU;

//! A place near which a bound of the depth is tight: a point and, on a mesh, the face closest to it.
struct Witness {
  Eigen::Vector3d point{0, 0, 0};
  std::uint32_t face = no_depth_face;
};

//! The last few witnesses met on the way down to a triangle, one per face.
struct Witnesses {
  std::array<Witness, 4> all;
  std::size_t count = 0;

  void add(const Witness& witness);
};

struct DepthReading {
  double mm = 0;  //!< unsigned for a mesh; negative outside a body
  std::uint32_t face = 0;
};

//! No point of a triangle is deeper than `mm`. If the bound is attained, it is at the point with these
//! barycentric weights.
struct DepthBound {
  double mm;
  Eigen::Vector3d weights;
};

using Triangle = std::array<Eigen::Vector3d, 3>;

//! Inside and surface of one of several solids. Several threads may read it at once.
class DepthField {
 public:
  virtual ~DepthField() = default;

  //! Reads distances and closest faces of up to sixteen neighbouring points.
  virtual void read(std::span<const Eigen::Vector3d> points, std::span<DepthReading> readings) const = 0;
  [[nodiscard]] virtual DepthBound bound(const Triangle& triangle, const Witnesses& witnesses) const = 0;
  //! The closest point of the surface.
  //! \param face the face closest to the point
  [[nodiscard]] virtual Eigen::Vector3d closest_point(const Eigen::Vector3d& point,
                                                      std::uint32_t face) const = 0;
  //! Whether a depth read at a point counts: the solid contains the point, and anatomy bounds the overlap.
  [[nodiscard]] virtual bool holds(const Eigen::Vector3d& point, const DepthReading& reading) const = 0;
  //! Whether the distances include everything that bounds the solid, so that nothing nearer separates
  //! inside from outside.
  [[nodiscard]] virtual bool is_whole() const = 0;
  //! Whether the solid contains no point within this distance. False may mean unknown.
  [[nodiscard]] virtual bool is_outside(const Eigen::Vector3d& point, const DepthReading& reading,
                                        double radius_mm) const = 0;
  //! Bounds of the solid: no point outside them is in it.
  [[nodiscard]] virtual Bounds box() const = 0;
};

//! A mesh, by its solid and its visible surface.
class MeshDepth : public DepthField {
 public:
  //! \throw as JawDistance
  explicit MeshDepth(std::shared_ptr<const Solid> solid);

  void read(std::span<const Eigen::Vector3d> points, std::span<DepthReading> readings) const override;
  //! Bound from the faces of the witnesses. It ignores the side, so it also holds for points
  //! outside the solid.
  [[nodiscard]] DepthBound bound(const Triangle& triangle, const Witnesses& witnesses) const override;
  [[nodiscard]] Eigen::Vector3d closest_point(const Eigen::Vector3d& point,
                                              std::uint32_t face) const override;
  //! Excludes depths below the rim of an open scan, because the surface beyond the rim is unknown.
  [[nodiscard]] bool holds(const Eigen::Vector3d& point, const DepthReading& reading) const override;
  [[nodiscard]] bool is_whole() const override { return !closed_scan_.has_value(); }
  //! True if no boundary lies within the distance, so the whole ball is on one side, and the
  //! point is outside.
  [[nodiscard]] bool is_outside(const Eigen::Vector3d& point, const DepthReading& reading,
                                double radius_mm) const override;
  [[nodiscard]] Bounds box() const override { return bounds_of(solid_->mesh); }

  [[nodiscard]] const Solid& solid() const { return *solid_; }
  [[nodiscard]] const VisibleSurface& visible() const { return visible_; }
  [[nodiscard]] const InsideTest& inside() const { return inside_; }

 private:
  [[nodiscard]] Triangle corners(std::uint32_t face) const;
  [[nodiscard]] std::optional<double> bend(const Triangle& triangle, std::uint32_t face,
                                           std::uint32_t other) const;

  std::shared_ptr<const Solid> solid_;
  InsideTest inside_;
  VisibleSurface visible_;
  ClosestFaces closest_;  //!< searches the visible anatomy
  ScanClosure closure_;
  std::optional<JawDistance> closed_scan_;  //!< only if import added faces
};

//! A body of a formula.
class BodyField : public DepthField {
 public:
  explicit BodyField(std::shared_ptr<const AnalyticBody> body) : body_(std::move(body)) {}

  [[nodiscard]] const AnalyticBody& body() const { return *body_; }

  void read(std::span<const Eigen::Vector3d> points, std::span<DepthReading> readings) const override;
  [[nodiscard]] DepthBound bound(const Triangle& triangle, const Witnesses& witnesses) const override;
  [[nodiscard]] Eigen::Vector3d closest_point(const Eigen::Vector3d& point,
                                              std::uint32_t face) const override;
  [[nodiscard]] bool holds(const Eigen::Vector3d&, const DepthReading& reading) const override {
    return reading.mm > 0;
  }
  [[nodiscard]] bool is_whole() const override { return true; }
  //! Readings outside are negative, so their bounds show it already.
  [[nodiscard]] bool is_outside(const Eigen::Vector3d&, const DepthReading&, double) const override {
    return false;
  }
  [[nodiscard]] Bounds box() const override { return bounds_of(*body_); }

 private:
  std::shared_ptr<const AnalyticBody> body_;
};

}  // namespace intercusp
