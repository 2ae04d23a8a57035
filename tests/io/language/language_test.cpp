#include "io/language/language.h"

#include <gtest/gtest.h>

#include "io/wording/definitions.h"
#include "io/wording/findings.h"
#include "io/wording/tooth_words.h"
#include "tests/support/in_language.h"

namespace intercusp {
namespace {

using testing::InLanguage;

TEST(Languages, a_locale_names_its_language) {
  for (const char* const german : {"de", "de_DE.UTF-8", "de_AT"})
    EXPECT_EQ(language_of(german), language_of("de"));
  for (const char* const english : {"", "C", "en_GB.UTF-8", "fr_FR", "POSIX"})
    EXPECT_EQ(language_of(english), Language::english);
}

TEST(Languages, texts_follow_the_language_chosen_and_programs_read_english) {
  constexpr Text cancel("Cancel");
  EXPECT_EQ(std::string(cancel), "Cancel");
  const InLanguage german(language_of("de"));
  EXPECT_EQ(std::string(cancel), "Abbrechen");
  {
    const ForPrograms english;
    EXPECT_EQ(std::string(cancel), "Cancel");
    EXPECT_EQ(rounded(-1.5, 2), "–1.50");
  }
  EXPECT_EQ(std::string(cancel), "Abbrechen");
}

TEST(Languages, numbers_have_the_decimal_mark_of_the_language) {
  EXPECT_EQ(phrase("{:.2f} mm", 1.5), "1.50 mm");
  const InLanguage german(language_of("de"));
  EXPECT_EQ(phrase("{:.2f} mm", 1.5), "1,50 mm");
  EXPECT_EQ(phrase("{} mm", 0.05F), "0,05 mm");
  EXPECT_EQ(phrase("{} of less than {} mm² are not listed.", 3, 0.01),
            "3 mit weniger als 0,01 mm² sind nicht aufgeführt.");
  EXPECT_EQ(rounded(-0.2354, 3), "–0,235");
  EXPECT_EQ(rounded(-0.0001, 3), "0,000");
  EXPECT_EQ(rounded(12.0, 0), "12");
  EXPECT_EQ(shortest(0.05), "0,05");
  EXPECT_EQ(rounded(Interval{-0.5, 0.25}, 2), "–0,50 bis 0,25");
  EXPECT_EQ(in_words({0.05, 0.1, 0.2}), "0,05; 0,1 oder 0,2 mm");
}

TEST(Languages, findings_have_their_values_in_the_sentence_of_the_language) {
  const Finding finding{.code = "jaw_contradicted",
                        .values = {{"given", "upper"}, {"seen", "lower"}, {"confidence", 0.875}}};
  const std::string english = sentence_of(finding);
  EXPECT_NE(english.find("the upper jaw but looks like the lower one: its"), std::string::npos) << english;
  const InLanguage german(language_of("de"));
  const std::string sentence = sentence_of(finding);
  EXPECT_NE(sentence.find("als Oberkiefer angegeben, sieht aber wie ein Unterkiefer aus: Seine"),
            std::string::npos)
      << sentence;
  const std::string numbers =
      sentence_of({"pose_mended", Severity::info, {{"change", 0.0015}, {"moved_um", 2.5}}});
  EXPECT_NE(numbers.find("um höchstens 0,0015 und bewegt den Unterkiefer um bis zu 2,5 µm"),
            std::string::npos)
      << numbers;
}

TEST(Languages, a_translation_may_change_the_order_of_its_values) {
  const InLanguage german(language_of("de"));
  EXPECT_EQ(place_name(ToothPlace{36, Mesiodistal::mesial, Buccolingual::buccal, ToothFeature::cusp}),
            "Höcker mesiobukkal");
}

}  // namespace
}  // namespace intercusp
