// Widgets that panels are made of.
#pragma once

#include <imgui.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/language/language.h"
#include "viewer/panels/theme.h"
#include "viewer/panels/widget_state.h"
#include "viewer/scene/draw_list_canvas.h"

namespace intercusp::viewer {

//! Words that several panels show.
namespace text {

constexpr auto nothing_open = Text("No case is open.");
constexpr auto browse = Text("Browse\u2026");
constexpr auto upper_path_hint = Text("Upper jaw: file or folder");
constexpr auto lower_path_hint = Text("Lower jaw: file or folder");
constexpr auto fix_explained = Text("Reopens the case with this corrected. The files are not changed.");
constexpr auto replace_question = Text("{} already exists. Replace it?");
constexpr auto hover_clearance = Text("Clearance {} mm, along the direction of the map");
constexpr auto hover_no_clearance = Text("No clearance here");
constexpr auto hover_distance = Text("Surface distance {} mm");
constexpr auto hover_at_rim = Text("The closest point is on the edge of the other scan.");

}  // namespace text

//! What is being done for a case whose jaws are shown already, or that no case is open: in place of what it has not yet.
[[nodiscard]] std::string what_is_missing(const AppState& state);

//! A multiple of the text size, px.
[[nodiscard]] float em(float times);

//! How long the mouse stays on an item before its tooltip comes.
constexpr double tooltip_delay_s = 0.5;

//! Tooltip of the last item, beside its panel. None while anything is dragged or typed.
void explain(const std::string& text);

//! ImGui::BeginTooltip beside the mouse, within the view where there is room: it covers neither the legend below nor what
//! another view marks.
void begin_hover(const ViewBox& view);

//! An item over a whole view, for the left, right and middle button of the mouse.
void mouse_item(const char* id, const ViewBox& box);

void heading(const char* text);
//! Captions and details.
void muted(const std::string& text);
void wrapped(const std::string& text);
//! Dear ImGui would break lines within numbers too, after the point.
[[nodiscard]] std::string broken_at_spaces(const std::string& text, float width);

//! The text, without characters that cannot be seen (`visible_text`), shortened with dots to the given width.
[[nodiscard]] std::string elided(const std::string& whole, float width);

//! A line of a list with a name from the user or a file, shortened to its room. Its id stands apart from it: Dear ImGui takes
//! what follows ## in a label for the id and does not show it.  \param width px; 0: what is left  \return whether it was clicked
[[nodiscard]] bool named_line(const char* id, const std::string& name, bool chosen = false, float width = 0);

//! A name and its number at the right edge of the panel.
void row(const char* name, const std::string& number);

//! At the right edge of a table's column.
void right_aligned(const std::string& number);

//! A number field with its name on the right.  \return the number when the field is left
[[nodiscard]] std::optional<double> number_field(PendingNumber& pending, const char* name, double value,
                                                 const char* format);

//! A slider over the whole width with its name and number above.
//! \param words shown instead of the number, unless empty  \return the number while it moves
[[nodiscard]] std::optional<double> slider(const char* name, double value, double least, double most,
                                           const char* format, const std::string& words = {});

//! Buttons side by side, one of them chosen.  \return the one clicked
[[nodiscard]] std::optional<int> choice(const char* id, std::span<const char* const> names, int chosen);

//! Each in its own words, for `choice`.
[[nodiscard]] std::vector<const char*> names_of_languages();

//! A button as wide as the panel.
[[nodiscard]] bool wide_button(const char* name, const char* explanation = nullptr);

//! A bar over a share of the column's width, with its number.
void bar(float share, const std::string& number);

//! A text field for a string.  \return whether it was left with Enter
bool text_field(const char* id, const char* hint, std::string& text);

//! An encircled i at the end of a view's foot that explains.
void notes_mark(const ViewBox& foot, const std::string& notes);

//! A line over time; NaN leaves a gap.  \param marker share of the width; negative: none
struct Plot {
  std::string title;  //!< with unit
  std::span<const float> values;
  std::span<const float> times_s;  //!< of each value, ascending
  std::optional<float> now = {};   //!< the present value, beside the title
  float marker = -1;
  bool zero_line = false;
  float least_height = 0.1F;  //!< least range of values that fills the height: noise is not a curve
};
//! \return the share of the width that was clicked
std::optional<float> draw_plot(const char* id, const Plot& plot);

}  // namespace intercusp::viewer
