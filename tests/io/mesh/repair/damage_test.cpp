// Damage at random to bodies of known volume: repair must find the body again.
#include <algorithm>

#include "tests/io/mesh/repair/meshes.h"

namespace intercusp {
namespace {

using testing::raw_of;
using testing::soup_of;
using testing::together;

using Random = std::mt19937;

std::size_t pick(Random& random, std::size_t count) {
  return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
}

//! A corner in the middle of an edge of one face; the gap to the neighbour is a face without area.
void split_on_edge(RawMesh& mesh, Random& random) {
  const std::size_t f = pick(random, mesh.faces.size());
  const auto [a, b, c] = mesh.faces[f];
  const auto m = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.vertices.emplace_back(0.5 * (mesh.vertices[a] + mesh.vertices[b]));
  mesh.faces[f] = {a, m, c};
  mesh.faces.push_back({m, b, c});
  mesh.faces.push_back({a, b, m});
}

void flip_faces(RawMesh& mesh, double share, Random& random) {
  std::bernoulli_distribution flip(share);
  for (Face& face : mesh.faces) {
    if (flip(random)) std::swap(face[0], face[1]);
  }
}

RawMesh shuffled(RawMesh mesh, Random& random) {
  std::vector<std::uint32_t> place(mesh.vertices.size());
  for (std::size_t i = 0; i < place.size(); ++i) place[i] = static_cast<std::uint32_t>(i);
  std::shuffle(place.begin(), place.end(), random);
  RawMesh result = mesh;
  for (std::size_t v = 0; v < place.size(); ++v) result.vertices[place[v]] = mesh.vertices[v];
  for (Face& face : result.faces) {
    for (std::uint32_t& v : face) v = place[v];
    std::rotate(face.begin(), face.begin() + static_cast<std::ptrdiff_t>(pick(random, 3)), face.end());
  }
  std::shuffle(result.faces.begin(), result.faces.end(), random);
  return result;
}

RawMesh damaged(const TriangleMesh& body, double flipped_share, Random& random) {
  RawMesh mesh = raw_of(body);
  for (int i = 0; i < 20; ++i) split_on_edge(mesh, random);
  for (int i = 0; i < 5; ++i) mesh = together(mesh, raw_of(shapes::sphere({30.0 + i, 0, 0}, 0.05, 3)));
  for (int i = 0; i < 5; ++i) mesh.faces.push_back(mesh.faces[pick(random, mesh.faces.size())]);
  flip_faces(mesh, flipped_share, random);
  return soup_of(shuffled(mesh, random));
}

TEST(RepairOfDamage, finds_the_body_again) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const TriangleMesh body =
        seed % 2 == 0 ? shapes::sphere({3, -2, 8}, 5, 16) : shapes::torus({0, 0, 4}, {1, 2, 3}, 6, 2, 24, 12);
    const double share = seed % 4 < 2 ? 0.05 : 0.5;
    const RepairedSolid repaired = make_solid(damaged(body, share, random));
    testing::expect_solid(repaired);
    EXPECT_EQ(repaired.components, 1U);
    EXPECT_GE(repaired.counts.loose_components, 5U);  // and folds of two faces that collapsing may leave
    EXPECT_FALSE(repaired.closed_by_import);
    // Corners that were put on an edge slide along it, within the planes of their faces: only rounding remains.
    EXPECT_NEAR(signed_volume(repaired.solid.mesh), signed_volume(body), 1e-9 * signed_volume(body));
  }
}

TEST(RepairOfDamage, the_same_input_gives_the_same_bits) {
  Random random(7);
  RawMesh mesh = damaged(shapes::sphere({3, -2, 8}, 5, 16), 0.3, random);
  mesh.faces.erase(mesh.faces.begin() + 40, mesh.faces.begin() + 90);
  const RepairedSolid first = make_solid(mesh);
  const RepairedSolid second = make_solid(mesh);
  EXPECT_EQ(first.solid.mesh.vertices, second.solid.mesh.vertices);
  EXPECT_EQ(first.solid.mesh.faces, second.solid.mesh.faces);
}

TEST(RepairOfDamage, whatever_the_faces_are_the_result_is_a_solid_or_a_refusal) {
  std::size_t solids = 0;
  for (unsigned seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    RawMesh mesh;
    // Few places and many faces: edges and vertices of every kind.
    for (std::size_t i = 0, n = 4 + pick(random, 12); i < n; ++i) {
      mesh.vertices.emplace_back(static_cast<double>(pick(random, 4)), static_cast<double>(pick(random, 4)),
                                 static_cast<double>(pick(random, 3)));
      mesh.labels.push_back(static_cast<int>(pick(random, 3)));
    }
    for (std::size_t i = 0, n = 1 + pick(random, seed % 40 + 1); i < n; ++i) {
      const auto vertex = [&] { return static_cast<std::uint32_t>(pick(random, mesh.vertices.size())); };
      mesh.faces.push_back({vertex(), vertex(), vertex()});
    }
    try {
      testing::expect_solid(make_solid(mesh));
      ++solids;
    } catch (const RepairError& error) {
      EXPECT_STRNE(error.what(), "");
      EXPECT_EQ(std::string(error.what()).find("could not be closed"), std::string::npos) << error.what();
      EXPECT_EQ(std::string(error.what()).find("test line"), std::string::npos) << error.what();
    }
  }
  EXPECT_GT(solids, 100U);
}

}  // namespace
}  // namespace intercusp
