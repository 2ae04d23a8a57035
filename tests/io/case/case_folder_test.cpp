#include "io/case/source_files.h"

#include <gtest/gtest.h>

#include "io/files/errors.h"
#include "tests/support/temporary_folder.h"

namespace intercusp {
namespace {

JawSources jaws_of(const TemporaryFolder& folder, const std::vector<std::string>& files) {
  for (const std::string& file : files) folder.write(file, "x");
  return jaws_in_folder(folder.path());
}

std::string refusal_of(const std::vector<std::string>& files) {
  const TemporaryFolder folder;
  return message_of<InputError>([&] { (void)jaws_of(folder, files); });
}

TEST(CaseFolder, two_meshes_that_name_themselves_are_the_jaws) {
  const TemporaryFolder folder;
  const JawSources jaws = jaws_of(folder, {"x_l.stl", "x_u.stl", "x_bite.stl", "notes.txt"});
  EXPECT_EQ(jaws.upper, (folder / "x_u.stl").string());
  EXPECT_EQ(jaws.lower, (folder / "x_l.stl").string());
}

TEST(CaseFolder, two_folders_of_teeth_are_the_jaws) {
  const TemporaryFolder folder;
  const JawSources jaws = jaws_of(folder, {"maxilla/11.stl", "mandible/41.stl"});
  EXPECT_EQ(jaws.upper, (folder / "maxilla").string());
  EXPECT_EQ(jaws.lower, (folder / "mandible").string());
}

TEST(CaseFolder, of_an_itero_export_the_list_names_the_scans_in_bite) {
  const TemporaryFolder folder;
  folder.write("export.xml",
               R"(<?xml version="1.0" encoding="utf-8"?><iTeroExport Version="3.0"><ExportedObjects>
    <Object JawId="Lower" FileName="one.stl"/><Object JawId="Upper" FileName="two.stl"/>
    <Object JawId="Upper" FileName="../outside.stl"/></ExportedObjects></iTeroExport>)");
  const JawSources jaws = jaws_of(folder, {"one.stl", "two.stl", "3_upper.stl"});
  EXPECT_EQ(jaws.upper, (folder / "two.stl").string());
  EXPECT_EQ(jaws.lower, (folder / "one.stl").string());
}

TEST(CaseFolder, shells_of_itero_in_bite_are_taken) {
  const TemporaryFolder folder;
  const JawSources jaws = jaws_of(folder, {"1_shell_occlusion_u.stl", "1_shell_occlusion_l.stl",
                                           "1_shell_teethup_u.stl", "1_shell_teethup_l.stl"});
  EXPECT_EQ(jaws.upper, (folder / "1_shell_occlusion_u.stl").string());
  EXPECT_EQ(jaws.lower, (folder / "1_shell_occlusion_l.stl").string());
}

TEST(CaseFolder, what_holds_no_case_is_refused_with_the_reason) {
  EXPECT_NE(refusal_of({"upper.stl"}).find("names itself lower"), std::string::npos);
  EXPECT_NE(refusal_of({"11.stl", "12.stl"}).find("cannot be told from 11.stl, 12.stl"), std::string::npos);
  EXPECT_NE(refusal_of({"upper.stl", "upper2.stl", "lower.stl"})
                .find("several scans of a jaw: upper.stl, upper2.stl"),
            std::string::npos);
  EXPECT_NE(refusal_of({}).find("names itself upper"), std::string::npos);
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.write("upper.stl", "x");
  EXPECT_NE(message_of<InputError>([&] { (void)jaws_in_folder(file); }).find("is one jaw"),
            std::string::npos);
  EXPECT_NE(message_of<InputError>([&] { (void)jaws_in_folder(folder / "none"); }).find("no such file"),
            std::string::npos);
}

}  // namespace
}  // namespace intercusp
