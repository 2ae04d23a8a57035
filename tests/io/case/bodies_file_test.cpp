#include "io/case/bodies_file.h"

#include <gtest/gtest.h>

#include "io/case/import_solids.h"
#include "io/files/errors.h"
#include "occlusion/geometry/body_mesh.h"
#include "occlusion/geometry/shapes.h"
#include "tests/support/bites.h"
#include "tests/support/temporary_folder.h"

namespace intercusp {
namespace {

const std::string here = R"("pose": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1])";

std::string body_text(const std::string& name, const std::string& kind, const std::string& sizes,
                      const std::string& pose = here) {
  return R"({"name": ")" + name + R"(", "kind": ")" + kind + R"(", )" + pose + R"(, "size_mm": )" + sizes +
         "}";
}

std::vector<NamedBody> bodies_of(const std::string& text) {
  const TemporaryFolder folder;
  return read_bodies(folder.write("bodies.json", text));
}

std::vector<NamedBody> bodies_in(const std::string& list) {
  return bodies_of("{\"bodies\": [" + list + "]}");
}

void expect_refused(const std::string& text, const std::string& reason) {
  const std::string message = message_of<InputError>([&] { static_cast<void>(bodies_of(text)); });
  EXPECT_NE(message.find("bodies.json: "), std::string::npos) << message;
  EXPECT_NE(message.find(reason), std::string::npos) << message;
}

void expect_body_refused(const std::string& body, const std::string& reason) {
  expect_refused("{\"bodies\": [" + body_text("a", "sphere", "[1]") + ", " + body + "]}", reason);
}

TEST(BodiesFile, every_kind_is_read_in_order_with_its_sizes_complete) {
  const auto bodies = bodies_in(
      body_text("s", "sphere", "[4.5]") + "," + body_text("e", "ellipsoid", "[9, 4, 5]") + "," +
      body_text("implant", "cylinder", "[2.05, 11]") + "," + body_text("bur", "cone", "[0.8, 6]") + "," +
      body_text("abutment", "cone", "[2, 1.5, 5]") + "," + body_text("ring", "torus", "[6, 1.5]") + "," +
      body_text("clasp", "torus", "[5, 0.5, 120]") + "," + body_text("block", "box", "[1, 2, 3]"));
  ASSERT_EQ(bodies.size(), 8U);
  using Sizes = std::vector<double>;
  EXPECT_EQ(bodies[0].body.size_mm, Sizes{4.5});
  EXPECT_EQ(bodies[1].body.size_mm, (Sizes{9, 4, 5}));
  EXPECT_EQ(bodies[2].name, "implant");
  EXPECT_EQ(bodies[2].body.kind, BodyKind::cylinder);
  EXPECT_EQ(bodies[3].body.size_mm, (Sizes{0.8, 0, 6})) << "a tip";
  EXPECT_EQ(bodies[4].body.size_mm, (Sizes{2, 1.5, 5}));
  EXPECT_EQ(bodies[5].body.size_mm, (Sizes{6, 1.5, 360})) << "the whole ring";
  EXPECT_EQ(bodies[6].body.size_mm, (Sizes{5, 0.5, 120}));
  EXPECT_EQ(bodies[7].body.kind, BodyKind::box);
}

TEST(BodiesFile, the_pose_is_row_by_row_and_takes_the_body_into_the_files_frame) {
  const auto bodies =
      bodies_in(body_text("a", "box", "[2, 4, 6]", R"("pose": [0,-1,0,10, 1,0,0,20, 0,0,1,30, 0,0,0,1])"));
  const Bounds box = bounds_of(bodies[0].body);
  EXPECT_LT((box.min - Eigen::Vector3d(8, 19, 27)).norm(), 1e-12);
  EXPECT_LT((box.max - Eigen::Vector3d(12, 21, 33)).norm(), 1e-12);
}

TEST(BodiesFile, what_is_wrong_is_named_with_its_place) {
  expect_body_refused(body_text("b", "sphere", "[1, 2]"), "bodies[1].size_mm: ");
  expect_body_refused(body_text("b", "cylinder", "[1]"), "cylinder takes [radius, height]; 1 given");
  expect_body_refused(body_text("b", "ellipsoid", "3"), "no list is given");
  expect_body_refused(body_text("b", "box", "[1, 0, 2]"), "bodies[1].size_mm: 0 mm is out of range");
  expect_body_refused(body_text("b", "box", "[1, -3, 2]"), "-3 mm is out of range");
  expect_body_refused(body_text("b", "sphere", "[1e300]"), "is out of range");
  expect_body_refused(body_text("b", "sphere", "[null]"), "null is not a number");
  expect_body_refused(body_text("b", "cone", "[0, 0, 5]"), "is out of range");
  expect_body_refused(body_text("b", "cone", "[0, 5]"), "is out of range");
  expect_body_refused(body_text("b", "torus", "[2, 2]"), "thinner than its ring");
  expect_body_refused(body_text("b", "torus", "[4, 1, 400]"), "1 to 360 degrees");
  expect_body_refused(body_text("b", "pyramid", "[1]"), "bodies[1].kind: must be sphere");
  expect_body_refused(body_text("b", "pyramid", "[1]"), "\"pyramid\"");
  expect_body_refused(body_text("a", "sphere", "[1]"), "bodies[1].name: another body is named \"a\"");
  expect_body_refused(body_text("", "sphere", "[1]"), "bodies[1].name: ");
  expect_body_refused("7", "bodies[1]: is no object");
  expect_body_refused(R"({"name": "b", "kind": "sphere", "size_mm": [1]})",
                      "\"bodies[1].pose\" must be a list");
  expect_body_refused(body_text("b", "sphere", "[1]", R"("pose": [2,0,0,0, 0,2,0,0, 0,0,2,0, 0,0,0,1])"),
                      "\"bodies[1].pose\" is not rigid: it scales by 2");
  expect_body_refused(body_text("b", "sphere", "[1]", R"("pose": [-1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1])"),
                      "it mirrors");
  expect_body_refused(body_text("b", "sphere", "[1]", R"("pose": [1,0,0,6e5, 0,1,0,0, 0,0,1,0, 0,0,0,1])"),
                      "is a shift by 600 m");
}

TEST(BodiesFile, other_json_is_told_what_a_bodies_file_is) {
  expect_refused("{\"labels\": [1, 2]}", "no bodies file; write {\"bodies\"");
  expect_refused("[1, 2]", "no bodies file");
  expect_refused("{\"bodies\": 3}", "no bodies file");
  expect_refused("{\"bodies\": []}", "is empty");
  expect_refused("{\"bodies\": [", "not valid JSON");
}

TEST(ImportSolids, one_file_of_bodies_gives_a_solid_each_beside_meshes) {
  const TemporaryFolder folder;
  const auto file = folder.write("bodies.json", "\xEF\xBB\xBF \n{\"bodies\": [" +
                                                    body_text("implant", "cylinder", "[2, 11]") + "," +
                                                    body_text("bone", "box", "[60, 30, 20]") + "]}");
  const ImportedSolids imported = import_solids({file.string()}, std::nullopt);
  ASSERT_EQ(imported.solids.size(), 2U);
  EXPECT_EQ(imported.solids[0].name, "implant");
  EXPECT_EQ(imported.solids[1].name, "bone");
  ASSERT_TRUE(imported.solids[0].body);
  EXPECT_EQ(imported.solids[0].body->kind, BodyKind::cylinder);
  EXPECT_EQ(count_open_edges(imported.solids[0].solid->mesh), 0U);
  EXPECT_GT(imported.solids[0].mesh_error_mm, 0);
  EXPECT_LE(imported.solids[0].mesh_error_mm, body_mesh_error_mm);
  EXPECT_EQ(imported.solids[1].mesh_error_mm, 0) << "a box is its mesh";
  EXPECT_EQ(imported.solids[0].import.files.at(0).sha256.size(), 64U);
  ASSERT_EQ(imported.remarks.size(), 1U);
  EXPECT_EQ(imported.remarks[0].code, "bodies_have_meshes");
  EXPECT_EQ(imported.remarks[0].number("bodies"), 2);
}

TEST(ImportSolids, bodies_are_mm_whatever_unit_the_meshes_have) {
  const TemporaryFolder folder;
  const auto file = folder.write("bodies.json", "{\"bodies\": [" + body_text("ball", "sphere", "[3]") + "]}");
  const ImportedSolids imported = import_solids({file.string(), file.string()}, 1000.0);
  EXPECT_NEAR(bounds_of(imported.solids[0].solid->mesh).size().x(), 6, 0.01);
  EXPECT_EQ(imported.solids[0].name, file.string() + ": ball") << "two of one name";
  const auto nuts =
      folder.write("small.json", "{\"bodies\": [" + body_text("nut", "sphere", "[0.02]") + "]}");
  EXPECT_EQ(import_solids({nuts.string()}, std::nullopt).remarks.size(), 1U)
      << "no unit is guessed from bodies";
}

TEST(ImportSolids, bodies_in_a_folder_or_list_of_meshes_are_refused) {
  const TemporaryFolder folder;
  const auto mesh =
      folder.write("36.off", "OFF\n4 4 0\n0 0 0\n9 0 0\n0 9 0\n0 0 9\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n");
  EXPECT_EQ(import_solids({folder.path().string()}, std::nullopt).solids.size(), 1U);
  const auto file = folder.write("bodies.json", "{\"bodies\": [" + body_text("ball", "sphere", "[3]") + "]}");
  for (const std::string& source : {folder.path().string(), mesh.string() + "," + file.string()}) {
    const std::string message =
        message_of<InputError>([&] { static_cast<void>(import_solids({source}, std::nullopt)); });
    EXPECT_NE(message.find("bodies.json describes bodies"), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace intercusp
