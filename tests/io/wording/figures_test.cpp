// Figures are declared once: their JSON, CSV and tables for people agree, and so does docs/FILE_FORMATS.md.

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "io/files/value.h"
#include "io/language/language.h"
#include "io/report/report.h"
#include "io/results/articulator/report.h"
#include "io/results/bite/report.h"
#include "io/results/closing/report.h"
#include "io/results/comparison/parts.h"
#include "io/results/comparison/report.h"
#include "io/results/inspection/contact_figures.h"
#include "io/results/model/report.h"
#include "io/results/seating/report.h"
#include "io/results/several/report.h"
#include "io/results/spray/report.h"
#include "io/results/teeth/report.h"
#include "io/results/tracks/report.h"
#include "tests/support/temporary_folder.h"

namespace intercusp {
namespace {

struct Hole {
  std::string name;
  std::optional<double> width_mm;
  Eigen::Vector3d place{0, 0, 0};
};

Figures<Hole> hole_figures() {
  return {
      Figure<Hole>{"name", "", "Of the file.", [](const Hole& hole) { return hole.name; }}.headed("Hole"),
      Figure<Hole>{"width_mm", "mm", "Widest across.", [](const Hole& hole) { return hole.width_mm; }}.headed(
          "Width, mm", 2),
      Figure<Hole>{"place_mm", "mm", "Its middle.", [](const Hole& hole) { return hole.place; }}.in_columns(
          xyz_columns("place_", "_mm")),
      Figure<Hole>{"deep", "", "Deeper than wide.", [](const Hole&) { return true; }}.only(In::json),
      Figure<Hole>{"row", "1", "From 1.", [](const Hole&) { return 1; }}.only(In::csv)};
}

const std::vector<Hole> holes = {{"a", 0.125, {1, 2, 3}}, {"b", std::nullopt, {4, 5, 6}}};

TEST(Figures, of_a_row_are_written_to_every_format_from_one_list) {
  const Figures<Hole> figures = hole_figures();
  EXPECT_EQ(json_line(json_row(figures, holes[0])),
            R"({"name":"a","width_mm":0.125,"place_mm":[1.0,2.0,3.0],"deep":true})");
  EXPECT_EQ(csv_text({.columns = csv_head(figures), .rows = csv_rows(figures, holes)}),
            "name,width_mm,place_x_mm,place_y_mm,place_z_mm,row\r\na,0.125,1,2,3,1\r\nb,,4,5,6,1\r\n");
  const Table table = table_of(chosen(figures, {"width_mm", "name"}), holes);
  EXPECT_EQ(table.columns[0].heading, "Width, mm");
  EXPECT_EQ(table.rows, (std::vector<std::vector<std::string>>{{"0.12", "a"}, {"–", "b"}}));
}

TEST(Figures, that_are_not_declared_cannot_be_chosen) {
  EXPECT_THROW((void)chosen(hole_figures(), {"depth_mm"}), std::logic_error);
}

TEST(Figures, have_columns_for_parts_of_lists_and_of_named_values) {
  EXPECT_EQ(json_line(part_of(Values{1, 2}, "1")), "2");
  EXPECT_EQ(json_line(part_of(Value({{"tooth", 36}}), "tooth")), "36");
  EXPECT_EQ(json_line(part_of(Values{1, 2}, "2")), "null");
  EXPECT_EQ(json_line(part_of({}, "tooth")), "null");
}

// ---- docs/FILE_FORMATS.md

std::string code(const std::string& name) { return "`" + name + "`"; }

//! The columns of a whole figure share one row; a part with its own definition has its own row.
template <class Row>
std::string table_text(const Figures<Row>& figures, bool json, bool csv) {
  std::string text = json && csv ? "| field | column | unit | meaning |\n| --- | --- | --- | --- |\n"
                                 : (json ? "| field | unit | meaning |\n" : "| column | unit | meaning |\n") +
                                       std::string("| --- | --- | --- |\n");
  const auto add = [&](const std::string& field, const std::string& column, const std::string& unit,
                       const std::string& meaning) {
    text += "| " + (json ? field : column) + (json && csv ? " | " + column : "") + " | " + unit + " | " +
            meaning + " |\n";
  };
  std::set<std::string> keys;
  for (const Figure<Row>& each : figures) {
    EXPECT_TRUE(keys.insert(each.key).second) << each.key << " is declared twice";
    const bool in_json = json && each.in != In::csv, in_csv = csv && each.in != In::json;
    if (each.in == In::people || (!in_json && !in_csv)) continue;
    EXPECT_FALSE(each.definition.empty()) << each.key;
    std::string columns;
    for (const CsvColumn& column : each.csv_columns())
      if (in_csv && column.definition.empty()) columns += (columns.empty() ? "" : ", ") + code(column.name);
    add(in_json ? code(each.key) : "", columns, each.unit, each.definition);
    for (const CsvColumn& column : each.csv_columns())
      if (in_csv && !column.definition.empty())
        add(code(each.key + "." + column.part), code(column.name), each.unit, column.definition);
  }
  return text;
}

//! The text with the part between `<!-- name -->` and `<!-- end -->` replaced.
std::string with_table(const std::string& text, const std::string& name, const std::string& table) {
  const std::string begin = "<!-- " + name + " -->\n", end = "<!-- end -->";
  const std::size_t from = text.find(begin);
  if (from == std::string::npos) {
    ADD_FAILURE() << "no table of " << name;
    return text;
  }
  const std::size_t to = text.find(end, from);
  return text.substr(0, from + begin.size()) + table + text.substr(to);
}

std::string table_of_measures() {
  std::string table = "| key | unit | definition | source |\n| --- | --- | --- | --- |\n";
  for (const std::string& name : all_names<MeasureKey>()) {
    const MeasureDefinition definition = definition_of(*find_named<MeasureKey>(name));
    table += "| " + code(name) + " | " + definition.unit + " | " + definition.definition + " | " +
             definition.source + " |\n";
  }
  return table;
}

//! INTERCUSP_WRITE_GOLDEN=1 rewrites the tables.
TEST(FileFormats, have_the_tables_of_the_figures) {
  const ForPrograms english;
  const std::filesystem::path file = INTERCUSP_SOURCE_DIR "/docs/FILE_FORMATS.md";
  const std::string stored = testing::bytes_of(file);
  std::string text = stored;
  const auto put = [&](const char* name, const auto& figures, bool json, bool csv) {
    text = with_table(text, name, table_text(figures, json, csv));
  };
  put("report.json", inspection_figures(), true, false);
  put("first_contact", first_contact_figures(), true, false);
  put("bite_relations", relation_figures(), true, false);
  put("areas", area_figures(), true, false);
  put("balance", balance_figures(), true, false);
  put("contacts", contact_figures(), true, true);
  put("teeth", tooth_figures(), true, false);
  put("tooth_pairs", pair_figures(), true, false);
  put("teeth_change.csv", tooth_change_figures(), true, true);
  put("repeats.csv", repeated_tooth_figures(), true, true);
  put("contacts_order.csv", contact_order_figures(true), true, true);
  put("guidance.csv", excursion_figures() + guided_contact_figures(), true, true);
  put("sensitivity.csv", sensitivity_figures(), true, true);
  put("series.csv", sample_figures(), false, true);
  put("play teeth", history_figures(), true, true);
  Figures<OverlapRow> overlaps = overlap_figures();
  overlaps.push_back(mesh_error_figure());
  put("overlaps.csv", overlaps, true, true);
  put("bite.json", found_bite_figures(), true, false);
  put("buccal_scans", buccal_figures(), true, false);
  put("compare.json", compared_scan_figures(), true, false);
  put("segment teeth", found_tooth_figures(), true, false);
  put("bite_candidates.csv", candidate_figures(), true, true);
  put("neighbours.csv", neighbour_figures(), true, true);
  put("coverage.csv", coverage_figures(), true, true);
  put("settle before and after", seated_figures(), true, false);
  put("settle supports", support_figures(), true, false);
  put("settle places elsewhere", rival_figures(), true, false);
  put("model.csv", measure_figures(), true, true);
  text = with_table(text, "model measures", table_of_measures());
  if (std::getenv("INTERCUSP_WRITE_GOLDEN") != nullptr) std::ofstream(file) << text;
  EXPECT_EQ(stored, text) << "Run this test with INTERCUSP_WRITE_GOLDEN=1 and review the difference.";
}

}  // namespace
}  // namespace intercusp
