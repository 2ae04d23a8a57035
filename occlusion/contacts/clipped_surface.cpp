#include "occlusion/contacts/clipped_surface.h"

#include <cmath>
#include <numeric>

#include "occlusion/base/for_all.h"

namespace intercusp {
namespace {

//! A piece that a contour might cross between its samples is cut down to at least this size, so that no cusp
//! of the other jaw is missed. It is the edge length of a good scan.
constexpr double coarse_mm = 0.25;

//! Distances at vertices are floats; differences below this are rounding.
constexpr double rounding_mm = 1e-6;

constexpr int most_rounds = 24;

//! Corners of the quarters, as indices of the piece's corners (0 to 2) and middles (3 to 5); and the middles
//! of the quarters' edges, as indices of the nine that a cut needs (`halves`).
constexpr std::array<std::array<int, 3>, 4> quarter_corners = {{{0, 3, 5}, {3, 1, 4}, {5, 4, 2}, {3, 4, 5}}};
constexpr std::array<std::array<int, 2>, 9> halves = {
    {{0, 3}, {3, 1}, {1, 4}, {4, 2}, {2, 5}, {5, 0}, {3, 5}, {3, 4}, {4, 5}}};
constexpr std::array<std::array<int, 3>, 4> quarter_middles = {{{0, 6, 5}, {1, 2, 7}, {8, 3, 4}, {7, 8, 6}}};

std::array<Eigen::Vector3f, 6> six_weights(const MeasuredPiece& piece) {
  const auto& [a, b, c] = piece.whole.weights;
  return {a, b, c, 0.5F * (a + b), 0.5F * (b + c), 0.5F * (c + a)};
}

std::array<SurfaceSample, 6> six_samples(const MeasuredPiece& piece) {
  const auto& [a, b, c] = piece.whole.corners;
  return {a, b, c, piece.middles[0], piece.middles[1], piece.middles[2]};
}

SurfaceSample sample_of(const JawReading& reading) {
  return {reading.distance_mm, reading.face, reading.is_certain()};
}

//! Collects places on nearby faces and looks them up together.
class PlaceQueries {
 public:
  explicit PlaceQueries(const SurfaceSide& side) : side_(side) {}

  //! The sample is ready after `run` at the latest.
  //! \param nearby a sample of the same face
  //! \param nearby_weights its place
  void add(std::uint32_t face, const Eigen::Vector3f& weights, const SurfaceSample& nearby,
           const Eigen::Vector3f& nearby_weights, SurfaceSample& sample) {
    const std::array<Eigen::Vector3d, 3> corners = side_.corners(face);
    const Eigen::Vector3d point = weighted(corners, weights), beside = weighted(corners, nearby_weights);
    samples_[near_.count] = &sample;
    nearby_[near_.count] = {.point = beside,
                            .reading = {.distance_mm = nearby.distance_mm,
                                        .face = nearby.other_face,
                                        .decided = nearby.certain,
                                        .at_rim = !nearby.certain}};
    // The distance here is at most the distance at the nearby place plus the length between them,
    // except for rounding.
    near_.add(point, std::abs(nearby.distance_mm) + (point - beside).norm() + rounding_reach_mm);
    if (near_.full()) run();
  }

  void run() {
    if (near_.count == 0) return;
    const ClosestOfNear closest = side_.other.closest(near_);
    for (std::size_t i = 0; i < near_.count; ++i) {
      *samples_[i] = sample_of(side_.other.at(near_.points[i], *closest[i], nearby_[i]));
    }
    near_.count = 0;
  }

 private:
  static constexpr double rounding_reach_mm = 1e-4;  // far more than the rounding of a float up to 160 mm

  const SurfaceSide& side_;
  NearPoints near_;
  std::array<NearbyReading, NearPoints::most> nearby_{};
  std::array<SurfaceSample*, NearPoints::most> samples_{};
};

SurfaceSample at_vertex(const SurfaceSide& side, std::uint32_t vertex) {
  const VertexDistances& known = side.at_vertices;
  if (std::isnan(known.mm[vertex])) return sample_of(*side.other.at(side.vertex(vertex)));
  return {known.mm[vertex], known.other_face[vertex], known.at_rim[vertex] == 0};
}

void add_middles(PlaceQueries& queries, MeasuredPiece& piece) {
  const std::array<Eigen::Vector3f, 6> weights = six_weights(piece);
  for (int i = 0; i < 3; ++i) {
    queries.add(piece.whole.face, weights[3 + i], piece.whole.corners[i], weights[i], piece.middles[i]);
  }
}

//! A whole face, without its middles; empty if it lies entirely beyond the greatest threshold.
std::optional<MeasuredPiece> whole_face(const SurfaceSide& side, std::uint32_t face, double least_threshold,
                                        double greatest_threshold) {
  const Face& vertices = side.jaw.mesh.faces[face];
  const double reach = reach_of_corners * longest_edge(side.corners(face)) + rounding_mm;
  // Undecided vertices are NaN and make both comparisons false.
  const auto beyond = [&](std::uint32_t vertex) {
    return side.at_vertices.mm[vertex] - reach > greatest_threshold;
  };
  const auto within = [&](std::uint32_t vertex) {
    return side.at_vertices.mm[vertex] + reach <= least_threshold && side.at_vertices.at_rim[vertex] == 0;
  };
  if (std::all_of(vertices.begin(), vertices.end(), beyond)) return std::nullopt;
  MeasuredPiece piece;
  piece.whole.face = face;
  piece.whole.area_mm2 = 0.5 * face_normal_twice_area(side.jaw.mesh, face).norm();
  if (piece.whole.area_mm2 == 0) return std::nullopt;
  for (int i = 0; i < 3; ++i) {
    piece.whole.weights[i] = Eigen::Vector3f::Unit(i);
    piece.whole.corners[i] = at_vertex(side, vertices[i]);
  }
  piece.settled = std::all_of(vertices.begin(), vertices.end(), within);
  return piece;
}

std::vector<MeasuredPiece> whole_faces(const SurfaceSide& side, std::span<const double> thresholds_mm) {
  const auto [least, greatest] = std::minmax_element(thresholds_mm.begin(), thresholds_mm.end());
  std::vector<MeasuredPiece> pieces;
  for (std::uint32_t face = 0; face < side.jaw.anatomy_faces; ++face) {
    if (auto piece = whole_face(side, face, *least, *greatest)) pieces.push_back(*piece);
  }
  // Runs have a fixed length, so that the faces named do not depend on the threads.
  constexpr std::size_t run_length = 256;
  const std::size_t runs = (pieces.size() + run_length - 1) / run_length;
  for_all(std::size_t{0}, runs, [&](std::size_t run) {
    PlaceQueries queries(side);
    for (std::size_t i = run * run_length; i < std::min(pieces.size(), (run + 1) * run_length); ++i) {
      if (!pieces[i].settled) add_middles(queries, pieces[i]);
    }
    queries.run();
  });
  return pieces;
}

//! The part of a piece's error estimate that all thresholds share.
struct PieceShape {
  std::array<SurfacePiece, 4> quarters;
  double longest_mm;
  double least_mm, greatest_mm;  //!< range of the six samples
  //! Greatest deviation of a middle's distance from linear interpolation between its corners.
  double bend_mm;
  int certain;  //!< number of certain samples
};

PieceShape shape_of(const SurfaceSide& side, const MeasuredPiece& piece) {
  const std::array<SurfaceSample, 6> samples = six_samples(piece);
  const std::array<Eigen::Vector3d, 3> of_face = side.corners(piece.whole.face);
  PieceShape shape{.quarters = piece.quarters(),
                   .longest_mm = longest_edge({weighted(of_face, piece.whole.weights[0]),
                                               weighted(of_face, piece.whole.weights[1]),
                                               weighted(of_face, piece.whole.weights[2])}),
                   .least_mm = samples[0].distance_mm,
                   .greatest_mm = samples[0].distance_mm,
                   .bend_mm = 0,
                   .certain = 0};
  for (const SurfaceSample& sample : samples) {
    shape.least_mm = std::min(shape.least_mm, sample.distance_mm);
    shape.greatest_mm = std::max(shape.greatest_mm, sample.distance_mm);
    shape.certain += sample.certain ? 1 : 0;
  }
  for (int i = 0; i < 3; ++i) {
    const double straight = 0.5 * (samples[i].distance_mm + samples[(i + 1) % 3].distance_mm);
    shape.bend_mm = std::max(shape.bend_mm, std::abs(samples[3 + i].distance_mm - straight));
  }
  return shape;
}

//! Area that the contour of the threshold may cut off between the samples without crossing any of them.
double doubt_of(const PieceShape& shape, double area_mm2, double threshold_mm) {
  const double margin = std::max(shape.least_mm - threshold_mm, threshold_mm - shape.greatest_mm);
  const bool may_reach = margin < 0.5 * reach_of_corners * shape.longest_mm;
  if (shape.longest_mm > coarse_mm && may_reach) return area_mm2;
  if (margin < 0) return 0;  // the contour crosses the piece, so the change shows the error
  // On the quarters of a quadratic function no point deviates by more than a third of the bend.
  const bool is_rounding = shape.bend_mm <= rounding_mm;
  return !is_rounding && margin < shape.bend_mm ? 0.25 * area_mm2 * (1 - margin / shape.bend_mm) : 0;
}

AreaError error_of(const PieceShape& shape, const SurfacePiece& whole, double threshold_mm) {
  if (shape.certain == 0 && shape.longest_mm <= coarse_mm) return {};  // left out
  double of_quarters = 0;
  for (const SurfacePiece& quarter : shape.quarters) of_quarters += quarter.area_within(threshold_mm);
  AreaError error{.change = of_quarters - whole.area_within(threshold_mm),
                  .doubt = doubt_of(shape, whole.area_mm2, threshold_mm)};
  // The border of the certain area may run anywhere between samples, so changes there only halve with every
  // cut. They count twice.
  if (shape.certain != 0 && shape.certain != 6) error.doubt += std::abs(error.change);
  return error;
}

std::array<MeasuredPiece, 4> cut(const SurfaceSide& side, const MeasuredPiece& piece) {
  const std::array<Eigen::Vector3f, 6> weights = six_weights(piece);
  const std::array<SurfaceSample, 6> samples = six_samples(piece);
  std::array<SurfaceSample, 9> between;
  PlaceQueries queries(side);
  for (std::size_t i = 0; i < between.size(); ++i) {
    const auto [a, b] = halves[i];
    queries.add(piece.whole.face, 0.5F * (weights[a] + weights[b]), samples[a], weights[a], between[i]);
  }
  queries.run();
  std::array<MeasuredPiece, 4> parts;
  const std::array<SurfacePiece, 4> quarters = piece.quarters();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    parts[i].whole = quarters[i];
    for (int k = 0; k < 3; ++k) parts[i].middles[k] = between[quarter_middles[i][k]];
  }
  return parts;
}

class Clipping {
 public:
  Clipping(const SurfaceSide& side, std::span<const double> thresholds_mm, const ClipOptions& options)
      : side_(side), options_(options) {
    surface_.thresholds_mm.assign(thresholds_mm.begin(), thresholds_mm.end());
    surface_.pieces = whole_faces(side, thresholds_mm);
    surface_.errors.resize(surface_.pieces.size() * thresholds_mm.size());
    for_all(std::size_t{0}, surface_.pieces.size(), [&](std::size_t i) { set_errors(i); });
  }

  ClippedSurface run() {
    sum_up();
    for (int round = 0; round < most_rounds; ++round) {
      const std::vector<std::uint32_t> worst = pieces_to_cut();
      if (worst.empty() || surface_.pieces.size() + 3 * worst.size() > options_.most_pieces) break;
      cut_all(worst);
      sum_up();
    }
    return std::move(surface_);
  }

 private:
  [[nodiscard]] std::size_t thresholds() const { return surface_.thresholds_mm.size(); }

  void set_errors(std::size_t index) {
    const MeasuredPiece& piece = surface_.pieces[index];
    AreaError* const errors = surface_.errors.data() + index * thresholds();
    std::fill(errors, errors + thresholds(), AreaError{});
    if (piece.settled) return;
    const PieceShape shape = shape_of(side_, piece);
    for (std::size_t t = 0; t < thresholds(); ++t) {
      errors[t] = error_of(shape, piece.whole, surface_.thresholds_mm[t]);
    }
  }

  void sum_up() {
    surface_.area_mm2.assign(thresholds(), 0);
    surface_.error_mm2.assign(thresholds(), 0);
    for_all(std::size_t{0}, thresholds(), [&](std::size_t t) {
      AreaErrorSum errors;
      double area = 0;
      for (std::size_t i = 0; i < surface_.pieces.size(); ++i) {
        const MeasuredPiece& piece = surface_.pieces[i];
        errors.add(surface_.error(i, t));
        area += piece.whole.area_within(surface_.thresholds_mm[t]) + surface_.error(i, t).change;
      }
      surface_.area_mm2[t] = area;
      surface_.error_mm2[t] = errors.total();
    });
  }

  //! The fewest pieces, worst first, whose removal halves the allowed error of every threshold.
  [[nodiscard]] std::vector<std::uint32_t> pieces_to_cut() const {
    std::vector<std::uint8_t> wanted(surface_.pieces.size(), 0);
    for (std::size_t t = 0; t < thresholds(); ++t) {
      const double allowed = std::max(options_.area_error * surface_.area_mm2[t], options_.least_error_mm2);
      if (surface_.error_mm2[t] > allowed) want_worst(t, 0.5 * allowed, wanted);
    }
    std::vector<std::uint32_t> pieces;
    for (std::uint32_t i = 0; i < wanted.size(); ++i) {
      if (wanted[i] != 0) pieces.push_back(i);
    }
    return pieces;
  }

  void want_worst(std::size_t threshold, double allowed, std::vector<std::uint8_t>& wanted) const {
    const auto size_of = [&](std::uint32_t piece) {
      const AreaError& error = surface_.error(piece, threshold);
      return std::abs(error.change) + error.doubt;
    };
    std::vector<std::uint32_t> mildest_first;
    for (std::uint32_t i = 0; i < surface_.pieces.size(); ++i) {
      if (size_of(i) > 0) mildest_first.push_back(i);
    }
    std::sort(mildest_first.begin(), mildest_first.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::pair(size_of(a), a) < std::pair(size_of(b), b);
    });
    AreaErrorSum left;
    bool enough = false;
    for (const std::uint32_t piece : mildest_first) {
      left.add(surface_.error(piece, threshold));
      enough = enough || left.total() > allowed;
      if (enough) wanted[piece] = 1;
    }
  }

  void cut_all(const std::vector<std::uint32_t>& pieces) {
    const std::size_t first_new = surface_.pieces.size();
    surface_.pieces.resize(first_new + 3 * pieces.size());
    surface_.errors.resize(surface_.pieces.size() * thresholds());
    for_all(std::size_t{0}, pieces.size(), [&](std::size_t i) {
      const std::array<MeasuredPiece, 4> parts = cut(side_, surface_.pieces[pieces[i]]);
      for (std::size_t part = 0; part < parts.size(); ++part) {
        const std::size_t place = part == 0 ? pieces[i] : first_new + 3 * i + part - 1;
        surface_.pieces[place] = parts[part];
        set_errors(place);
      }
    });
  }

  const SurfaceSide& side_;
  const ClipOptions& options_;
  ClippedSurface surface_;
};

}  // namespace

std::array<SurfacePiece, 4> MeasuredPiece::quarters() const {
  const std::array<Eigen::Vector3f, 6> weights = six_weights(*this);
  const std::array<SurfaceSample, 6> samples = six_samples(*this);
  std::array<SurfacePiece, 4> parts;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    parts[i].face = whole.face;
    parts[i].area_mm2 = 0.25 * whole.area_mm2;
    for (int k = 0; k < 3; ++k) {
      parts[i].weights[k] = weights[quarter_corners[i][k]];
      parts[i].corners[k] = samples[quarter_corners[i][k]];
    }
  }
  return parts;
}

ClippedSurface clip_surface(const SurfaceSide& side, std::span<const double> thresholds_mm,
                            const ClipOptions& options) {
  if (thresholds_mm.empty() || side.other.solid().anatomy_faces == 0) {
    ClippedSurface nothing;
    nothing.thresholds_mm.assign(thresholds_mm.begin(), thresholds_mm.end());
    nothing.area_mm2.assign(thresholds_mm.size(), 0);
    nothing.error_mm2.assign(thresholds_mm.size(), 0);
    return nothing;
  }
  return Clipping(side, thresholds_mm, options).run();
}

}  // namespace intercusp
