#include "io/case/scan_names.h"

#include <gtest/gtest.h>

namespace intercusp {
namespace {

std::string text_of(const std::optional<ScanDate>& date) { return date ? iso_text(*date) : ""; }

TEST(ScanDate, is_read_in_its_form_alone) {
  EXPECT_EQ(text_of(date_of("2024-03-01")), "2024-03-01");
  EXPECT_EQ(text_of(date_of("2024-02-29")), "2024-02-29");
  for (const char* const wrong : {"", "2023-02-29", "2024-13-01", "2024-3-1", "20240301", "2024-03-01x"})
    EXPECT_FALSE(date_of(wrong)) << wrong;
  EXPECT_EQ((*date_of("2024-03-01") - *date_of("2023-03-01")).count(), 366) << "2024 has a 29th of February";
}

TEST(ScanDate, is_found_in_names_of_files) {
  for (const char* const name : {"2024-03-01.stl", "lower_20240301.ply", "P07 2024_03_01 upper.obj",
                                 "a2024.03.01b", "1_20240301_2.stl", "2024-03-01_20240301.stl"})
    EXPECT_EQ(text_of(date_in_name(name)), "2024-03-01") << name;
}

TEST(ScanDate, is_none_where_a_name_does_not_tell) {
  for (const char* const name :
       {"lower.stl", "scan_2024.stl", "120240301.stl", "202403011.stl", "20241301.stl", "2024-03_01.stl",
        "18990301.stl", "1980-05-06_2024-03-01.stl"})
    EXPECT_FALSE(date_in_name(name)) << name;
}

}  // namespace
}  // namespace intercusp
