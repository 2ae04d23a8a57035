#include "io/case/teeth_edits.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "datasets/dentition.h"
#include "io/files/errors.h"
#include "tests/support/bites.h"
#include "tests/support/temporary_folder.h"

namespace intercusp {
namespace {

using Kind = TeethEdit::Kind;

std::vector<TeethEdit> edits_of_text(std::string_view text) {
  const TemporaryFolder folder;
  return read_teeth_edits(folder.write("EDITS.json", text));
}

void expect_edits_refused(std::string_view text, const std::string& reason) {
  const std::string message = message_of<InputError>([&] { static_cast<void>(edits_of_text(text)); });
  EXPECT_NE(message.find("EDITS.json: "), std::string::npos) << message;
  EXPECT_NE(message.find(reason), std::string::npos) << message;
}

TEST(TeethEdits, every_kind_that_was_written_comes_back) {
  const std::vector<TeethEdit> edits = {
      {.kind = Kind::merge, .tooth = 16, .number = 17},
      {.kind = Kind::split, .tooth = 16, .points_mm = {{0.1, 1.0 / 3, -2}, {3, 4, 5}}},
      {.kind = Kind::add, .points_mm = {{1e-3, 2, 3}}},
      {.kind = Kind::add, .number = 18, .points_mm = {{1, 2, 3}}},
      {.kind = Kind::remove, .tooth = 28},
      {.kind = Kind::grow, .tooth = 11, .points_mm = {{1, 2, 3}, {4, 5, 6}}, .radius_mm = 1.25},
      {.kind = Kind::shrink, .tooth = 11, .points_mm = {{1, 2, 3}}, .radius_mm = 0.5},
      {.kind = Kind::renumber, .tooth = 14, .number = 15},
      {.kind = Kind::shift, .tooth = 14, .places = -1},
      {.kind = Kind::missing, .tooth = 25}};
  EXPECT_EQ(edits_of_text(teeth_edits_text(edits)), edits);
}

TEST(TeethEdits, an_entry_that_cannot_be_read_is_named) {
  expect_edits_refused("[]", "has no \"edits\"");
  expect_edits_refused(R"({"edits": 1})", "\"edits\" is not a list");
  expect_edits_refused(R"({"edits": [{"do": "remove", "tooth": 11}, {"do": "melt"}]})",
                       "entry 2 of \"edits\": no edit is called \"melt\"; there are merge, split, add");
  expect_edits_refused(R"({"edits": [7]})", "entry 1 of \"edits\": has no \"do\"");
  expect_edits_refused(R"({"edits": [{"do": "merge", "teeth": [16]}]})", "a list of two tooth numbers");
  expect_edits_refused(R"({"edits": [{"do": "split", "tooth": 16, "from_mm": [1, 2, 3]}]})",
                       "\"split\" needs \"to_mm\"");
  expect_edits_refused(R"({"edits": [{"do": "add", "at_mm": [1, 2, null]}]})", "three numbers in mm");
  expect_edits_refused(R"({"edits": [{"do": "add", "at_mm": [1, 2, -1e200]}]})",
                       "further away than any scan");
  expect_edits_refused(R"({"edits": [{"do": "grow", "tooth": 1, "along_mm": [[1, 2, 3]], "radius_mm": -1}]})",
                       "above 0 and at most 20");
  expect_edits_refused(R"({"edits": [{"do": "remove", "tooth": "16"}]})", "write a whole number");
}

TEST(TeethEdits, a_refused_edit_names_its_entry_and_what_to_do) {
  const LabelledMesh scan = make_dentition({.triangles = 10000}).upper;
  const EditSurface surface = edit_surface(scan.mesh.vertices, scan.mesh.faces);
  const FoundTeeth found{.teeth = {{.fdi = 11, .centre_mm = {0, 0, 0}}}, .labels = scan.labels};
  const std::string message = message_of<InputError>([&] {
    (void)replay(found, surface, {{.kind = Kind::missing, .tooth = 28}, {.kind = Kind::remove, .tooth = 36}},
                 "EDITS.json");
  });
  EXPECT_EQ(message, "EDITS.json: entry 2 of \"edits\": there is no tooth 36");
}

}  // namespace
}  // namespace intercusp
