// What widgets keep between frames: text being typed, drags under way. Nothing of it belongs to a case; that is AppState.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "occlusion/engines/gl/objects.h"
#include "viewer/app/tool.h"
#include "viewer/platform/clipboard_picture.h"
#include "viewer/platform/file_dialogue.h"
#include "viewer/scene/gizmo.h"
#include "viewer/scene/view_marks.h"
#include "viewer/scene/view_picture.h"

namespace intercusp::viewer {

//! A number being typed; it takes effect when the field is left.
struct PendingNumber {
  unsigned id = 0;
  double value = 0;
  std::string
      first_letters;     //!< typed over the keyboard's highlight, until the field is active and takes them
  bool refused = false;  //!< the last letter typed belongs to no number
};

//! The desktop's dialogue while it is open, and what to do with its paths.
struct AskedFiles {
  std::filesystem::path program;  //!< that shows it; empty: paths are typed
  std::unique_ptr<platform::FileDialogue> dialogue;
  std::function<void(const std::vector<std::string>&)> chosen;
  std::string typed;        //!< id of the field that a path is to be typed into, without a dialogue
  bool takes_keys = false;  //!< that field, in the next frame
};

//! Something that needs the user's consent: replacing a file.
struct Confirmation {
  std::string text, yes;
  std::function<void()> agreed;
};

//! A picture to make after the frame.
struct PictureWish {
  const PictureExport* of_tool = nullptr;  //!< null: of a view
  PictureOf what = PictureOf::scene;
  SceneSize size;
  std::filesystem::path file;
};

//! What the mouse drags in the 3D view.
struct SceneDrag {
  enum class Kind { none, orbit, pan, handle, stroke, section };
  Kind kind = Kind::none;
  const SceneMouse* mouse = nullptr;  //!< of a stroke
  Eigen::Vector2d start{0, 0};
  Camera camera;                                                    //!< at its start
  Eigen::Isometry3d pose_at_start = Eigen::Isometry3d::Identity();  //!< the lower's pose where the drag began
  Handle handle{};
};

//! When the picture of the scene last changed in steps, by wheel or keys.
struct LastMove {
  std::optional<Camera> camera;
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
  double at_s = -1, of_jaw_s = -1;  //!< ImGui::GetTime
};

//! Zoom of a flat picture.
struct ImageZoom {
  double times = 1;                  //!< 1: all of it is visible
  Eigen::Vector2d middle{0.5, 0.5};  //!< middle of the view, in parts of the picture
};

//! The last section and what it was cut from.
struct LastSection {
  std::shared_ptr<const LoadedCase> loaded;
  Eigen::Isometry3d upper_from_lower = Eigen::Isometry3d::Identity();
  Eigen::Isometry3d case_from_plane = Eigen::Isometry3d::Identity();
  std::shared_ptr<const Solid> extra;  //!< of a tool
  Eigen::Isometry3d case_from_extra = Eigen::Isometry3d::Identity();
  CrossSection section;
  Eigen::AlignedBox2d window;  //!< shown without zoom; stays while only the jaw moves
};

//! A tool's picture beside the 3D view.
struct DrawnPicture {
  std::shared_ptr<const Picture> of;
  gl::Texture texture;
  ImageZoom zoom;
};

struct SectionZoom {
  double times = 1;
  Eigen::Vector2d shift_mm{0, 0};
  bool measuring = false;
  Eigen::Vector2d pressed_mm{0, 0};  //!< where the mouse began to measure
};

//! The plane of the section, held by the mouse.
struct SectionDrag {
  SectionTrace trace;  //!< where the drag began
  Eigen::Vector2d start{0, 0};
  double offset_mm = 0;  //!< the plane's offset where the drag began
};

//! Where the mouse is on a jaw; the other view marks it.
struct PointedPlace {
  Eigen::Vector3d case_point{0, 0, 0};
  bool in_map = false;
};

//! Two clicks in the 3D view that measure a distance.
struct Measuring {
  bool on = false;
  std::optional<JawPlace> from;  //!< place of the first click
};

struct PoseThumbnail {
  NamedPose pose;
  gl::Texture texture;  //!< row 0 the top
};

struct WidgetState {
  PanelKind panel = PanelKind::the_case;
  PanelKind step_before_view = PanelKind::the_case;  //!< to go back to from the settings
  std::map<PanelKind, const StepPart*> step_parts;   //!< chosen instead of the steps' own panels
  PendingNumber number;
  AskedFiles asked;
  std::optional<Confirmation> confirmation;
  std::vector<PictureWish> pictures;
  std::unique_ptr<platform::ClipboardPicture> clipboard;  //!< null without a desktop that takes pictures
  bool copies_view = false;                               //!< after the frame
  bool rebuilds_display = false;                          //!< likewise: all that belongs to OpenGL
  bool full_screen = false;                               //!< the 3D view alone, for the patient

  int case_number = 0;            //!< that zooms, tools and the banner belong to
  int banner_closed_in_case = 0;  //!< about exchanged jaws

  // The case panel and the dialogue that opens files.
  std::string upper_path, lower_path;
  bool show_open = false, show_save = false, show_keys = false, show_about = false;
  bool asked_to_quit = false, quits = false;
  std::string save_path;
  bool saves_before_opening = false;  //!< chosen where another case would take the place of unsaved changes

  ToolParts parts;  //!< what tools keep

  // The mandible.
  double nudge_step = 0.1;  //!< mm or degrees
  std::string pose_name;
  std::vector<PoseThumbnail> thumbnails;  //!< drawn so far, of the case that is open

  // Export.
  std::size_t export_kind = 0;
  std::string export_name;                   //!< in export_folder; empty if the program proposes one
  std::optional<std::string> export_folder;  //!< typed; empty: that of the settings
  std::array<int, 2> picture_px = {1920, 1200};

  // The views.
  std::vector<Label> labels, second_labels;  //!< written on the 3D view and beside it in the last frame
  SceneDrag drag;
  std::optional<Handle> hovered;
  std::optional<PointedPlace> pointed;
  Measuring measuring;
  LastMove last_move;
  ImageZoom map;
  std::optional<SectionDrag> section_drag;  //!< in the 3D view or the map
  DrawnPicture side_picture;
  SectionZoom section;
  LastSection last_section;
  std::optional<float> second_share;  //!< as Settings::second_share
  SecondView second = SecondView::map;
  bool view_has_focus = true;                 //!< keys without Ctrl move the mandible
  std::optional<Eigen::Vector3d> menu_place;  //!< where the menu of the right button opened
  Jaw menu_jaw = Jaw::lower;                  //!< the jaw that it lies on
};

}  // namespace intercusp::viewer
