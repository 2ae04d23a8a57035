#include "io/pdf/contents.h"

#include <algorithm>
#include <utility>

#include "io/language/language.h"

namespace intercusp::pdf {
namespace {

constexpr Type note{7.5, false, pale};

Block head_block(const FirstPage& page, const std::string& title, double width) {
  const std::string heading = heading_of(page.notes);
  std::vector<Block> blocks;
  const double title_width = width_of(title, {17, true});
  if (heading.empty() || title_width + 12 + width_of(heading, {11, true}) > width) {
    blocks.push_back(text_block(title, {17, true}, width));
    if (!heading.empty()) blocks.push_back(text_block(heading, {11, true}, width));
  } else {
    blocks.push_back(
        beside({{0, text_block(title, {17, true}, width)},
                {0, stack({space(6), text_block(heading, {11, true, ink, Side::right}, width)})}}));
  }
  blocks.push_back(
      text_block(phrase("Upper: {}", page.upper_files) + " · " + phrase("Lower: {}", page.lower_files),
                 {8, false, pale}, width));
  if (!page.notes.notes.empty()) blocks.push_back(text_block(page.notes.notes, {8, false, pale}, width));
  return stack(std::move(blocks));
}

Block figure_block(const KeyFigure& figure, double width) {
  std::vector<Block> blocks = {text_block(figure.name, {8, false, pale}, width),
                               text_block(figure.value, {14, true}, width)};
  if (!figure.note.empty()) blocks.push_back(text_block(figure.note, {8, false, pale}, width));
  return stack(std::move(blocks));
}

Block key_figures_block(const FirstPage& page, double width) {
  const double step = width / static_cast<double>(std::max<std::size_t>(3, page.key_figures.size()));
  std::vector<Cell> columns;
  for (const KeyFigure& figure : page.key_figures)
    columns.push_back({static_cast<double>(columns.size()) * step, figure_block(figure, step - 8)});
  return beside(std::move(columns));
}

Block chart_block(const FirstPage& page, double width) {
  if (!page.upper.numbered && !page.lower.numbered) return text_block(no_chart_sentence(), note, width);
  return stack({tooth_chart(page, width), space(3), text_block(chart_sentence(), note, width)});
}

Block balance_block(const FirstPage& page, double width) {
  std::vector<Block> blocks = {text_block(phrase("Shares of the contact area"), {9.5, true}, width),
                               space(2)};
  if (page.right) blocks.push_back(balance_chart(*page.right, phrase("Right"), phrase("Left"), width));
  if (page.anterior)
    blocks.push_back(balance_chart(*page.anterior, phrase("Anterior"), phrase("Posterior"), width));
  if (page.right && page.right->interval)
    blocks.push_back(text_block(share_interval_sentence(), note, width));
  return stack(std::move(blocks));
}

Block list_block(const std::string& title, const std::vector<std::string>& sentences, double width) {
  std::vector<Block> blocks = {text_block(title, {9.5, true}, width), space(2)};
  for (const std::string& sentence : sentences)
    blocks.push_back(beside({{0, text_block("•", {8}, 8)}, {9, text_block(sentence, {8}, width - 9)}}));
  return stack(std::move(blocks));
}

Block halves_block(const FirstPage& page, double width) {
  const double half = width / 2 - 12;
  const bool balance = page.right || page.anterior;
  std::vector<Cell> columns;
  if (balance) columns.push_back({0, balance_block(page, half)});
  if (!page.unsure.empty())
    columns.push_back({balance ? half + 24 : 0,
                       list_block(phrase("To be read with care"), page.unsure, balance ? half : width)});
  return beside(std::move(columns));
}

Block arches_block(const FirstPage& page, const std::vector<OutputFile>& made, double width, double height) {
  const double half = (width - 14) / 2;
  std::vector<Cell> columns;
  for (const std::string& name : page.pictures) {
    const auto file = std::ranges::find(made, name, &OutputFile::name);
    if (file == made.end()) continue;
    columns.push_back(
        {static_cast<double>(columns.size()) * (half + 14), picture_block(file->bytes, half, height)});
  }
  return beside(std::move(columns));
}

}  // namespace

void put_first_page(Pile& pile, const FirstPage& page, const std::string& title,
                    const std::vector<OutputFile>& made) {
  const double width = pile.width();
  const auto put = [&](const Block& block) {
    pile.put(block);
    pile.skip(8);
  };
  put(head_block(page, title, width));
  if (!page.warnings.empty())
    put(boxed(list_block(phrase("Before you read the numbers"), page.warnings, width - 24), width, warning,
              warning_edge));
  put(boxed(text_block(page.finding, {11}, width - 24), width, soft, accent));
  put(key_figures_block(page, width));
  const Block below = stack({chart_block(page, width), space(8), halves_block(page, width), space(6),
                             text_block(page.measure_note, note, width)});
  constexpr double least_arches = 200;
  put(arches_block(page, made, width, std::max(least_arches, pile.room() - below.height - 10)));
  pile.put(below);
}

}  // namespace intercusp::pdf
