#include "viewer/panels/app.h"

#include <backends/imgui_impl_opengl3.h>
#include <epoxy/gl.h>
#include <fmt/core.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "io/files/safe_text.h"
#include "viewer/app/session.h"
#include "viewer/panels/input.h"
#include "viewer/panels/layout.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/widgets.h"
#include "viewer/scene/scene_meshes.h"

namespace intercusp::viewer {
namespace {

constexpr ImGuiWindowFlags fixed = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                                   ImGuiWindowFlags_NoFocusOnAppearing;
//! In this window keys move the mandible instead of Dear ImGui's navigation.
constexpr ImGuiWindowFlags view_flags =
    fixed | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNavInputs;
//! Without a background, since software rendering pays for every pixel: a view fills its window, and panels stand on
//! grounds that are cleared.
constexpr ImGuiWindowFlags bare = ImGuiWindowFlags_NoBackground;

void place_next_window(const ViewBox& box) {
  ImGui::SetNextWindowPos({box.x, box.y});
  ImGui::SetNextWindowSize({box.width, box.height});
}

void in_window(const char* name, const ViewBox& box, const std::function<void()>& draw) {
  place_next_window(box);
  ImGui::Begin(name, nullptr, view_flags | bare);
  draw();
  ImGui::End();
}

//! A window filled by a view to its edges.
void begin_view(const char* name, const ViewBox& box) {
  place_next_window(box);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::Begin(name, nullptr, view_flags | bare);
  ImGui::PopStyleVar();
}

//! The inputs of the visible numbers.
auto shown_by(const AppState& state) {
  const Eigen::Matrix4d pose = state.document.upper_from_lower.matrix();
  return std::tuple(state.loaded.get(), pose, state.document.threshold_mm, state.document.measure,
                    state.settings.dark, state.settings.language, state.settings.tooth_names);
}

//! Zooms, rulers and unfinished clicks belong to the previous case.
void forget_other_case(const AppState& state, WidgetState& widgets) {
  if (widgets.case_number == state.case_number) return;
  widgets.case_number = state.case_number;
  widgets.map = widgets.side_picture.zoom = {};
  widgets.section = {};
  cancel_mouse(state, widgets);
  widgets.thumbnails.clear();
  widgets.menu_place.reset();
  widgets.pointed.reset();
  widgets.measuring = {};
  if (state.lone) {
    widgets.upper_path = state.lone->is_upper() ? state.lone->source : "";
    widgets.lower_path = state.lone->is_upper() ? "" : state.lone->source;
    widgets.panel = PanelKind::the_case;  // says which jaw is missing
    widgets.step_parts.erase(PanelKind::the_case);
  }
}

//! Above what scrolls.
void choose_parts(const AppState& state, WidgetState& widgets) {
  if (widgets.panel == PanelKind::the_case) choose_part(state, widgets, Text("Scans"));
  if (widgets.panel == PanelKind::contacts) choose_part(state, widgets, Text("Contacts"));
  if (widgets.panel == PanelKind::report) choose_part(state, widgets, Text("Export"));
}

void draw_step_of_tools(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (!state.loaded) return muted(what_is_missing(state));
  draw_tools(widgets.panel, state, actions, widgets);
}

void draw_panel(const AppState& state, Actions& actions, WidgetState& widgets) {
  if (const StepPart* const part = shown_part(state, widgets)) return part->draw(state, actions, widgets);
  switch (widgets.panel) {
    case PanelKind::the_case:
      return draw_case_panel(state, actions, widgets);
    case PanelKind::mandible:
      return draw_mandible_panel(state, actions, widgets);
    case PanelKind::contacts:
    case PanelKind::motion:
      return draw_step_of_tools(state, actions, widgets);
    case PanelKind::report:
      return draw_export_panel(state, actions, widgets);
    case PanelKind::view:
      return draw_view_panel(state, actions, widgets);
  }
}

//! Each panel scrolls by itself.
std::string scroll_name(const AppState& state, const WidgetState& widgets) {
  const int part = shown_part(state, widgets) != nullptr ? 1 : 0;
  return fmt::format("content {} {}", static_cast<int>(widgets.panel), part);
}

//! Between the two views, to be dragged.
void draw_border(const Layout& layout, std::optional<float>& second_share) {
  const bool upright = layout.border.height > layout.border.width;
  begin_view("border", layout.border);
  ImGui::InvisibleButton("border", {layout.border.width, layout.border.height});
  if (ImGui::IsItemHovered() || ImGui::IsItemActive())
    ImGui::SetMouseCursor(upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
  if (ImGui::IsItemActive()) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const ViewBox& second = layout.second;
    const float room =
        upright ? second.x + second.width - layout.scene.x : second.y + second.height - layout.scene.y;
    const float wanted = upright ? second.x + second.width - mouse.x : second.y + second.height - mouse.y;
    second_share = std::clamp(wanted / room, static_cast<float>(least_second_share),
                              static_cast<float>(most_second_share));
  }
  ImGui::End();
}

//! A frame around the view that has the keyboard: there arrow keys move the mandible.
void frame_focus(const ViewBox& box) {
  constexpr float half = 1;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRectFullScreen();
  list.AddRect({box.x + half, box.y + half}, {box.x + box.width - half, box.y + box.height - half},
               ImGui::GetColorU32(ImGuiCol_NavHighlight, 0.7F), 0, 0, 2 * half);
  list.PopClipRect();
}

//! Shapes of the jaws from the front and of the map, as which all that takes its place counts.
Shapes shapes_of(const AppState& state) {
  if (!state.loaded && !state.read) return {};
  const Eigen::Vector3d& extent = state.loaded ? state.loaded->extent_mm : state.read->extent_mm;
  constexpr double least = 0.3, most = 6;
  const auto shape = [&](double width, double height) {
    return static_cast<float>(height > 0 ? std::clamp(width / height, least, most) : 1);
  };
  const float map = state.loaded ? shape(state.loaded->view.grid.width, state.loaded->view.grid.height)
                                 : shape(extent.x(), extent.y());
  return {.scene = shape(extent.x(), extent.z()), .second = map};
}

float area(const ViewBox& box) { return box.width * box.height; }

std::shared_ptr<const SceneMeshes> make_meshes(const Bite& bite,
                                               const std::shared_ptr<const SceneMeshes>& shapes,
                                               const View* map, const Progress& progress) {
  return shapes ? shaded(bite, *shapes, map, progress) : scene_shapes(bite, progress);
}

//! Ends an interrupted frame and everything that it had begun.
void leave_broken_frame() {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  if (!context.WithinFrameScope) return;
  ImGui::ErrorCheckEndFrameRecover(nullptr);
  ImGui::EndFrame();
}

std::string gl_renderer() {
  const GLubyte* const name = glGetString(GL_RENDERER);
  return name == nullptr ? "" : reinterpret_cast<const char*>(name);
}

bool is_software(const std::string& renderer) {
  return renderer.find("llvmpipe") != std::string::npos || renderer.find("softpipe") != std::string::npos ||
         renderer.find("SWR") != std::string::npos;
}

}  // namespace

void draw_tools(PanelKind step, const AppState& state, Actions& actions, WidgetState& widgets, int from,
                int below) {
  std::vector<Contribution> parts;
  for (const Tool* const tool : state.tools)
    for (const Contribution& part : tool->contributions())
      if (part.step == step && part.order >= from && part.order < below) parts.push_back(part);
  std::ranges::stable_sort(parts, {}, &Contribution::order);
  for (const Contribution& part : parts) part.draw(state, actions, widgets);
}

ImGuiSession::ImGuiSession() {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  make_drawing();
  map_keys();
}

ImGuiSession::~ImGuiSession() {
  drop_drawing();
  ImGui::DestroyContext();
}

void ImGuiSession::drop_drawing() {
  if (ImGui::GetIO().BackendRendererUserData != nullptr) ImGui_ImplOpenGL3_Shutdown();
}

void ImGuiSession::make_drawing() { ImGui_ImplOpenGL3_Init("#version 450"); }

App::App(const platform::Machine& machine, std::span<const Tool* const> tools)
    : renderer_(std::make_unique<SceneRenderer>()),
      actions_(std::make_unique<Actions>(state_, machine, tools, make_meshes)),
      renderer_name_(gl_renderer()) {
  widgets_.asked.program = machine.file_dialogue;
  widgets_.panel = state_.settings.panel;
  widgets_.second = state_.settings.second;
  if (state_.settings.second_share) widgets_.second_share = static_cast<float>(*state_.settings.second_share);
  if (is_software(renderer_name_)) software_renderer_ = renderer_name_.substr(0, renderer_name_.find(' '));
}

void App::drop_drawing() {
  imgui_.drop_drawing();
  renderer_.reset();
  widgets_.thumbnails.clear();
  widgets_.side_picture.of.reset();
  widgets_.side_picture.texture = {};
}

void App::make_drawing() {
  imgui_.make_drawing();
  renderer_ = std::make_unique<SceneRenderer>();
  font_px_ = 0;  // its letters are a texture too
}

Settings App::settings_with_layout() const {
  Settings settings = state_.settings;
  settings.panel = widgets_.panel == PanelKind::view ? widgets_.step_before_view : widgets_.panel;
  settings.second = widgets_.second == SecondView::picture ? SecondView::map : widgets_.second;
  settings.second_share = widgets_.second_share;
  settings.two_views = state_.view.show_map;
  return settings;
}

std::string App::title() const {
  if (!state_.loaded && state_.lone)
    return fmt::format("{}{} \u2013 {}", visible_text(file_name_of(*state_.lone)), "", "Intercusp");
  if (!state_.loaded && !state_.read) return "Intercusp";
  const CaseRequest& request = state_.loaded ? state_.loaded->request : state_.read->request;
  const std::string name = !state_.session_file.empty() ? state_.session_file.filename().string()
                           : state_.loaded && !state_.notes.name.empty() ? state_.notes.name
                           : request.is_demo()                           ? short_name(request)
                                               : std::filesystem::path(request.upper).filename().string();
  return fmt::format("{}{} \u2013 {}", visible_text(name), state_.unsaved ? "*" : "", "Intercusp");
}

//! Larger on the full screen, where it is read from afar.
float App::type_px() const {
  constexpr float from_afar = 1.4F;
  const auto usual = static_cast<float>(state_.settings.font_px) * scale_;
  return std::max(full_screen_ ? from_afar * usual : usual, 8.F);
}

void App::follow_settings() {
  full_screen_ = widgets_.full_screen;  // with its text size, from one frame to the next
  const float font_px = type_px();
  if (font_px == font_px_ && dark_ == state_.settings.dark) return;
  if (font_px != font_px_) {
    load_fonts(state_.machine.font, font_px, ImGui::GetIO().DisplayFramebufferScale.x);
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
  }
  font_px_ = font_px;
  dark_ = state_.settings.dark;
  apply_theme(dark_, font_px_);
}

void App::draw_side_panel(const ViewBox& box) {
  place_next_window(box);
  ImGui::Begin("panel", nullptr, fixed | bare);
  choose_parts(state_, widgets_);
  actions_->views.show_step(widgets_.panel, shown_part(state_, widgets_));
  const bool exports = widgets_.panel == PanelKind::report;  // pictures are as the view
  actions_->playbacks.show_marks(widgets_.panel == PanelKind::motion || exports);
  const float notices = notices_height(state_, ImGui::GetContentRegionAvail().x, box.height);
  const float between = notices > 0 ? ImGui::GetStyle().ItemSpacing.y : 0;
  const float content = ImGui::GetContentRegionAvail().y - notices - between;
  const std::string name = scroll_name(state_, widgets_);
  ImGui::BeginChild(name.c_str(), {0, content}, false,
                    ImGuiWindowFlags_NavFlattened | ImGuiWindowFlags_AlwaysVerticalScrollbar);
  draw_panel(state_, *actions_, widgets_);
  ImGui::EndChild();
  if (notices > 0) draw_notices(state_, *actions_, notices);
  if (ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows)) frame_focus(box);
  ImGui::End();
}

void App::draw_rail_of_steps(const ViewBox& box) {
  place_next_window(box);
  const float space = em(0.3F);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {space, space});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {space, space});
  ImGui::Begin("rail", nullptr, fixed | bare | ImGuiWindowFlags_NoScrollbar);
  draw_rail(state_, *actions_, widgets_);
  ImGui::End();
  ImGui::PopStyleVar(2);
}

//! On the full screen, in a corner of the view.
void App::draw_notices_over(const ViewBox& view) {
  const ImVec2 pad = ImGui::GetStyle().WindowPadding;
  const float width = std::min(em(20), view.width / 2);
  const float height = notices_height(state_, width - 2 * pad.x, view.height);
  if (height == 0) return;
  ImGui::SetNextWindowPos({view.x + pad.x, view.y + view.height - height - 3 * pad.y});
  ImGui::SetNextWindowSize({width, height + 2 * pad.y});
  ImGui::Begin("notices", nullptr, fixed | ImGuiWindowFlags_NoScrollbar);
  draw_notices(state_, *actions_, height);
  ImGui::End();
}

Layout App::layout_of(float menu_height) const {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const Bars bars = {.menu_height = menu_height,
                     .rail_width = rail_width(),
                     .view_bar_height = view_bar_height(),
                     .status_height = status_bar_height()};
  if (full_screen_) return lay_out_full_screen(size.x, size.y, bars, ImGui::GetFontSize());
  const StepPart* const part = shown_part(state_, widgets_);
  const bool alone = part != nullptr && part->fills_views;
  const bool two_views = state_.view.show_map && (state_.loaded || state_.read) && !alone;
  return lay_out(size.x, size.y, bars, ImGui::GetFontSize(), two_views, widgets_.second_share,
                 shapes_of(state_));
}

//! \return whether all of it shows one pose; if a panel changed the pose half-way, the rest was not drawn
bool App::draw_interface() {
  forget_other_case(state_, widgets_);
  follow_keys(state_, *actions_, widgets_);
  Layout layout = layout_of(full_screen_ ? 0 : draw_menu_bar(state_, *actions_, widgets_));
  grounds_ = {layout.rail, layout.panel, layout.bar, layout.status};
  const ViewBox banner = taken_from_scene(layout, banner_height(state_, widgets_, layout.scene.width));
  if (std::exchange(first_frame_, false)) ImGui::SetNextWindowFocus();  // keys move the mandible
  begin_view("view", layout.scene);
  const ViewParts scene =
      parts_of(*ImGui::GetWindowDrawList(), layout.scene, state_, PictureOf::scene, Caption::without_finding);
  scene_box_ = scene.picture;
  actions_->views.set_room(room_in(scene_box_));
  widgets_.view_has_focus = ImGui::IsWindowFocused();
  follow_mouse(state_, *actions_, widgets_, scene_box_);
  ImGui::End();

  const auto before = shown_by(state_);
  if (!full_screen_) {
    draw_rail_of_steps(layout.rail);
    draw_side_panel(layout.panel);
  }
  in_window("view bar", layout.bar, [&] { draw_view_bar(state_, *actions_, widgets_); });
  if (!(shown_by(state_) == before)) return false;

  begin_view("view", layout.scene);
  gets_better_ =
      draw_scene_view(state_, *renderer_, widgets_, scene,
                      software_renderer_.empty() ? SceneRenderer::Effort::best : SceneRenderer::Effort::fine);
  draw_range_button(state_, *actions_, scene.foot);
  if (widgets_.view_has_focus) frame_focus(layout.scene);
  ImGui::End();
  widgets_.second_labels.clear();
  if (layout.second.width > 0) {
    draw_border(layout, widgets_.second_share);
    begin_view("second", layout.second);
    const bool beside = layout.second.y == layout.bar.y;
    draw_second_view(state_, *actions_, *renderer_, widgets_, layout.second,
                     beside ? Caption::without_finding : Caption::below_scene);
    ImGui::End();
  }
  constexpr float clearly = 1.25F;  // views that share the window evenly: the 3D view
  second_is_larger_ = area(layout.second) > clearly * area(layout.scene);
  in_window("status", layout.status, [&] {
    if (full_screen_) return draw_finding_line(state_);
    draw_status_bar(state_, state_.settings.expert ? software_renderer_ : "");
  });
  if (full_screen_) draw_notices_over(scene_box_);
  draw_banner(state_, *actions_, widgets_, banner);
  draw_dialogues(state_, *actions_, widgets_, state_.settings.expert ? renderer_name_ : "");
  return true;
}

void App::lay_out_frame() {
  constexpr int most_passes = 4;
  follow_dialogue(widgets_.asked);
  follow_settings();
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  for (int pass = 1; !draw_interface() && pass < most_passes; ++pass) {
    ImGui::EndFrame();
    follow_settings();
    ImGui::NewFrame();
  }
}

void App::lay_out_what_is_left() {
  gets_better_ = false;
  grounds_ = {};
  ImGui::NewFrame();
  (void)draw_menu_bar(state_, *actions_, widgets_);
  begin_view("view", scene_box_);  // it keeps the focus
  ImGui::End();
  ImGui::SetNextWindowPos({0, ImGui::GetFrameHeight()});
  ImGui::Begin("panel", nullptr, fixed);
  draw_notices(state_, *actions_, 0);
  ImGui::End();
  draw_dialogues(state_, *actions_, widgets_, state_.settings.expert ? renderer_name_ : "");
}

//! Where there are panels.
void App::clear_grounds() const {
  const ImGuiIO& io = ImGui::GetIO();
  const ImVec4 ground = ImGui::GetStyleColorVec4(ImGuiCol_WindowBg);
  const ImVec2 density = io.DisplayFramebufferScale;
  const auto px = [](float points) { return static_cast<GLint>(std::lround(points)); };
  glClearColor(ground.x, ground.y, ground.z, 1);
  glEnable(GL_SCISSOR_TEST);
  for (const ViewBox& box : grounds_) {
    glScissor(px(box.x * density.x), px((io.DisplaySize.y - box.y - box.height) * density.y),
              px(box.width * density.x), px(box.height * density.y));
    glClear(GL_COLOR_BUFFER_BIT);
  }
  glDisable(GL_SCISSOR_TEST);
}

bool App::frame() {
  GLint target = 0;  // the scene draws into its own textures meanwhile
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
  leave_broken_frame();
  try {
    lay_out_frame();
  } catch (...) {
    leave_broken_frame();
    actions_->messages.say_why(std::current_exception());
    lay_out_what_is_left();
  }
  ImGui::Render();
  const Theme theme = theme_of(dark_);
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(target));
  glClipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
  glDisable(GL_SCISSOR_TEST);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glClearColor(theme.canvas.x, theme.canvas.y, theme.canvas.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  clear_grounds();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  make_pictures();
  actions_->work.set_views_refine(gets_better_);
  const bool lists_poses = widgets_.panel == PanelKind::mandible;
  const bool one_more =
      lists_poses && draw_missing_thumbnail(state_, *actions_, *renderer_, widgets_.thumbnails);
  return gets_better_ || one_more || state_.moving();
}

//! The larger of the views that can be exported.
PictureOf App::larger_view() const {
  const bool section = widgets_.second == SecondView::section;
  const bool exported = section ? state_.view.section.has_value() : widgets_.second == SecondView::map;
  if (!exported || !second_is_larger_) return PictureOf::scene;
  return section ? PictureOf::section : PictureOf::map;
}

//! Loads its own font; the next frame loads that of the window again.
Picture App::picture_of_tool(const PictureExport& wanted) {
  const CallersTarget callers;
  load_fonts(state_.machine.font, type_px(), picture_density);
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
  font_px_ = 0;
  return wanted.make(state_, *actions_, widgets_);
}

//! Between frames: a picture needs Dear ImGui's draw lists for itself.
void App::make_pictures() {
  if (std::exchange(widgets_.copies_view, false) && widgets_.clipboard && state_.loaded) {
    constexpr SceneSize size{1920, 1200};  // also uncompressed it fits into one request of X11
    try {
      actions_->files.copy_picture(view_picture(*renderer_, state_, larger_view(), size),
                                   [this](std::string png) { widgets_.clipboard->hold(std::move(png)); });
    } catch (...) {
      actions_->messages.say_why(std::current_exception());
    }
  }
  for (const PictureWish& wish : std::exchange(widgets_.pictures, {})) {
    try {
      actions_->files.write_picture(wish.file, wish.of_tool != nullptr
                                                   ? picture_of_tool(*wish.of_tool)
                                                   : view_picture(*renderer_, state_, wish.what, wish.size));
    } catch (...) {
      actions_->messages.say_why(std::current_exception());
    }
  }
}

}  // namespace intercusp::viewer
