// How the user looks at the open case: camera, looks, section, the contact that is marked, the step that is open, settings.
#pragma once

#include <optional>

#include "viewer/app/app_state.h"

namespace intercusp::viewer {

class Work;  // viewer/app/work.h

class Views {
 public:
  Views(AppState& state, Work& work) : state_(state), work_(work) {}

  void set(const ViewState& view);  //!< looks, section, camera: as a panel or the mouse changed them
  void look(StandardView view);
  void fit();   //!< from where one looks now, all that is shown
  void fill();  //!< fits the jaws into the view; sessions do not keep it.  \pre a case or a lone scan is open
  //! Sets the room of the 3D view on the screen. Jaws that were fitted are fitted again.
  void set_room(const ViewRoom& room);
  void fly_to(const Eigen::Vector3d& case_point);
  void set_section(SectionKind kind, const Eigen::Vector3d& place);
  void move_section(double along_normal_mm);
  void begin_case(const ViewState& view);  //!< of another case

  //! Selects a pair of the contacts table: it is marked on the views, and the camera flies there. Does nothing without
  //! a pair of that name.
  void select_contact(const std::optional<ContactName>& name);
  //! On the views, until another pose or threshold; the camera flies there.
  void mark_contact(const ContactName& name, const ContactSpot& spot);
  //! Marks the contact; the camera stays.
  void mark_contact_here(const ContactName& name, const ContactSpot& spot);

  //! \param part of a tool in it; null: its own panel
  void show_step(PanelKind step, const StepPart* part = nullptr);
  void set_settings(const Settings& settings);

 private:
  void look_at_contact(const Eigen::Vector3d& place);
  void look_as_before_contact();

  AppState& state_;
  Work& work_;
  bool hidden_by_look_ = false;  //!< a jaw, and not by the user
};

}  // namespace intercusp::viewer
