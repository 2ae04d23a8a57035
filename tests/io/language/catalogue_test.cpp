// Catalogues of translations, whole and damaged.
#include "io/language/catalogue.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.h"

namespace intercusp {
namespace {

using Texts = std::map<std::string, std::string>;

const std::string header = "Content-Type: text/plain; charset=UTF-8\n";
const Texts some = {{"", header},
                    {"Open", "Öffnen"},
                    {std::string("mark\x04.", 6), ","},
                    {"{} of {:.2f}", "{1:.2f} von {0}"}};

std::string number(std::uint32_t value, bool turned = false) {
  std::string bytes;
  for (int i = 0; i < 4; ++i) bytes += static_cast<char>(value >> 8 * (turned ? 3 - i : i) & 0xFF);
  return bytes;
}

//! As msgfmt writes it, without its table of hashes.
std::string catalogue(const Texts& texts, bool turned = false) {
  const auto count = static_cast<std::uint32_t>(texts.size());
  std::string originals, translations, content;
  std::uint32_t at = 28 + 16 * count;
  const auto add = [&](std::string& table, const std::string& text) {
    table += number(static_cast<std::uint32_t>(text.size()), turned) + number(at, turned);
    content += text + '\0';
    at += static_cast<std::uint32_t>(text.size()) + 1;
  };
  for (const auto& [english, translation] : texts) {
    add(originals, english);
    add(translations, translation);
  }
  std::string head;
  for (const std::uint32_t value : {0x950412deU, 0U, count, 28U, 28 + 8 * count, 0U, 28U})
    head += number(value, turned);
  return head + originals + translations + content;
}

class CatalogueFile : public ::testing::Test {
 protected:
  [[nodiscard]] Catalogue read(const std::string& bytes) const {
    return Catalogue(folder_.write("a.mo", bytes));
  }
  [[nodiscard]] std::string refusal(const std::string& bytes) const {
    try {
      (void)read(bytes);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }
  testing::TemporaryFolder folder_;
};

TEST_F(CatalogueFile, is_read_in_both_orders_of_bytes) {
  for (const bool turned : {false, true}) {
    const Catalogue read_one = read(catalogue(some, turned));
    EXPECT_STREQ(read_one.translated("Open"), "Öffnen");
    EXPECT_STREQ(read_one.translated("mark", "."), ",");
    EXPECT_STREQ(read_one.translated("."), ".");
    EXPECT_STREQ(read_one.translated("{} of {:.2f}"), "{1:.2f} von {0}");
    EXPECT_STREQ(read_one.translated("Close"), "Close");
  }
}

TEST_F(CatalogueFile, is_refused_where_a_number_of_its_head_is_wrong) {
  const std::string good = catalogue(some);
  for (const std::size_t at : {0U, 4U, 8U, 12U, 16U}) {  // the mark, the format, the count and both tables
    for (const std::uint32_t wrong : {1U, 0x7FFFFFFFU, 0xFFFFFFFFU, 0xFFFFFFF8U}) {
      if (at == 4 && wrong == 1) continue;  // a revision that reads the same
      if (at == 8 && wrong == 1) continue;  // fewer texts
      std::string bytes = good;
      bytes.replace(at, 4, number(wrong));
      EXPECT_NE(refusal(bytes), "") << at << " " << wrong;
    }
  }
  std::string same_tables = good;
  same_tables.replace(12, 4, good.substr(16, 4));
  EXPECT_NE(refusal(same_tables), "") << "no head";
}

TEST_F(CatalogueFile, is_refused_where_it_is_cut_off) {
  const std::string good = catalogue(some);
  for (std::size_t size = 0; size < good.size(); ++size) EXPECT_NE(refusal(good.substr(0, size)), "") << size;
}

TEST_F(CatalogueFile, is_refused_without_the_places_of_its_english_texts_or_utf_8) {
  for (const char* const wrong :
       {"{} von", "{} von {:.2g}", "{ von {:.2f}", "{} von {:.2f} {}", "{} von {:.2f}}"}) {
    Texts texts = some;
    texts["{} of {:.2f}"] = wrong;
    EXPECT_EQ(refusal(catalogue(texts)), "is damaged") << wrong;
  }
  EXPECT_EQ(refusal(catalogue({{"", "charset=KOI8-R"}, {"Open", "x"}})), "is not in UTF-8");
}

TEST_F(CatalogueFile, is_refused_where_it_is_no_file) {
  EXPECT_THROW(Catalogue(folder_.path()), std::runtime_error);
  EXPECT_THROW(Catalogue("/dev/zero"), std::runtime_error);
  EXPECT_THROW(Catalogue(folder_.path() / "missing.mo"), std::runtime_error);
}

TEST_F(CatalogueFile, never_gives_texts_from_outside_of_a_damaged_file) {
  const std::string good = catalogue(some);
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    std::string bytes = good;
    for (int i = 0; i < 3; ++i) bytes[random() % bytes.size()] = static_cast<char>(random());
    try {
      const Catalogue damaged = read(bytes);
      for (const auto& [english, translation] : some)
        EXPECT_LT(std::string(damaged.translated(english.c_str())).size(), bytes.size());
    } catch (const std::runtime_error&) {  // as it should be
    }
  }
}

}  // namespace
}  // namespace intercusp
