#include "io/case/labels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "io/files/errors.h"
#include "tests/support/temporary_folder.h"

namespace intercusp {
namespace {

std::vector<int> from_to(int first, int last) {
  std::vector<int> numbers(static_cast<std::size_t>(last - first + 1));
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

JawLabels label_numbers(const std::vector<int>& numbers, Jaw jaw,
                        ToothNumbering numbering = ToothNumbering::automatic) {
  return label_jaw({{.vertices = numbers.size(), .numbers = numbers, .tooth = std::nullopt}}, jaw, numbering);
}

JawLabels label_names(const std::vector<std::string>& names, Jaw jaw,
                      ToothNumbering numbering = ToothNumbering::automatic) {
  std::vector<FileLabels> files;
  for (const std::string& name : names)
    files.push_back({.vertices = 1, .numbers = {}, .tooth = tooth_in_name(name)});
  return label_jaw(files, jaw, numbering);
}

TEST(ToothNumbers, universal_numbers_run_along_both_arches) {
  // Universal 1, 8, 9, 16 are the right third molar, the two central incisors and the left third molar above;
  // 17, 24, 25 and 32 the same below, from left to right.
  EXPECT_EQ(fdi_from_universal(1), 18);
  EXPECT_EQ(fdi_from_universal(8), 11);
  EXPECT_EQ(fdi_from_universal(9), 21);
  EXPECT_EQ(fdi_from_universal(16), 28);
  EXPECT_EQ(fdi_from_universal(17), 38);
  EXPECT_EQ(fdi_from_universal(24), 31);
  EXPECT_EQ(fdi_from_universal(25), 41);
  EXPECT_EQ(fdi_from_universal(32), 48);
  EXPECT_EQ(fdi_from_universal(0), std::nullopt);
  EXPECT_EQ(fdi_from_universal(33), std::nullopt);
}

TEST(Labels, a_jaw_tells_which_numbering_its_labels_have) {
  EXPECT_EQ(label_numbers({0, 17, 11, 21, 27}, Jaw::upper).fdi, (std::vector<int>{0, 17, 11, 21, 27}));
  EXPECT_EQ(label_numbers({0, 2, 8, 9, 15}, Jaw::upper).fdi, (std::vector<int>{0, 17, 11, 21, 27}));
  EXPECT_EQ(label_numbers({47, 41, 31, 37}, Jaw::lower).fdi, (std::vector<int>{47, 41, 31, 37}));
  EXPECT_EQ(label_numbers({18, 24, 25, 31}, Jaw::lower).fdi, (std::vector<int>{37, 31, 41, 47}));
  EXPECT_EQ(label_numbers({55, 51, 61, 65}, Jaw::upper).fdi, (std::vector<int>{55, 51, 61, 65}));
  EXPECT_EQ(label_numbers(from_to(17, 32), Jaw::lower).remarks.size(), 0U);
  EXPECT_EQ(label_numbers(from_to(1, 16), Jaw::upper).remarks.size(), 0U);
}

TEST(Labels, doubtful_numbers_are_fdi_with_a_remark_and_the_option_settles_it) {
  const JawLabels doubtful = label_numbers({11, 12, 13}, Jaw::upper);
  EXPECT_EQ(doubtful.fdi, (std::vector<int>{11, 12, 13}));
  ASSERT_EQ(doubtful.remarks.size(), 1U);
  EXPECT_EQ(doubtful.remarks[0].code, "numbering_guessed");
  EXPECT_EQ(doubtful.remarks[0].text("numbering"), "FDI");
  const JawLabels settled = label_numbers({11, 12, 13}, Jaw::upper, ToothNumbering::universal);
  EXPECT_EQ(settled.fdi, (std::vector<int>{23, 24, 25}));
  EXPECT_TRUE(settled.remarks.empty());
}

TEST(Labels, what_is_no_tooth_is_gum_and_remarked) {
  const JawLabels labels = label_numbers({11, 99, 99, -1, 21, 27}, Jaw::upper);
  EXPECT_EQ(labels.fdi, (std::vector<int>{11, 0, 0, 0, 21, 27}));
  ASSERT_EQ(labels.remarks.size(), 1U);
  EXPECT_EQ(labels.remarks[0].code, "labels_of_no_tooth");
  EXPECT_EQ(labels.remarks[0].number("vertices"), 3);
  EXPECT_EQ(labels.remarks[0].text("numbers"), "-1, 99");
}

TEST(Labels, labels_of_the_other_jaw_are_kept_and_said) {
  const JawLabels labels = label_numbers({31, 37, 41, 47}, Jaw::upper);
  EXPECT_EQ(labels.fdi, (std::vector<int>{31, 37, 41, 47}));
  ASSERT_EQ(labels.remarks.size(), 1U);
  EXPECT_EQ(labels.remarks[0].code, "labels_of_other_jaw");
  EXPECT_EQ(labels.remarks[0].text("reason"), "upper");
  EXPECT_TRUE(label_numbers({31, 37, 41, 47}, Jaw::lower).remarks.empty());
}

TEST(Labels, slicers_arrays_are_universal_and_33_is_gum) {
  for (const char* const array : {"Universal_ID", "PredictedID"}) {
    const FileLabels labels = labels_of_array({33, 18, 24, 25, 31, 33}, array);
    const JawLabels jaw = label_jaw({labels}, Jaw::lower, ToothNumbering::automatic);
    EXPECT_EQ(jaw.fdi, (std::vector<int>{0, 37, 31, 41, 47, 0})) << array;
    EXPECT_TRUE(jaw.remarks.empty());
  }
  const FileLabels plain = labels_of_array({33, 32}, "label");
  EXPECT_EQ(label_jaw({plain}, Jaw::lower, ToothNumbering::automatic).fdi, (std::vector<int>{33, 32}));
}

TEST(Labels, numbers_that_may_be_classes_of_a_network_are_told) {
  const auto may_be = [](const std::vector<int>& numbers, std::optional<Jaw> jaw) {
    return may_be_classes(labels_of_array(numbers, "Label"), jaw);
  };
  EXPECT_TRUE(may_be(from_to(0, 14), Jaw::upper));
  EXPECT_TRUE(may_be(from_to(0, 14), std::nullopt));
  EXPECT_TRUE(may_be(from_to(0, 16), Jaw::lower)) << "Universal numbers of the lower begin at 17";
  EXPECT_FALSE(may_be(from_to(1, 16), Jaw::upper));
  EXPECT_FALSE(may_be(from_to(2, 15), Jaw::upper));
  EXPECT_FALSE(may_be(from_to(17, 32), Jaw::lower));
  EXPECT_FALSE(may_be({11, 12, 13, 21, 22, 23}, Jaw::upper));
  EXPECT_FALSE(may_be({1, 2, 3}, Jaw::upper)) << "a few crowns";
  EXPECT_FALSE(may_be_classes(labels_of_array(from_to(1, 14), "Universal_ID"), Jaw::upper));
}

TEST(Labels, a_file_may_name_the_tooth_of_each_class) {
  const TemporaryFolder folder;
  const auto file = folder.write("a.json", R"({"labels": [0, 1, 2, 3], "classes": {"1": 17, "2": 16}})");
  EXPECT_EQ(read_label_file(file), (std::vector<int>{0, 17, 16, 3}));
  for (const char* const classes : {"[17, 16]", R"({"one": 17})", R"({"1": "17"})"}) {
    const auto wrong = folder.write("b.json", std::string(R"({"labels": [1], "classes": )") + classes + "}");
    EXPECT_THROW((void)read_label_file(wrong), InputError) << classes;
  }
}

TEST(Labels, file_names_tell_teeth_and_gum) {
  EXPECT_EQ(label_names({"Tooth_2.stl", "Tooth_8.stl", "gum.stl"}, Jaw::upper).fdi,
            (std::vector<int>{17, 11, 0}));
  EXPECT_EQ(label_names({"Tooth_14.stl"}, Jaw::upper).fdi, (std::vector<int>{26}));
  EXPECT_EQ(label_names({"36.stl", "46.stl", "Gingiva lower.ply"}, Jaw::lower).fdi,
            (std::vector<int>{36, 46, 0}));
  EXPECT_EQ(label_names({"FDI_36.stl", "fdi-46.obj", "tooth37"}, Jaw::lower).fdi,
            (std::vector<int>{36, 46, 37}));
  EXPECT_EQ(label_names({"universal 14.stl"}, Jaw::upper).fdi, (std::vector<int>{26}));
  EXPECT_EQ(label_names({"1.stl", "8.stl", "14.stl"}, Jaw::upper).fdi, (std::vector<int>{18, 11, 26}));
  EXPECT_EQ(label_names({"Tooth_36.stl", "Tooth_31.stl"}, Jaw::lower).fdi, (std::vector<int>{36, 31}));
}

TEST(Labels, the_option_settles_file_names_as_well) {
  EXPECT_EQ(label_names({"Tooth_14.stl"}, Jaw::upper, ToothNumbering::fdi).fdi, (std::vector<int>{14}));
  EXPECT_EQ(label_names({"14.stl"}, Jaw::upper, ToothNumbering::universal).fdi, (std::vector<int>{26}));
}

TEST(Labels, other_names_tell_nothing) {
  for (const char* const name : {"upper.stl", "scan_11.stl", "20240311.stl", "patient7 upper.stl",
                                 "tooth_140.stl", "legume.stl", "0.stl", "11_12.stl"}) {
    EXPECT_FALSE(tooth_in_name(name).has_value()) << name;
  }
  EXPECT_TRUE(label_names({"upper.stl"}, Jaw::upper).fdi.empty());
}

TEST(Labels, files_without_labels_are_gum_beside_files_that_have_some) {
  const JawLabels labels = label_jaw({{.vertices = 2, .numbers = {26, 27}, .tooth = std::nullopt},
                                      {.vertices = 1, .numbers = {}, .tooth = std::nullopt},
                                      {.vertices = 2, .numbers = {}, .tooth = NamedTooth{.number = 17}}},
                                     Jaw::upper, ToothNumbering::automatic);
  EXPECT_EQ(labels.fdi, (std::vector<int>{26, 27, 0, 17, 17}));
}

TEST(Labels, a_label_file_is_read_or_refused_with_the_entry) {
  const TemporaryFolder folder;
  EXPECT_EQ(read_label_file(folder.write("a.json", "{\"jaw\": \"upper\", \"labels\": [11, 0, 12.0, 12.5]}")),
            (std::vector<int>{11, 0, 12, -1}));
  EXPECT_EQ(read_label_file(folder.write("b.json", "{\"upper_from_lower\": []}")), std::nullopt);
  const auto refusal = [&](std::string_view text) {
    const auto file = folder.write("c.json", text);
    return message_of<InputError>([&] { static_cast<void>(read_label_file(file)); });
  };
  EXPECT_NE(refusal("{\"labels\": [11, null]}").find("entry 1 of \"labels\" is not a number"),
            std::string::npos);
  EXPECT_NE(refusal("{\"labels\": 11}").find("is not a list"), std::string::npos);
  EXPECT_NE(refusal("{\"labels\": [11, ").find("byte 17: is not valid JSON"), std::string::npos);
}

}  // namespace
}  // namespace intercusp
