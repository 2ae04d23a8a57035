// The 3D view inside a page: the error of its surfaces, and that the page needs nothing else.

#include <gtest/gtest.h>

#include <regex>

#include "io/results/inspection/parts.h"
#include "io/results/inspection/report.h"
#include "occlusion/engines/rays/closest_points.h"
#include "tests/io/report/scene_page.h"

namespace intercusp {
namespace {

using nlohmann::json;
using testing::page_with_view;
using testing::small_dentition;

std::string from_base64(const std::string& text) {
  static const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char letter : text) {
    if (letter == '=') break;
    bits = bits << 6 | static_cast<std::uint32_t>(letters.find(letter));
    count += 6;
    if (count >= 8) bytes += static_cast<char>(bits >> (count -= 8) & 0xFF);
  }
  return bytes;
}

std::vector<int> words_of(const std::string& bytes) {
  std::vector<int> words;
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2)
    words.push_back(static_cast<unsigned char>(bytes[i]) | static_cast<unsigned char>(bytes[i + 1]) << 8);
  return words;
}

//! Decoded like in the page's program.
std::vector<Face> faces_of(const std::string& bytes) {
  std::vector<std::uint32_t> corners;
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < bytes.size();) {
    std::uint32_t behind = 0;
    for (int shift = 0;; shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes[i++]);
      behind |= static_cast<std::uint32_t>(byte & 127) << shift;
      if (byte < 128) break;
    }
    corners.push_back(next - behind);
    if (behind == 0) ++next;
  }
  std::vector<Face> faces;
  for (std::size_t i = 0; i + 2 < corners.size(); i += 3)
    faces.push_back({corners[i], corners[i + 1], corners[i + 2]});
  return faces;
}

struct Decoded {
  TriangleMesh mesh;
  std::vector<int> distances, teeth;
  double step_mm;
};
Decoded decoded(const json& jaw) {
  Decoded found{.step_mm = jaw.at("step_mm")};
  const std::vector<int> steps = words_of(from_base64(jaw.at("positions")));
  const auto origin = jaw.at("origin_mm").get<std::vector<double>>();
  for (std::size_t i = 0; i + 2 < steps.size(); i += 3)
    found.mesh.vertices.emplace_back(origin[0] + found.step_mm * steps[i],
                                     origin[1] + found.step_mm * steps[i + 1],
                                     origin[2] + found.step_mm * steps[i + 2]);
  found.mesh.faces = faces_of(from_base64(jaw.at("faces")));
  for (const int word : words_of(from_base64(jaw.at("distances"))))
    found.distances.push_back(static_cast<std::int16_t>(word));
  for (const char tooth : from_base64(jaw.at("teeth")))
    found.teeth.push_back(static_cast<unsigned char>(tooth));
  return found;
}

//! Greatest distance of a scanned vertex from the surface, near the other jaw and elsewhere.
std::pair<double, double> deviations(const Solid& solid, const std::vector<float>& distances_mm,
                                     const TriangleMesh& drawn) {
  const ClosestPoints closest(drawn, drawn.faces.size());
  double near = 0, far = 0;
  std::vector<bool> seen(solid.mesh.vertices.size());
  for (std::size_t face = 0; face < solid.anatomy_faces; ++face) {
    for (const std::uint32_t vertex : solid.mesh.faces[face]) {
      if (seen[vertex]) continue;
      seen[vertex] = true;
      double& greatest = distances_mm[vertex] <= scene_near_mm ? near : far;
      greatest = std::max(greatest, closest.within(solid.mesh.vertices[vertex], 10)->distance_mm);
    }
  }
  return {near, far};
}

class BothJaws : public ::testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Scene, BothJaws, ::testing::Bool(),
                         [](const auto& jaw) { return jaw.param ? "upper" : "lower"; });

TEST_P(BothJaws, the_page_has_the_scans_vertices_with_their_distances_and_teeth) {
  const Inspection& inspection = small_dentition();
  const Solid& solid = GetParam() ? *inspection.bite_case->bite.upper : *inspection.bite_case->bite.lower;
  const SurfaceDistances& all = inspection.surface->distances;
  const std::vector<float>& distances_mm = GetParam() ? all.upper.mm : all.lower.mm;
  const SceneData scene = *scene_data(inspection);
  const std::vector<std::uint32_t>& source = GetParam() ? scene.upper.source : scene.lower.source;
  const json data = json::parse(testing::scene_text(testing::page_of_small_dentition()));
  const Decoded jaw = decoded(data.at(GetParam() ? "upper" : "lower"));

  ASSERT_EQ(jaw.mesh.vertices.size(), source.size());
  EXPECT_GT(source.size(), 1000U);
  EXPECT_EQ(jaw.mesh.faces, GetParam() ? scene.upper.faces : scene.lower.faces);
  EXPECT_LT(jaw.step_mm, 0.0015);
  for (std::size_t i = 0; i < source.size(); ++i) {
    const Eigen::Vector3d off = jaw.mesh.vertices[i] - solid.mesh.vertices[source[i]];
    ASSERT_LE(off.lpNorm<Eigen::Infinity>(), 0.5001 * jaw.step_mm);
    const auto mm = static_cast<double>(distances_mm[source[i]]);
    if (std::isnan(mm)) {
      ASSERT_EQ(jaw.distances[i], no_scene_distance);
    } else {
      ASSERT_NEAR(jaw.distances[i] * scene_distance_step_mm, std::max(mm, -32.767),
                  0.5001 * scene_distance_step_mm);
    }
    ASSERT_EQ(jaw.teeth[i], solid.labels[source[i]]);
  }
}

TEST_P(BothJaws, the_surface_deviates_by_no_more_than_the_page_says) {
  const Inspection& inspection = small_dentition();
  const Solid& solid = GetParam() ? *inspection.bite_case->bite.upper : *inspection.bite_case->bite.lower;
  const SurfaceDistances& all = inspection.surface->distances;
  const SceneData scene = *scene_data(inspection);
  const SceneJaw& jaw = GetParam() ? scene.upper : scene.lower;
  TriangleMesh drawn{.vertices = {}, .faces = jaw.faces};
  for (const std::uint32_t vertex : jaw.source) drawn.vertices.push_back(solid.mesh.vertices[vertex]);
  const auto [near, far] = deviations(solid, GetParam() ? all.upper.mm : all.lower.mm, drawn);
  EXPECT_LE(near, jaw.near_error_mm + 1e-9);
  EXPECT_LE(jaw.near_error_mm, scene_near_error_mm);
  EXPECT_LE(far, jaw.error_mm + 1e-9);
  EXPECT_LE(jaw.error_mm, scene_error_mm);
  EXPECT_LT(jaw.faces.size(), 0.8 * static_cast<double>(solid.anatomy_faces));
  EXPECT_GT(far, 0);  // something was left out
}

TEST(Scene, a_page_of_two_scans_of_200_000_triangles_has_at_most_5_mb) {
  const Inspection inspection = testing::inspected_dentition(200000);
  const std::vector<OutputFile> files =
      files_of(report_of(testing::shared(inspection), testing::some_inputs()));
  const std::string& page = std::ranges::find(files, "report.html", &OutputFile::name)->bytes;
  EXPECT_LE(page.size(), 5'000'000U);
  const SceneData scene = *scene_data(inspection);
  for (const SceneJaw* jaw : {&scene.upper, &scene.lower}) {
    EXPECT_LE(jaw->near_error_mm,
              2 * scene_near_error_mm);  // for scans this rough the size limit takes precedence
    EXPECT_LE(jaw->error_mm, 3 * scene_error_mm);
  }
}

TEST(Scene, a_page_needs_nothing_beside_it) {
  const std::string page = testing::page_of_small_dentition();
  const std::regex address(R"re((src|href|url)\s*[=(]\s*["']?\s*(https?:|//|file:|[a-z]+\.))re");
  const std::string own = page.substr(0, page.find("/* three.js"));
  EXPECT_FALSE(std::regex_search(own, address));
  EXPECT_EQ(page.find("src=\"http"), std::string::npos);
  EXPECT_EQ(page.find("href="), std::string::npos);
  EXPECT_EQ(page.find("import("), std::string::npos);
}

TEST(Scene, names_of_files_cannot_become_scripts) {
  const Report plain = report_of(testing::shared(small_dentition()), testing::some_inputs());
  Report hostile = plain;
  const std::string text = "</script><script>alert(1)</script>";
  hostile.input_files = {{text, text}};
  hostile.sections.front().paragraphs = {text};
  const auto scripts = [](const std::string& page) {
    std::size_t count = 0;
    for (std::size_t at = page.find("<script"); at != std::string::npos; at = page.find("<script", at + 1))
      ++count;
    return count;
  };
  EXPECT_EQ(scripts(page_with_view(hostile)), scripts(page_with_view(plain)));
  EXPECT_EQ(testing::scene_text(page_with_view(hostile)).find('<'), std::string::npos);
  EXPECT_FALSE(testing::scene_text(page_with_view(hostile)).empty());
}

TEST(Scene, the_same_inspection_makes_the_same_bytes) {
  EXPECT_EQ(scene_html(*scene_data(small_dentition())), scene_html(*scene_data(small_dentition())));
}

TEST(Scene, every_contact_in_the_table_has_its_place_in_the_view) {
  const std::string page = testing::page_of_small_dentition();
  const json contacts = json::parse(testing::scene_text(page)).at("contacts");
  const std::regex row("<tr data-contact=\"([0-9]+)\">");
  std::size_t rows = 0;
  for (std::sregex_iterator at(page.begin(), page.end(), row), end; at != end; ++at, ++rows)
    EXPECT_TRUE(contacts.contains((*at)[1].str())) << (*at)[1];
  EXPECT_GT(rows, 0U);
  EXPECT_EQ(rows, contacts.size());
}

TEST(Scene, an_inspection_without_surface_distances_has_none) {
  Inspection inspection = testing::inspected_plates();
  inspection.surface.reset();
  EXPECT_EQ(
      testing::scene_text(page_with_view(report_of(testing::shared(inspection), testing::some_inputs()))),
      "");
}

TEST(Scene, corners_are_told_in_bytes_of_seven_bits) {
  const std::vector<Face> faces = {{0, 1, 2}, {2, 1, 3}, {3, 0, 4}};
  EXPECT_EQ(face_bytes(faces), std::string("\0\0\0\1\2\0\1\4\0", 9));
  std::vector<Face> strip;
  for (std::uint32_t i = 0; i < 400; ++i) strip.push_back({i, i + 1, i + 2});
  strip.push_back({401, 0, 200});
  EXPECT_EQ(faces_of(face_bytes(strip)), strip);
}

}  // namespace
}  // namespace intercusp
