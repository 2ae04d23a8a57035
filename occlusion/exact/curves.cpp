#include "occlusion/exact/curves.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace intercusp {

double length_mm(const Polyline& line) {
  double sum = 0;
  for (std::size_t i = 1; i < line.points.size(); ++i) sum += (line.points[i] - line.points[i - 1]).norm();
  return sum;
}

namespace exact {
namespace {

//! Merges vertices with the same coordinates into the first one queried.
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
  std::vector<std::vector<std::size_t>> segments_at;  //!< of each node
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

  //! Follows segments from a node until the path ends, branches or returns to the start.
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

}  // namespace

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

}  // namespace exact
}  // namespace intercusp
