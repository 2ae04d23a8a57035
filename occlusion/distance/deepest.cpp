#include "occlusion/distance/deepest.h"

#include <cmath>
#include <limits>
#include <tuple>
#include <vector>

#include "occlusion/base/for_all.h"
#include "occlusion/distance/jaw_distance.h"
#include "occlusion/distance/surface_distance.h"
#include "occlusion/engines/rays/closest_points.h"

namespace intercusp {
namespace {

//! Pieces of this size without a certain middle are dropped.
constexpr double least_doubtful_mm = 0.02;

constexpr double infinity = std::numeric_limits<double>::infinity();

using Triangle = std::array<Eigen::Vector3d, 3>;

//! A part of a face or edge that may hold the least distance.
struct Piece {
  bool on_lower;
  bool is_edge;  //!< only the first two corners count; the third equals the second
  std::uint32_t face;
  std::uint32_t guess;  //!< a face of the other jaw that is close
  Triangle corners;     //!< in the other jaw's frame
  double bound_mm;      //!< no point on the piece is below this
};

//! The reading at the middle of a piece.
struct Middle {
  Eigen::Vector3d point;
  JawReading reading;
};

struct Best {
  double distance_mm = infinity;
  bool on_lower = true;
  std::uint32_t face = 0, other_face = 0;
  Eigen::Vector3d point = Eigen::Vector3d::Zero();  //!< in the other jaw's frame

  void offer(const Best& other) {
    if (other.distance_mm < distance_mm) *this = other;
  }
};

//! Bound from one face of the other jaw. The distance to a convex set is convex, so a corner of the piece has
//! the greatest distance to that face, and no point of the piece lies deeper. The bound is tight for nearly
//! parallel surfaces, where the Lipschitz bound is not.
double deepest_possible(const Triangle& corners, const Solid& other, std::uint32_t other_face) {
  const auto& [a, b, c] = other.mesh.faces[other_face];
  double farthest = 0;
  for (const Eigen::Vector3d& corner : corners) {
    farthest = std::max(farthest, distance_to_triangle(corner, other.mesh.vertices[a], other.mesh.vertices[b],
                                                       other.mesh.vertices[c]));
  }
  return -farthest;
}

double bound_by_middle(const Piece& piece, const Middle& middle, const Solid& other) {
  if (!middle.reading.decided) return -infinity;
  double radius = 0;
  for (const Eigen::Vector3d& corner : piece.corners) {
    radius = std::max(radius, (corner - middle.point).norm());
  }
  return std::max(middle.reading.distance_mm - radius,
                  deepest_possible(piece.corners, other, middle.reading.face));
}

Eigen::Vector3d middle_of(const Piece& piece) {
  const auto& [a, b, c] = piece.corners;
  return piece.is_edge ? Eigen::Vector3d(0.5 * (a + b)) : Eigen::Vector3d((a + b + c) / 3);
}

void split(const Piece& piece, std::uint32_t guess, std::vector<Piece>& pieces) {
  const auto& [a, b, c] = piece.corners;
  const Eigen::Vector3d ab = 0.5 * (a + b), bc = 0.5 * (b + c), ca = 0.5 * (c + a);
  const auto add = [&](const Triangle& corners) {
    pieces.push_back({piece.on_lower, piece.is_edge, piece.face, guess, corners, piece.bound_mm});
  };
  if (piece.is_edge) {
    add({a, ab, ab});
    add({ab, b, b});
    return;
  }
  add({a, ab, ca});
  add({ab, b, bc});
  add({ca, bc, c});
  add({ab, bc, ca});
}

class Search {
 public:
  Search(const SurfaceSide& upper, const SurfaceSide& lower, const LeastDistanceOptions& options)
      : upper_(upper), lower_(lower), options_(options) {}

  void look_at_vertices() {
    for (const bool on_lower : {false, true}) look_at_vertices(on_lower);
  }

  [[nodiscard]] const Best& best() const { return best_; }

  //! \return the bound that was reached
  double run() {
    double bound = -infinity;
    // Separate surfaces are closest at a vertex, which was already tested, or between two edges. Surfaces
    // that cross do so at an edge. So faces need a search only if there is an overlap.
    if (best_.distance_mm >= 0) bound = search(true);
    if (best_.distance_mm < 0) bound = search(false);
    return bound;
  }

 private:
  [[nodiscard]] const SurfaceSide& side(bool on_lower) const { return on_lower ? lower_ : upper_; }

  //! \return the bound that was reached
  double search(bool edges) {
    pieces_.clear();
    for (const bool on_lower : {false, true}) add_pieces(on_lower, edges);
    std::size_t looked_at = 0;
    while (!pieces_.empty() && looked_at + pieces_.size() <= options_.most_pieces) {
      looked_at += pieces_.size();
      next_level();
    }
    double bound = best_.distance_mm - options_.tolerance_mm;
    for (const Piece& piece : pieces_) bound = std::min(bound, piece.bound_mm);
    return bound;
  }

  void look_at_vertices(bool on_lower) {
    const SurfaceSide& from = side(on_lower);
    for (std::uint32_t face = 0; face < from.jaw.anatomy_faces; ++face) {
      for (const std::uint32_t vertex : from.jaw.mesh.faces[face]) {
        const float mm = from.at_vertices.mm[vertex];
        if (std::isnan(mm) || from.at_vertices.at_rim[vertex] != 0 || !(mm < best_.distance_mm)) continue;
        best_ = {mm, on_lower, face, from.at_vertices.other_face[vertex], from.vertex(vertex)};
      }
    }
  }

  void add_pieces(bool on_lower, bool edges) {
    const SurfaceSide& from = side(on_lower);
    for (std::uint32_t face = 0; face < from.jaw.anatomy_faces; ++face) {
      const Face& vertices = from.jaw.mesh.faces[face];
      const Triangle corners = from.corners(face);
      if (!edges) add_piece(on_lower, false, face, vertices, corners);
      for (int i = 0; edges && i < 3; ++i) {
        const int next = (i + 1) % 3;
        add_piece(on_lower, true, face, {vertices[i], vertices[next], vertices[next]},
                  {corners[i], corners[next], corners[next]});
      }
    }
  }

  //! Adds the piece unless its corners prove that it holds no value below the best.
  void add_piece(bool on_lower, bool is_edge, std::uint32_t face, const Face& vertices,
                 const Triangle& corners) {
    const SurfaceSide& from = side(on_lower);
    const double longest = longest_edge(corners);
    double least = infinity, bound = -infinity;
    std::uint32_t guess = 0;
    bool all_known = true;
    for (const std::uint32_t vertex : vertices) {
      const auto mm = static_cast<double>(from.at_vertices.mm[vertex]);
      all_known = all_known && !std::isnan(mm);
      if (std::isnan(mm)) continue;
      bound = std::max(bound, mm - longest);
      if (mm < least) guess = from.at_vertices.other_face[vertex];
      least = std::min(least, mm);
    }
    if (least == infinity) return;  // undecided at all corners
    if (all_known) bound = std::max(bound, least - reach_of_corners * longest);
    if (bound >= best_.distance_mm - options_.tolerance_mm) return;
    pieces_.push_back({on_lower, is_edge, face, guess, corners, bound});
  }

  void next_level() {
    std::vector<Middle> middles(pieces_.size());
    constexpr std::size_t run_length = 256;
    const std::size_t runs = (pieces_.size() + run_length - 1) / run_length;
    for_all(std::size_t{0}, runs, [&](std::size_t run) {
      const auto keep = [&](std::size_t i, const Eigen::Vector3d& point, const JawReading& reading) {
        middles[i] = {point, reading};
        Piece& piece = pieces_[i];
        const Solid& other = side(piece.on_lower).other.solid();
        piece.bound_mm = std::max(piece.bound_mm, bound_by_middle(piece, middles[i], other));
      };
      NearReadings of_upper(upper_.other, keep), of_lower(lower_.other, keep);
      const std::size_t end = std::min(pieces_.size(), (run + 1) * run_length);
      for (std::size_t i = run * run_length; i < end; ++i) {
        const Piece& piece = pieces_[i];
        const Eigen::Vector3d point = middle_of(piece);
        (piece.on_lower ? of_lower : of_upper)
            .add(i, point, side(piece.on_lower).other.on_face(point, piece.guess));
      }
      of_upper.finish();
      of_lower.finish();
    });
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      const JawReading& reading = middles[i].reading;
      if (!reading.is_certain()) continue;
      best_.offer(
          {reading.distance_mm, pieces_[i].on_lower, pieces_[i].face, reading.face, middles[i].point});
    }
    std::vector<Piece> kept;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      const JawReading& reading = middles[i].reading;
      if (pieces_[i].bound_mm >= best_.distance_mm - options_.tolerance_mm) continue;
      if (!reading.is_certain() && longest_edge(pieces_[i].corners) < least_doubtful_mm) continue;
      split(pieces_[i], reading.face, kept);
    }
    pieces_ = std::move(kept);
  }

  const SurfaceSide& upper_;
  const SurfaceSide& lower_;
  const LeastDistanceOptions& options_;
  Best best_;
  std::vector<Piece> pieces_;
};

}  // namespace

std::optional<LeastDistance> least_distance(const Bite& bite, const PreparedJaws& jaws,
                                            const SurfaceDistances& distances,
                                            const LeastDistanceOptions& options) {
  const SurfaceSide upper = upper_side(bite, jaws, distances);
  const SurfaceSide lower = lower_side(bite, jaws, distances);
  Search search(upper, lower, options);
  search.look_at_vertices();
  if (search.best().distance_mm == infinity) return std::nullopt;
  const double bound = search.run();
  const Best& best = search.best();
  return LeastDistance{.distance_mm = best.distance_mm,
                       .bound_mm = bound,
                       .case_point = best.on_lower ? best.point : bite.upper_from_lower * best.point,
                       .on_lower = best.on_lower,
                       .upper_face = best.on_lower ? best.other_face : best.face,
                       .lower_face = best.on_lower ? best.face : best.other_face};
}

}  // namespace intercusp
