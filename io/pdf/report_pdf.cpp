#include "io/pdf/report_pdf.h"

#include <algorithm>
#include <utility>

#include "io/language/language.h"
#include "io/pdf/contents.h"
#include "io/pdf/pile.h"

namespace intercusp {
namespace {

using namespace pdf;

constexpr Type plain{9}, small{7.5, false, pale};

void put_remarks(Pile& pile, const std::vector<Remark>& remarks) {
  if (remarks.empty()) return;
  const double width = pile.width() - 24;
  std::vector<Block> blocks = {text_block(phrase("Before you read the numbers"), {9, true}, width)};
  for (const Remark& remark : remarks) {
    const std::string about = remark.about.empty() ? "" : remark.about + ": ";
    blocks.push_back(
        beside({{0, text_block("•", {8.5}, 8)}, {9, text_block(about + remark.text, {8.5}, width - 9)}}));
  }
  pile.put(boxed(stack(std::move(blocks)), pile.width(), warning, warning_edge));
  pile.skip(8);
}

Block figure_block(const Product& product, const std::vector<OutputFile>& made, double width,
                   double greatest_height) {
  return stack(
      {picture_block(std::ranges::find(made, product.name, &OutputFile::name)->bytes, width, greatest_height),
       space(2), text_block(product.caption, {7.5, false, pale, Side::middle}, width), space(8)});
}

//! Two in a row, except for wide ones.
void put_pictures(Pile& pile, const Section& section, const Report& report,
                  const std::vector<OutputFile>& made) {
  constexpr double gap = 14, tall = 250, wide_tall = 330;
  const double half = (pile.width() - gap) / 2;
  std::vector<Cell> row;
  const auto put_row = [&] {
    if (!row.empty()) pile.put(beside(std::exchange(row, {})));
  };
  for (const std::string& name : section.pictures) {
    const Product& product = *std::ranges::find(report.files, name, &Product::name);
    if (product.wide) {
      put_row();
      pile.put(figure_block(product, made, pile.width(), wide_tall));
      continue;
    }
    row.push_back({row.empty() ? 0 : half + gap, figure_block(product, made, half, tall)});
    if (row.size() == 2) put_row();
  }
  put_row();
}

void put_section(Pile& pile, const Section& section, const Report& report,
                 const std::vector<OutputFile>& made) {
  // A short table stays with its title.
  const std::size_t rows = section.table.rows.size();
  const double with_title = rows <= 12 ? 60 + 16 * static_cast<double>(rows) : 110;
  if (!section.title.empty()) {
    pile.skip(12);
    pile.keep(with_title);
    pile.put(text_block(section.title, {12, true}, pile.width()));
    pile.skip(3);
  }
  for (const std::string& text : section.paragraphs) pile.put(text_block(text, plain, pile.width()));
  put_table(pile, section.table);
  std::vector<Fact> facts = section.facts;
  std::erase_if(facts, &Fact::of_this_run);
  put_facts(pile, facts);
  for (const BarChart& chart : section.charts) pile.put(bar_chart(chart, pile.width()));
  if (!section.pictures.empty()) pile.skip(6);
  put_pictures(pile, section, report, made);
  for (const std::string& text : section.notes) {
    pile.skip(3);
    pile.put(text_block(text, small, pile.width()));
  }
}

std::string foot_text(const Report& report) {
  std::string text = "Intercusp " INTERCUSP_VERSION;
  if (report.first_page)
    text += " · " + report.first_page->upper_files + " · " + report.first_page->lower_files;
  return text;
}

}  // namespace

std::string report_pdf(const Report& report, const std::vector<OutputFile>& made, const PdfOptions& options) {
  const Foot foot{.text = foot_text(report), .title = report.title, .date = options.date};
  Pile pile(options.paper, height_of(foot, options.paper));
  if (report.first_page) {
    put_first_page(pile, *report.first_page, report.title, made);
    pile.start_sheet();
  } else {
    pile.put(text_block(report.title, {17, true}, pile.width()));
  }
  for (const Fact& file : report.input_files)
    pile.put(text_block(file.name + ": " + file.text, {8, false, pale}, pile.width()));
  pile.skip(8);
  put_remarks(pile, report.remarks);
  if (!report.headline.empty()) {
    pile.put(boxed(text_block(report.headline, {11}, pile.width() - 24), pile.width(), soft, accent));
    pile.skip(6);
  }
  for (const Section& section : report.sections) {
    if (section.on != Section::On::terminal) put_section(pile, section, report, made);
  }
  pile.skip(10);
  pile.put(text_block(report.footer, small, pile.width()));
  return pdf_bytes(pile.sheets(), options.paper, foot);
}

LaterProduct pdf_file(const PdfOptions& options) {
  return {"report.pdf", [options](const Report& report, const std::vector<OutputFile>& made) {
            return report_pdf(report, made, options);
          }};
}

}  // namespace intercusp
