#include "io/mesh/repair/steps.h"

#include <algorithm>
#include <span>

#include "io/language/language.h"
#include "io/mesh/repair/make_solid.h"
#include "io/mesh/repair/pairing.h"
#include "io/mesh/repair/seams.h"

namespace intercusp::repair {
namespace {

std::span<const std::uint32_t> edge_of(const EdgeTable& table, std::size_t edge) {
  return std::span(table.half_edges).subspan(table.starts[edge], table.starts[edge + 1] - table.starts[edge]);
}

void link_plain_edges(WorkingMesh& mesh, const EdgeTable& table) {
  mesh.twin.assign(3 * mesh.faces.size(), none);
  for (std::size_t e = 0; e < table.edge_count(); ++e) {
    const auto edge = edge_of(table, e);
    if (edge.size() == 2) link(mesh, edge[0], edge[1]);
  }
}

//! \return per face: must it be turned to agree with the first face of its patch?
std::vector<std::uint8_t> turned_in_patches(const WorkingMesh& mesh) {
  TurnedSets patches(mesh.face_count());
  for (std::uint32_t h = 0; h < mesh.twin.size(); ++h) {
    const std::uint32_t twin = mesh.twin[h];
    if (twin >= h) continue;  // none is the greatest number
    if (!patches.join(h / 3, twin / 3, mesh.from(h) == mesh.from(twin)))
      throw RepairError(phrase("the surface has one side only (like a Möbius band), found at {}",
                               place_text(mesh.vertices[mesh.from(h)])));
  }
  std::vector<std::uint8_t> turn(mesh.faces.size());
  for (std::uint32_t face = 0; face < mesh.face_count(); ++face) turn[face] = patches.is_turned(face) ? 1 : 0;
  return turn;
}

//! Of the two ways to turn a patch, the one that leaves more faces as the file has them.
void follow_majority(std::vector<std::uint8_t>& turn, const Components& patches) {
  std::vector<long> balance(patches.count, 0);
  for (std::size_t f = 0; f < turn.size(); ++f) balance[patches.of_face[f]] += turn[f] != 0 ? 1 : -1;
  for (std::size_t f = 0; f < turn.size(); ++f) turn[f] ^= balance[patches.of_face[f]] > 0 ? 1 : 0;
}

//! The half-edges of a table after turn_faces.
void follow_turned(EdgeTable& table, const std::vector<std::uint8_t>& turn) {
  for (std::uint32_t& h : table.half_edges) {
    if (turn[h / 3] != 0) h = h - h % 3 + (2 - h % 3);
  }
}

void pair_crowded_edges(WorkingMesh& mesh, const EdgeTable& table, const Components& patches, bool may_turn,
                        RepairCounts& counts) {
  TurnedSets joined(patches.count);
  for (std::size_t e = 0; e < table.edge_count(); ++e) {
    const auto edge = edge_of(table, e);
    if (edge.size() < 3) continue;
    ++counts.split_edges;
    pair_faces(mesh, edge, patches.of_face, joined, {.may_turn_patches = may_turn});
  }
  std::vector<std::uint8_t> turn(mesh.faces.size());
  for (std::uint32_t f = 0; f < mesh.face_count(); ++f)
    turn[f] = joined.is_turned(patches.of_face[f]) ? 1 : 0;
  turn_faces(mesh, turn);
}

//! A vertex in the middle of an edge; the two faces (or the one) at it become two each.
void divide_edge(WorkingMesh& mesh, std::uint32_t h) {
  const std::uint32_t t = mesh.twin[h];
  const std::uint32_t a = mesh.from(h);
  const std::uint32_t b = mesh.to(h);
  const std::uint32_t middle =
      add_vertex(mesh, 0.5 * (mesh.vertices[a] + mesh.vertices[b]), mesh.labels.empty() ? 0 : mesh.labels[a]);
  // (a, b, c) becomes (a, m, c) in place and (m, b, c) at the end; the half-edge b → c moves with the latter.
  const auto divide_face = [&](std::uint32_t half_edge) {
    const std::uint32_t added = 3 * mesh.face_count();
    const std::uint32_t onward = next(half_edge);
    mesh.faces.push_back({middle, mesh.to(half_edge), mesh.from(previous(half_edge))});
    mesh.turned.push_back(mesh.turned[half_edge / 3]);
    mesh.twin.insert(mesh.twin.end(), {none, mesh.twin[onward], none});
    if (mesh.twin[onward] != none) mesh.twin[mesh.twin[onward]] = added + 1;
    mesh.faces[half_edge / 3][onward % 3] = middle;
    link(mesh, onward, added + 2);
    return added;
  };
  const std::uint32_t second_of_h = divide_face(h);
  if (t == none) return;
  const std::uint32_t second_of_t = divide_face(t);
  link(mesh, h, second_of_t);
  link(mesh, t, second_of_h);
}

//! \return false where every edge had its two faces to itself.
bool divide_shared_edges(WorkingMesh& mesh) {
  const EdgeTable table = edges_of(mesh);
  // The table holds for untouched faces only; edges of the others wait for the next round.
  std::vector<std::uint8_t> touched(mesh.faces.size(), 0);
  bool shared = false;
  for (std::size_t e = 0; e < table.edge_count(); ++e) {
    const auto edge = edge_of(table, e);
    if (edge.size() == 1 || (edge.size() == 2 && mesh.twin[edge[0]] == edge[1])) continue;
    const bool is_stale =
        std::any_of(edge.begin(), edge.end(), [&](std::uint32_t h) { return touched[h / 3] != 0; });
    if (is_stale) continue;
    shared = true;
    const std::uint32_t first_twin = mesh.twin[edge[0]];
    for (const std::uint32_t h : edge.subspan(1)) {
      if (h == first_twin || touched[h / 3] != 0) continue;  // the latter: divided with its twin
      const std::uint32_t t = mesh.twin[h];
      touched[h / 3] = 1;
      if (t != none) touched[t / 3] = 1;
      divide_edge(mesh, h);
    }
  }
  return shared;
}

}  // namespace

void connect_sheets(WorkingMesh& mesh, RepairCounts& counts) {
  mesh.turned.assign(mesh.faces.size(), 0);
  EdgeTable table = edges_of(mesh);
  if (join_seams(mesh, table, counts)) table = edges_of(mesh);
  link_plain_edges(mesh, table);
  const Components patches = components_of(mesh);
  std::vector<std::uint8_t> turn = turned_in_patches(mesh);
  follow_majority(turn, patches);
  turn_faces(mesh, turn);
  follow_turned(table, turn);

  const auto turned_faces = [&] {
    return static_cast<std::size_t>(std::count(mesh.turned.begin(), mesh.turned.end(), 1));
  };
  // If one face in a hundred is the wrong way round, the file's orientation is unreliable for patches too.
  const bool orientation_is_noise = turned_faces() * 100 > mesh.faces.size();
  pair_crowded_edges(mesh, table, patches, orientation_is_noise, counts);
  counts.flipped_faces = turned_faces();
}

void split_vertices(WorkingMesh& mesh, RepairCounts& counts) {
  std::vector<std::uint8_t> has_ring(mesh.vertices.size(), 0);
  std::vector<std::uint8_t> seen(3 * mesh.faces.size(), 0);
  const auto corners = static_cast<std::uint32_t>(seen.size());
  for (std::uint32_t first = 0; first < corners; ++first) {
    if (seen[first] != 0) continue;
    const std::uint32_t vertex = mesh.from(first);
    std::uint32_t own = vertex;
    if (has_ring[vertex] != 0) {
      if (has_ring[vertex] == 1) ++counts.split_vertices;
      has_ring[vertex] = 2;
      own = add_vertex(mesh, mesh.vertices[vertex], mesh.labels.empty() ? 0 : mesh.labels[vertex]);
    } else {
      has_ring[vertex] = 1;
    }
    const auto visit = [&](std::uint32_t corner) {
      seen[corner] = 1;
      mesh.faces[corner / 3][corner % 3] = own;
    };
    // Round the vertex one way until the ring closes or ends, then from its start the other way.
    std::uint32_t corner = first;
    do {
      visit(corner);
      corner = mesh.twin[previous(corner)];
    } while (corner != none && corner != first);
    if (corner == first) continue;
    for (std::uint32_t twin = mesh.twin[first]; twin != none; twin = mesh.twin[corner]) {
      corner = next(twin);
      visit(corner);
    }
  }
  if (counts.split_edges == 0) return;
  while (divide_shared_edges(mesh)) {
  }
}

}  // namespace intercusp::repair
