#include "viewer/scene/view_picture.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <stdexcept>

#include "io/case/scan_names.h"
#include "occlusion/engines/gl/objects.h"
#include "viewer/app/session.h"
#include "viewer/app/tool.h"
#include "viewer/scene/annotations.h"
#include "viewer/scene/looks.h"
#include "viewer/scene/scene_renderer.h"

namespace intercusp::viewer {
namespace {

void check_size(const SceneSize& size) {
  GLint most_texture = 0;
  std::array<GLint, 2> most_viewport{};
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &most_texture);
  glGetIntegerv(GL_MAX_VIEWPORT_DIMS, most_viewport.data());
  const int most = std::min({most_texture, most_viewport[0], most_viewport[1]});
  if (size.width_px < 1 || size.height_px < 1 || size.width_px > most || size.height_px > most)
    throw std::length_error("pictures have 1 to " + std::to_string(most) + " pixels each way here");
}

//! A separate draw list with a typeface in the size that the picture needs.
class Sheet {
 public:
  Sheet(const SceneSize& size, const std::filesystem::path& font, float font_px) : size_(size) {
    font_ = add_interface_font(atlas_, font, font_px);
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    atlas_.GetTexDataAsRGBA32(&pixels, &width, &height);
    letters_ = linear_texture(width, height);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glTextureSubImage2D(letters_.get(), 0, 0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    atlas_.SetTexID(texture_id(letters_.get()));

    shared_.TexUvWhitePixel = atlas_.TexUvWhitePixel;
    shared_.TexUvLines = atlas_.TexUvLines;
    shared_.Font = font_;
    shared_.FontSize = font_px;
    shared_.CurveTessellationTol = 1.25F;
    shared_.SetCircleTessellationMaxError(0.3F);
    shared_.ClipRectFullscreen =
        ImVec4(0, 0, static_cast<float>(size.width_px), static_cast<float>(size.height_px));
    shared_.InitialFlags =
        ImDrawListFlags_AntiAliasedLines | ImDrawListFlags_AntiAliasedFill | ImDrawListFlags_AllowVtxOffset;
    list_._ResetForNewFrame();
    list_.PushClipRectFullScreen();
    list_.PushTextureID(atlas_.TexID);
  }

  ImDrawList& list() { return list_; }
  [[nodiscard]] ViewBox box(float font_px) const {
    return {0, 0, static_cast<float>(size_.width_px), static_cast<float>(size_.height_px), font_px, font_};
  }

  //! Everything drawn so far.
  [[nodiscard]] Picture picture() {
    const gl::Texture canvas(GL_RGBA8, size_.width_px, size_.height_px);
    const gl::Framebuffer target({&canvas});
    {
      const CallersTarget callers;
      glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target.get());
      glViewport(0, 0, size_.width_px, size_.height_px);
      ImDrawList* lists[] = {&list_};
      ImDrawData data;
      data.Valid = true;
      data.CmdLists = lists;
      data.CmdListsCount = 1;
      data.TotalIdxCount = list_.IdxBuffer.Size;
      data.TotalVtxCount = list_.VtxBuffer.Size;
      data.DisplaySize = ImVec2(static_cast<float>(size_.width_px), static_cast<float>(size_.height_px));
      data.FramebufferScale = ImVec2(1, 1);
      ImGui_ImplOpenGL3_NewFrame();  // creates the backend's objects on first use
      ImGui_ImplOpenGL3_RenderDrawData(&data);
      data.CmdLists = nullptr;
    }
    return picture_of(canvas);
  }

 private:
  SceneSize size_;
  ImFontAtlas atlas_;
  ImFont* font_ = nullptr;
  gl::Texture letters_;
  ImDrawListSharedData shared_;
  ImDrawList list_{&shared_};
};

void fill_background(ImDrawList& list, const ViewBox& box, const looks::Background& background) {
  const ImU32 top = ink_of(background.top), bottom = ink_of(background.bottom);
  list.AddRectFilledMultiColor(ImVec2(0, 0), ImVec2(box.width, box.height), top, top, bottom, bottom);
}

//! If the jaws fit the screen, they fit this picture; else it shows at least the screen's part.
Camera camera_in(const ViewBox& picture, const AppState& state) {
  const ViewState& view = state.view;
  const ViewRoom room = room_in(picture);
  if (state.fitted_camera == view.camera)
    return fitted(state.loaded ? state.loaded->bite : state.unmeasured(), state.document.upper_from_lower,
                  view.camera.view_from_case, view.upper.shown, view.lower.shown, room);
  Camera camera = view.camera;
  camera.height_mm *= std::max(1.0, state.view_room.width_over_height / room.width_over_height);
  return camera;
}

void draw_scene(Sheet& sheet, const ViewBox& box, SceneRenderer& renderer, const AppState& state) {
  const ViewParts parts = parts_of(sheet.list(), box, state, PictureOf::scene, Caption::with_finding);
  const Camera camera = camera_in(parts.picture, state);
  const ViewBox& view = parts.picture;
  const SceneSize size{static_cast<int>(view.width), static_cast<int>(view.height)};
  while (renderer.draw(camera, size, SceneRenderer::Effort::best)) {
  }
  sheet.list().AddImage(texture_id(renderer.texture()), ImVec2(0, 0), ImVec2(view.width, view.height));
  (void)annotate_scene(sheet.list(), parts, state, camera);
}

//! The whole map, as large as the text around it allows.
void draw_map(Sheet& sheet, const ViewBox& box, SceneRenderer& renderer, const AppState& state) {
  fill_background(sheet.list(), box, background_of(state));
  const PixelGrid& grid = state.live->map().view.grid;
  const ViewParts parts = parts_of(sheet.list(), box, state, PictureOf::map, Caption::with_finding);
  const float em = box.font_px;
  const float left = 3 * em, top = 3.5F * em, width = box.width - 6 * em;
  const float height = parts.picture.height - 6.5F * em;
  MapPlacement placement;
  if (grid.size() > 0) {
    placement.scale = std::max(
        0.01F, std::min(width / static_cast<float>(grid.width), height / static_cast<float>(grid.height)));
    const ImVec2 extent(placement.scale * static_cast<float>(grid.width),
                        placement.scale * static_cast<float>(grid.height));
    placement.x = left + (width - extent.x) / 2;
    placement.y = top + (height - extent.y) / 2;
    sheet.list().AddImage(texture_id(renderer.map_texture()), ImVec2(placement.x, placement.y),
                          ImVec2(placement.x + extent.x, placement.y + extent.y));
  }
  (void)annotate_map(sheet.list(), parts, state, placement);
}

//! The place in a movement, then name, date and notes of the case below the view's name, and in a section below its own notes.
void write_notes(Sheet& sheet, const ViewBox& box, const AppState& state, PictureOf what) {
  DrawListCanvas canvas(sheet.list(), box, state.settings.dark);
  const Letters letters{canvas.small(), canvas.inks.strong};
  const double left = 0.75 * canvas.em, line_px = 1.25 * letters.size_px;
  double y = (what == PictureOf::section ? 5.5 : 2.3) * canvas.em;
  std::string text;
  for (const Tool* const tool : state.tools)
    if (const std::string place = tool->place_in_movement(state); !place.empty()) text += place + "\n";
  std::istringstream paragraphs(text + case_heading(state) + "\n" + state.notes.notes);
  for (std::string paragraph; std::getline(paragraphs, paragraph);) {
    for (const std::string& line : canvas.lines(paragraph, 0.4 * static_cast<double>(box.width), letters)) {
      canvas.write(left, y, line, letters);
      y += line_px;
    }
  }
}

}  // namespace

gl::Texture linear_texture(int width_px, int height_px) {
  gl::Texture texture(GL_RGBA8, width_px, height_px);
  glTextureParameteri(texture.get(), GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTextureParameteri(texture.get(), GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  return texture;
}

Picture picture_of(const gl::Texture& drawn) {
  const int width = drawn.width_px(), height = drawn.height_px();
  std::vector<std::array<std::uint8_t, 4>> texels(static_cast<std::size_t>(width) * height);
  drawn.read(GL_RGBA, GL_UNSIGNED_BYTE, std::as_writable_bytes(std::span(texels)));
  Picture picture(width, height);
  for (int y = 0; y < height; ++y) {
    const auto* row = &texels[static_cast<std::size_t>(height - 1 - y) * width];
    for (int x = 0; x < width; ++x) picture.at(x, y) = {row[x][0], row[x][1], row[x][2]};
  }
  return picture;
}

std::string case_heading(const AppState& state) {
  CaseNotes heading = state.notes;
  const std::string& first = state.loaded ? state.loaded->request.upper : state.lone->source;
  if (heading.name.empty())
    heading.name = state.loaded ? short_name(state.loaded->request) : file_name_of(*state.lone);
  if (const auto date = date_in_name(first); heading.date.empty() && date) heading.date = iso_text(*date);
  return heading_of(heading);
}

Picture view_picture(SceneRenderer& renderer, const AppState& state, PictureOf what, const SceneSize& size) {
  check_size(size);
  if (state.settings.white_pictures && !state.on_white) {
    AppState on_paper = state;
    on_paper.on_white = true;
    on_paper.settings.dark = false;
    return view_picture(renderer, on_paper, what, size);
  }
  renderer.follow(state);
  // Text grows with the picture, in the proportions of a window of 1000 × 700 pixels.
  const double share = std::min(size.width_px / 1000.0, size.height_px / 700.0);
  const auto font_px = static_cast<float>(std::max(12.0, std::round(state.settings.font_px * share)));
  Sheet sheet(size, state.machine.font, font_px);
  const ViewBox box = sheet.box(font_px);
  switch (what) {
    case PictureOf::scene:
      draw_scene(sheet, box, renderer, state);
      break;
    case PictureOf::map:
      draw_map(sheet, box, renderer, state);
      break;
    case PictureOf::section: {
      fill_background(sheet.list(), box, background_of(state));
      if (!state.view.section) break;
      const CrossSection section = shown_section(state, surface_in_sections(state));
      const ViewParts parts = parts_of(sheet.list(), box, state, PictureOf::section, Caption::with_finding);
      (void)draw_section(sheet.list(), parts, state, section, fitting(window_of(section), parts.picture));
      break;
    }
  }
  write_notes(sheet, box, state, what);
  return sheet.picture();
}

}  // namespace intercusp::viewer
