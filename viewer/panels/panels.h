// The panels of the steps of the rail and their parts. Each is in the file of its name.
#pragma once

#include <array>
#include <functional>
#include <limits>
#include <span>

#include "io/language/language.h"
#include "viewer/app/actions.h"
#include "viewer/app/tool.h"
#include "viewer/panels/theme.h"
#include "viewer/panels/widget_state.h"
#include "viewer/scene/annotations.h"
#include "viewer/scene/draw_list_canvas.h"
#include "viewer/scene/finding.h"

namespace intercusp::viewer {

//! A field for the path of a file with a button below.
struct PathField {
  const char* id;
  Text hint, button, explanation;
};
//! The files to add: the path typed, or those chosen in the desktop's dialogue, which the button opens where the field is
//! empty. Without a dialogue it brings the keyboard to the field and says so.
void add_by_path(WidgetState& widgets, const PathField& what, std::string& path,
                 const std::function<void(const std::vector<std::string>&)>& add);

//! What tools draw in a step, from this order up to below that one.  \pre a case is open
void draw_tools(PanelKind step, const AppState& state, Actions& actions, WidgetState& widgets,
                int from = std::numeric_limits<int>::min(), int below = std::numeric_limits<int>::max());

//! Case: what to open, recent cases, the demo, repairs made by import, and suggested corrections.
void draw_case_panel(const AppState& state, Actions& actions, WidgetState& widgets);

//! Sessions and cases opened before.  \param line draws one, given its name and files; whether it was clicked
//! \param parted by a line between sessions and cases  \return opens what was clicked; empty: nothing was
[[nodiscard]] std::function<void()> offer_recent(
    const AppState& state, Actions& actions,
    const std::function<bool(const std::string& name, const std::string& files)>& line, bool parted = false);

//! What the paths of the case panel name.
void open_typed(Actions& actions, const WidgetState& widgets);

//! Bite: position, hinge, first contact, undo and named poses.
void draw_mandible_panel(const AppState& state, Actions& actions, WidgetState& widgets);

//! The report and other exports.
void draw_export_panel(const AppState& state, Actions& actions, WidgetState& widgets);
//! Goes to it with this one chosen.
void offer_picture(const AppState& state, WidgetState& widgets, const PictureExport& picture);
void offer_export(const AppState& state, WidgetState& widgets, const FileExport& file);

void change_view(const AppState& state, Actions& actions, const std::function<void(ViewState&)>& change);

//! The view: jaws, colours, contours, section, appearance.
void draw_view_panel(const AppState& state, Actions& actions, WidgetState& widgets);

// The rail at the left edge: the steps of the work from the case to the report, undo and redo.

[[nodiscard]] float rail_width();
//! \pre a window of that width is open
void draw_rail(const AppState& state, Actions& actions, WidgetState& widgets);

// The menus and their dialogues: files, keys, about.

//! \return its height
float draw_menu_bar(const AppState& state, Actions& actions, WidgetState& widgets);

//! \param renderer OpenGL's name of itself, for bug reports; empty: not told
void draw_dialogues(const AppState& state, Actions& actions, WidgetState& widgets,
                    const std::string& renderer);

//! Saves under the session's file name, or asks for one.
void save(const AppState& state, Actions& actions, WidgetState& widgets);

// The bar above the 3D view: where to look from, which jaws are shown, and the view's settings.

[[nodiscard]] float view_bar_height();
//! \pre a window of that height is open
void draw_view_bar(const AppState& state, Actions& actions, WidgetState& widgets);

// The status bar: the numbers that are always visible, each with its unit and measure.

[[nodiscard]] float status_bar_height();

//! \pre a window as wide as the interface is open
//! \param software_renderer name of a software renderer ("llvmpipe"); empty with a graphics card
void draw_status_bar(const AppState& state, const std::string& software_renderer);

//! For the patient: the finding alone, in large letters and one line.
void draw_finding_line(const AppState& state);

// What the program tells of itself beside the views, never over them: the work under way and messages at the foot of the
// side panel, and a banner above the 3D view where upper and lower look exchanged.

//! Height that work and messages need in a panel of this width, at most 40 % of its height; 0: there are none.
[[nodiscard]] float notices_height(const AppState& state, float width, float panel_height);
void draw_notices(const AppState& state, Actions& actions, float height);

//! 0 where nothing says that the jaws are exchanged, or the user has closed the banner.
[[nodiscard]] float banner_height(const AppState& state, const WidgetState& widgets, float width);
void draw_banner(const AppState& state, Actions& actions, WidgetState& widgets, const ViewBox& box);

// The 3D view: mouse and handles, the annotated picture of the scene, and what lies under the cursor.

//! Handles the mouse, before any number of this frame is drawn, so that the numbers belong to the pose shown.
//! \pre the window of the view is open (ImGui::Begin)
void follow_mouse(const AppState& state, Actions& actions, WidgetState& widgets, const ViewBox& box);

//! What tools have begun with the mouse: Escape, or another case.
void cancel_mouse(const AppState& state, WidgetState& widgets);

//! Draws the scene as the state is now. \param at_rest how finely while nothing moves
//! \return whether another frame would make it better
bool draw_scene_view(const AppState& state, SceneRenderer& renderer, WidgetState& widgets,
                     const ViewParts& parts, SceneRenderer::Effort at_rest);

// The cross-section view, with a ruler.

struct SectionChoice {
  SectionKind kind;
  Text name;
};
constexpr std::array<SectionChoice, 4> section_choices = {{{SectionKind::across_arch, Text("Across arch")},
                                                           {SectionKind::sagittal, Text("Sagittal")},
                                                           {SectionKind::frontal, Text("Frontal")},
                                                           {SectionKind::horizontal, Text("Horizontal")}}};

//! Where a section is cut without a click: the selected contact, else the largest, else the middle of the lower.
//! \pre a case is open
[[nodiscard]] Eigen::Vector3d place_to_cut(const AppState& state);

//! \pre a case is open
void draw_section_view(const AppState& state, Actions& actions, WidgetState& widgets, const ViewParts& parts);

// Dragging the section's plane where the other views show it.

//! Begins where the left button is pressed on the trace, moves the section and ends; of the last item.
//! \param trace empty: the view does not show it  \return whether the mouse is on it or holds it
bool drag_section(const AppState& state, Actions& actions, std::optional<SectionDrag>& drag,
                  const std::optional<SectionTrace>& trace);

// The map view: the clearance map as a flat picture to zoom into, with a tooltip for each pixel.

//! \pre a case is open and the renderer has followed the state
void draw_map_view(const AppState& state, Actions& actions, SceneRenderer& renderer, WidgetState& widgets,
                   const ViewParts& parts);

//! Draws the map of the pose compared with, enlarged as the present map.  \pre as above
void draw_compared_map(const AppState& state, LiveBite& other, SceneRenderer& renderer, WidgetState& widgets,
                       const ViewBox& box);

// Another named pose beside the present one: its map, and what differs tooth by tooth.

//! The named poses with a choice to compare with each; below them the differences while a pose is compared.
void draw_named_poses(const AppState& state, Actions& actions, WidgetState& widgets);

//! Two maps of one size, each below its name.
struct ComparedBoxes {
  ViewBox present, other;
};
//! Beside each other, or one below the other in a high view. Writes the names.
[[nodiscard]] ComparedBoxes compared_boxes(const ViewBox& picture, const ComparedPose& comparison,
                                           Actions& actions);

// Small pictures of the named poses, seen as they were when they were saved.

constexpr SceneSize thumbnail_px{160, 80};

//! Draws one that is missing, between frames. Where the jaw stands elsewhere, its map is read in the background first.
//! \pre the panel with the named poses is open.  \return whether one was drawn
bool draw_missing_thumbnail(const AppState& state, Actions& actions, SceneRenderer& renderer,
                            std::vector<PoseThumbnail>& thumbnails);

//! What stands beside the 3D view: the map, the section or a tool's picture, with the choice between them on top.
//! \pre its window is open
void draw_second_view(const AppState& state, Actions& actions, SceneRenderer& renderer, WidgetState& widgets,
                      const ViewBox& box, Caption caption);

// The range of the colours: a padlock in the strip below the 3D view, and sliders behind it.

//! \param foot of the 3D view, whose window is being drawn
void draw_range_button(const AppState& state, Actions& actions, const ViewBox& foot);

// Parts that tools add to a step, beside the step's own panel.

//! The part chosen in the step that is open; null: the step's own panel is shown.
[[nodiscard]] const StepPart* shown_part(const AppState& state, const WidgetState& widgets);

//! Opens the step with the first part that a tool adds to it.
void show_part(const AppState& state, WidgetState& widgets, PanelKind step);

//! Buttons above what scrolls; nothing where no tool adds a part.  \param own name of the step's own panel
void choose_part(const AppState& state, WidgetState& widgets, const char* own);

// Zooming and panning flat pictures: the wheel zooms to the cursor, drags pan.

//! Where a picture lies in a view; at zoom 1 all of it is visible.
[[nodiscard]] MapPlacement placement_of(const ImageZoom& zoom, const Eigen::Vector2d& extent_px,
                                        const ViewBox& room);

//! In the picture's pixels.
[[nodiscard]] Eigen::Vector2d pixel_under_mouse(const MapPlacement& placement);

//! Zooms and pans as the mouse did on the last item.
void follow_mouse(ImageZoom& zoom, const Eigen::Vector2d& extent_px, const ViewBox& room);

//! Draws a texture at its place. \pre the list is clipped to the view
void draw_image(ImDrawList& list, unsigned texture, const Eigen::Vector2d& extent_px,
                const MapPlacement& placement);

// A card of findings as a table: what is asked on the left, the answer on the right.

void draw_card(const Theme& theme, const char* id, std::span<const CardLine> card);

// Opens the desktop's file dialogue without blocking the viewer.

//! Opens the dialogue, replacing one that is open.
//! \pre asked.program is not empty
//! \param chosen called with at least one path
void ask_files(AskedFiles& asked, const platform::FileWish& wish,
               std::function<void(const std::vector<std::string>&)> chosen);

//! Fills in a path.
void ask_for(WidgetState& widgets, const char* title, std::string& path);

//! Once per frame: handles what was chosen.
void follow_dialogue(AskedFiles& asked);

}  // namespace intercusp::viewer
