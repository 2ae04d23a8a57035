#include "occlusion/exact/exact_interference.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <tuple>

#include "occlusion/base/for_all.h"
#include "occlusion/exact/face_intersection.h"
#include "occlusion/exact/pair_segments.h"
#include "occlusion/exact/surface.h"
#include "occlusion/geometry/adjacency.h"

namespace intercusp {

double length_mm(const Polyline& line) {
  double sum = 0;
  for (std::size_t i = 1; i < line.points.size(); ++i) sum += (line.points[i] - line.points[i - 1]).norm();
  return sum;
}

namespace exact {
namespace {

// Joins the segments in which pairs of faces cross into the curves along which the jaws cross.

//! Maps vertices with equal coordinates to the first one queried.
class OneVertexPerPlace {
 public:
  explicit OneVertexPerPlace(const Surface& surface) : surface_(surface) {}

  Simplex operator()(Simplex simplex) {
    for (std::uint32_t& vertex : simplex) {
      if (vertex == no_vertex) continue;
      const Eigen::Vector3d& p = surface_.vertices[vertex];
      vertex = first_.try_emplace({p.x(), p.y(), p.z()}, vertex).first->second;
    }
    std::ranges::sort(simplex);
    return simplex;
  }

 private:
  const Surface& surface_;
  std::map<std::tuple<double, double, double>, std::uint32_t> first_;
};

using Node = std::size_t;

struct Network {
  std::vector<Eigen::Vector3d> points;
  std::vector<std::pair<Node, Node>> segments;        //!< sorted, each once
  std::vector<std::vector<std::size_t>> segments_at;  //!< per node
};

Network network_of(const Surface& upper, const Surface& lower, std::span<const FaceIntersection> crossings) {
  Network network;
  OneVertexPerPlace one_upper(upper), one_lower(lower);
  std::map<PointName, Node> nodes;
  const auto node_of = [&](const IntersectionPoint& end) {
    const PointName name{one_upper(end.name.upper), one_lower(end.name.lower)};
    const auto [place, added] = nodes.try_emplace(name, network.points.size());
    if (added) network.points.push_back(end.point);
    return place->second;
  };
  for (const FaceIntersection& crossing : crossings) {
    if (crossing.end_count < 2) continue;
    const Node a = node_of(crossing.ends[0]);
    const Node b = node_of(crossing.ends[1]);
    if (a != b) network.segments.emplace_back(std::min(a, b), std::max(a, b));
  }
  std::ranges::sort(network.segments);
  const auto repeated = std::ranges::unique(network.segments);
  network.segments.erase(repeated.begin(), repeated.end());
  network.segments_at.resize(network.points.size());
  for (std::size_t s = 0; s < network.segments.size(); ++s) {
    network.segments_at[network.segments[s].first].push_back(s);
    network.segments_at[network.segments[s].second].push_back(s);
  }
  return network;
}

class Walk {
 public:
  explicit Walk(const Network& network) : network_(network), used_(network.segments.size(), false) {}

  [[nodiscard]] bool is_used(std::size_t segment) const { return used_[segment]; }

  //! Follows segments from a node until the path ends, branches or returns to its start.
  Polyline along(Node start, std::size_t segment) {
    Polyline line{.points = {network_.points[start]}};
    Node node = start;
    while (true) {
      used_[segment] = true;
      const auto& [a, b] = network_.segments[segment];
      node = node == a ? b : a;
      line.points.push_back(network_.points[node]);
      line.closed = node == start;
      const std::vector<std::size_t>& here = network_.segments_at[node];
      if (line.closed || here.size() != 2) return line;
      segment = here[0] == segment ? here[1] : here[0];
    }
  }

 private:
  const Network& network_;
  std::vector<bool> used_;
};

//! Joins segments whose ends have equal names. Vertices with equal coordinates count as one, so a surface
//! that import has cut at a bad edge still gives whole curves. A curve ends where more or less than two
//! segments meet. Each segment is used once; the order depends only on the names.
std::vector<Polyline> join_segments(const Surface& upper, const Surface& lower,
                                    std::span<const FaceIntersection> crossings) {
  const Network network = network_of(upper, lower, crossings);
  std::vector<Polyline> lines;
  Walk walk(network);
  for (Node node = 0; node < network.points.size(); ++node) {
    if (network.segments_at[node].size() == 2) continue;
    for (const std::size_t segment : network.segments_at[node]) {
      if (!walk.is_used(segment)) lines.push_back(walk.along(node, segment));
    }
  }
  for (std::size_t segment = 0; segment < network.segments.size(); ++segment) {
    if (!walk.is_used(segment)) lines.push_back(walk.along(network.segments[segment].first, segment));
  }
  return lines;
}

// Splits a jaw's surface into pieces that the other jaw's surface does not cross. Each piece lies wholly
// inside or outside, so one point decides.

//! How each face of one jaw meets the other jaw's surface.
struct FaceMarks {
  std::vector<bool> crosses;
  std::vector<bool> touches;     //!< touches without crossing
  std::vector<bool> along_edge;  //!< touches, with an edge on an edge
  std::vector<bool> flush;       //!< touches, with a coplanar face
};

//! The piece of each face, as an arbitrary number that all its faces share.
using PieceOfFace = std::vector<std::uint32_t>;

PieceOfFace pieces_by_vertices(const Surface& surface) {
  UnionFind sets = joined_vertices(surface.vertices.size(), surface.faces);
  PieceOfFace pieces(surface.faces.size());
  for (std::size_t face = 0; face < pieces.size(); ++face) pieces[face] = sets.root(surface.faces[face][0]);
  return pieces;
}

PieceOfFace pieces_by_edges(const Surface& surface, const FaceMarks& marks) {
  UnionFind sets(surface.faces.size());
  const auto join = [&](std::uint32_t, std::uint32_t, std::span<const EdgeSide> sides) {
    for (std::size_t i = 1; i < sides.size(); ++i) {
      const std::uint32_t a = sides[i - 1].face, b = sides[i].face;
      if (!(marks.along_edge[a] && marks.along_edge[b])) sets.join(a, b);
    }
  };
  for_each_edge(surface.vertices.size(), surface.faces, join);
  PieceOfFace pieces(surface.faces.size());
  for (std::uint32_t face = 0; face < pieces.size(); ++face) pieces[face] = sets.root(face);
  return pieces;
}

struct Piece {
  bool crosses = false;
  bool anatomy = false;
  std::vector<std::uint32_t> faces;
};

std::vector<Piece> pieces_of(const Surface& surface, std::size_t anatomy_faces, const FaceMarks& marks) {
  // Joining over vertices is faster, and equivalent unless the other jaw touches at a vertex that alone
  // joins two faces.
  const bool touched = std::ranges::find(marks.touches, true) != marks.touches.end();
  const PieceOfFace numbers = touched ? pieces_by_edges(surface, marks) : pieces_by_vertices(surface);
  std::vector<Piece> pieces;
  std::vector<std::int64_t> place(std::max(surface.vertices.size(), surface.faces.size()), -1);
  for (std::uint32_t face = 0; face < numbers.size(); ++face) {
    std::int64_t& at = place[numbers[face]];
    if (at < 0) {
      at = static_cast<std::int64_t>(pieces.size());
      pieces.emplace_back();
    }
    Piece& piece = pieces[static_cast<std::size_t>(at)];
    piece.crosses = piece.crosses || marks.crosses[face];
    piece.anatomy = piece.anatomy || face < anatomy_faces;
    piece.faces.push_back(face);
  }
  return pieces;
}

//! Whether a face is inside the other jaw. A face that the other jaw touches from its front, at points or
//! along lines, is inside or outside everywhere else. Five points are tested, no three on a line, because
//! rounding near a contact affects at most two of them.
bool is_inside(const Corners& corners, const Surface& other) {
  constexpr std::array<std::array<double, 3>, 5> weights = {
      {{0.34, 0.33, 0.33}, {0.61, 0.22, 0.17}, {0.19, 0.58, 0.23}, {0.15, 0.26, 0.59}, {0.42, 0.45, 0.13}}};
  int votes = 0;
  for (const auto& [a, b, c] : weights) {
    votes += side_of(other, a * corners[0] + b * corners[1] + c * corners[2]) == Side::inside;
  }
  return votes >= 3;
}

//! Decided by a vertex that touches nothing. If a piece has none, by the rounded middle of a face that is not
//! flush with a face of the other jaw. If there is none either, the other jaw lies in front of the piece.
bool is_inside(const Piece& piece, const Surface& surface, const FaceMarks& marks,
               const std::vector<bool>& touched_vertices, const Surface& other) {
  for (const std::uint32_t face : piece.faces) {
    for (const std::uint32_t vertex : surface.faces[face]) {
      if (!touched_vertices[vertex]) return side_of(other, surface.vertices[vertex]) == Side::inside;
    }
  }
  for (const std::uint32_t face : piece.faces) {
    if (!marks.flush[face]) return is_inside(surface.corners(face), other);
  }
  return false;
}

//! Number of pieces with at least one of the first `anatomy_faces` faces that lie wholly inside `other`.
//! Pieces are joined over edges, except between two faces that both touch the other jaw edge on edge: one of
//! these may be inside and the next outside without any crossing.
std::size_t pieces_inside(const Surface& surface, std::size_t anatomy_faces, const FaceMarks& marks,
                          const Surface& other) {
  std::vector<bool> touched_vertices(surface.vertices.size(), false);
  for (std::size_t face = 0; face < surface.faces.size(); ++face) {
    if (!marks.touches[face] && !marks.crosses[face]) continue;
    for (const std::uint32_t vertex : surface.faces[face]) touched_vertices[vertex] = true;
  }
  const std::vector<Piece> pieces = pieces_of(surface, anatomy_faces, marks);
  std::atomic<std::size_t> inside = 0;
  for_all(std::size_t{0}, pieces.size(), [&](std::size_t i) {
    const Piece& piece = pieces[i];
    if (piece.crosses || !piece.anatomy) return;
    if (is_inside(piece, surface, marks, touched_vertices, other)) ++inside;
  });
  return inside;
}

}  // namespace
}  // namespace exact

namespace {

using namespace exact;

bool of_anatomy(const Bite& bite, const FacePair& pair) {
  return bite.upper->is_anatomy(pair.upper_face) && bite.lower->is_anatomy(pair.lower_face);
}

struct PairIntersection {
  FacePair pair;
  IntersectionKind kind;
  bool coplanar, along_edges;
};

struct FaceIntersections {
  std::vector<PairIntersection> all;
  //! Between anatomy, for the curves; each is many times as large as a pair.
  std::vector<FaceIntersection> crossings;
};

//! The intersections of those pairs that meet, in an order that does not depend on the number of threads.
FaceIntersections intersections_of(const Bite& bite, const Surface& upper, const Surface& lower,
                                   const std::vector<FacePair>& pairs) {
  constexpr std::size_t chunk = 2048;
  std::vector<FaceIntersections> found((pairs.size() + chunk - 1) / chunk);
  for_all(std::size_t{0}, found.size(), [&](std::size_t part) {
    const std::size_t end = std::min(pairs.size(), (part + 1) * chunk);
    for (std::size_t i = part * chunk; i < end; ++i) {
      const FaceIntersection intersection = intersect(upper, pairs[i].upper_face, lower, pairs[i].lower_face);
      if (intersection.kind == IntersectionKind::apart) continue;
      found[part].all.push_back(
          {pairs[i], intersection.kind, intersection.coplanar, intersection.along_edges});
      if (intersection.kind == IntersectionKind::crossing && intersection.end_count == 2 &&
          of_anatomy(bite, pairs[i]))
        found[part].crossings.push_back(intersection);
    }
  });
  FaceIntersections intersections;
  for (FaceIntersections& part : found) {
    intersections.all.insert(intersections.all.end(), part.all.begin(), part.all.end());
    intersections.crossings.insert(intersections.crossings.end(), part.crossings.begin(),
                                   part.crossings.end());
    part = {};
  }
  return intersections;
}

FaceMarks marks_of(const Surface& surface, const std::vector<PairIntersection>& intersections,
                   std::uint32_t FacePair::*face_of) {
  const std::vector<bool> none(surface.faces.size(), false);
  FaceMarks marks{none, none, none, none};
  for (const PairIntersection& intersection : intersections) {
    const std::uint32_t face = intersection.pair.*face_of;
    const bool crosses = intersection.kind == IntersectionKind::crossing;
    (crosses ? marks.crosses : marks.touches)[face] = true;
    if (intersection.along_edges) marks.along_edge[face] = true;
    if (intersection.coplanar) marks.flush[face] = true;
  }
  return marks;
}

void sort_out(const Bite& bite, const std::vector<PairIntersection>& intersections,
              ExactInterference& result) {
  for (const PairIntersection& intersection : intersections) {
    if (!of_anatomy(bite, intersection.pair)) {
      ++result.not_anatomy_pairs;
    } else if (intersection.kind == IntersectionKind::crossing) {
      result.crossing.push_back(intersection.pair);
    } else {
      result.touching_pairs.push_back(intersection.pair);
    }
  }
}

}  // namespace

ExactInterference exact_interference(const Bite& bite) {
  const Surface upper = surface_of(*bite.upper);
  const Surface lower = surface_of(*bite.lower, bite.upper_from_lower);
  const std::vector<FacePair> pairs = near_faces(upper, lower);
  const FaceIntersections intersections = intersections_of(bite, upper, lower, pairs);

  ExactInterference result{.near_pairs = pairs.size()};
  sort_out(bite, intersections.all, result);
  result.curves = join_segments(upper, lower, intersections.crossings);
  for (const Polyline& curve : result.curves) result.curve_length_mm += length_mm(curve);

  if (bite.upper->anatomy_faces > 0 && bite.lower->anatomy_faces > 0) {
    result.upper_pieces_inside = pieces_inside(
        upper, bite.upper->anatomy_faces, marks_of(upper, intersections.all, &FacePair::upper_face), lower);
    result.lower_pieces_inside = pieces_inside(
        lower, bite.lower->anatomy_faces, marks_of(lower, intersections.all, &FacePair::lower_face), upper);
  }
  result.interference =
      !result.crossing.empty() || result.upper_pieces_inside > 0 || result.lower_pieces_inside > 0;
  result.touching = !result.interference && !result.touching_pairs.empty();
  return result;
}

namespace {

using namespace exact;

bool has(std::span<const Edge> edges, std::uint32_t a, std::uint32_t b) {
  return std::binary_search(edges.begin(), edges.end(), Edge{std::min(a, b), std::max(a, b)});
}

//! Whether the point that a simplex of a face names lies on one of the edges. At a vertex only the face's own
//! two edges are tested, because the other faces around it meet the other solid in the same point.
bool on_edge(const Simplex& simplex, const Face& face, std::span<const Edge> edges) {
  if (simplex[2] != no_vertex) return false;
  if (simplex[1] != no_vertex) return has(edges, simplex[0], simplex[1]);
  return std::ranges::any_of(
      face, [&](std::uint32_t other) { return other != simplex[0] && has(edges, simplex[0], other); });
}

}  // namespace

EdgesInside edges_inside(const Bite& bite, const ExactInterference& found, std::span<const Edge> upper_edges,
                         std::span<const Edge> lower_edges) {
  EdgesInside inside{.upper = found.upper_pieces_inside > 0, .lower = found.lower_pieces_inside > 0};
  const Surface upper = surface_of(*bite.upper);
  const Surface lower = surface_of(*bite.lower, bite.upper_from_lower);
  for (const auto* pairs : {&found.crossing, &found.touching_pairs}) {
    for (const FacePair& pair : *pairs) {
      if (inside.upper && inside.lower) return inside;
      const FaceIntersection intersection = intersect(upper, pair.upper_face, lower, pair.lower_face);
      for (int end = 0; end < intersection.end_count; ++end) {
        const PointName& name = intersection.ends[static_cast<std::size_t>(end)].name;
        inside.upper = inside.upper || on_edge(name.upper, upper.faces[pair.upper_face], upper_edges);
        inside.lower = inside.lower || on_edge(name.lower, lower.faces[pair.lower_face], lower_edges);
      }
    }
  }
  return inside;
}

}  // namespace intercusp
