#include "occlusion/teeth/crowns.h"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>
#include <cstddef>

namespace intercusp {
namespace {

using Traits = boost::adjacency_list_traits<boost::vecS, boost::vecS, boost::directedS>;
struct Arc {
  double capacity = 0, residual = 0;
  Traits::edge_descriptor reverse;
};
struct Node {
  boost::default_color_type colour{};
  Traits::edge_descriptor predecessor;
  double distance = 0;
};
using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, Node, Arc>;

void connect(Graph& graph, std::size_t a, std::size_t b, double there, double back) {
  const auto forth = boost::add_edge(a, b, graph).first;
  const auto reverse = boost::add_edge(b, a, graph).first;
  graph[forth].capacity = there;
  graph[reverse].capacity = back;
  graph[forth].reverse = reverse;
  graph[reverse].reverse = forth;
}

}  // namespace

std::vector<char> minimum_cut(std::span<const double> pull, std::span<const CutEdge> edges) {
  const std::size_t n = pull.size();
  Graph graph(n + 2);
  const std::size_t inside = n, outside = n + 1;
  for (std::size_t v = 0; v < n; ++v) {
    if (pull[v] > 0) connect(graph, inside, v, pull[v], 0);
    if (pull[v] < 0) connect(graph, v, outside, -pull[v], 0);
  }
  for (const CutEdge& e : edges) connect(graph, e.a, e.b, e.cost, e.cost);
  boost::boykov_kolmogorov_max_flow(graph, boost::get(&Arc::capacity, graph),
                                    boost::get(&Arc::residual, graph), boost::get(&Arc::reverse, graph),
                                    boost::get(&Node::predecessor, graph), boost::get(&Node::colour, graph),
                                    boost::get(&Node::distance, graph),
                                    boost::get(boost::vertex_index, graph), inside, outside);
  std::vector<char> is_inside(n);
  for (std::size_t v = 0; v < n; ++v) is_inside[v] = graph[v].colour == boost::black_color ? 1 : 0;
  return is_inside;
}

}  // namespace intercusp
