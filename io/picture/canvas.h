// The surface for drawing legends, scale bars, tooth numbers and the patient's sides: the pixels of an
// exported picture (pixel_canvas.h) or a view of the viewer. Coordinates are pixels, y down.
//
// The canvas remembers where text was written. Less important text is left out there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "occlusion/maps/colour_scale.h"

namespace intercusp {

struct Ink {
  Rgb colour;
  double opacity = 1;
};

//! The inks of one theme.
struct Inks {
  Ink strong, pale;
  Ink minor;  //!< for the weaker numbers of a legend
  Ink halo;   //!< around text; opacity 0: none
  Ink view;
};

struct Area {
  double left = 0, top = 0, right = 0, bottom = 0;
  [[nodiscard]] bool meets(const Area& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

//! Whether the given x is the left end, the middle or the right end.
enum class Align { left, centre, right };

struct Letters {
  double size_px = 0;
  Ink ink;
  bool bold = false;  //!< if the typeface has bold letters
};

struct Label {
  std::string text;
  Area area;
};

class Canvas {
 public:
  //! \param letter_px size of ordinary text
  Canvas(const Area& canvas_bounds, double letter_px, const Inks& theme)
      : bounds(canvas_bounds), em(letter_px), inks(theme) {}
  virtual ~Canvas() = default;
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  const Area bounds;
  const double em;  //!< px
  const Inks inks;
  [[nodiscard]] double small() const { return 0.85 * em; }  //!< size of letters in legends

  virtual void fill(const Area& area, const Ink& with) = 0;
  [[nodiscard]] virtual double text_width(std::string_view text, const Letters& letters) const = 0;

  //! A frame one pixel wide, just inside the area.
  void view(const Area& area);

  //! Writes one line with its top at y, and marks its place as taken.
  Area write(double x, double y, std::string_view text, const Letters& letters, Align align = Align::left);
  //! Writes like `write` if the place is free, and otherwise nothing.
  //! \return whether it wrote the text
  bool write_if_free(double x, double y, std::string_view text, const Letters& letters,
                     Align align = Align::left);

  //! The text in lines of at most `width_px`, broken at spaces.
  [[nodiscard]] std::vector<std::string> lines(std::string_view text, double width_px,
                                               const Letters& letters) const;

  void take(const Area& area) { taken_.push_back(area); }
  [[nodiscard]] const std::vector<Label>& labels() const { return labels_; }  //!< all labels written so far

 protected:
  virtual void draw_text(double left, double top, std::string_view text, const Letters& letters) = 0;

 private:
  [[nodiscard]] Area area_of(double x, double y, std::string_view text, const Letters& letters,
                             Align align) const;
  [[nodiscard]] bool is_free(const Area& area) const;

  std::vector<Area> taken_;
  std::vector<Label> labels_;
};

//! The text, or as many of its characters as fit with an ellipsis.
[[nodiscard]] std::string fitting(const Canvas& canvas, const std::string& text, double width_px,
                                  const Letters& letters);

}  // namespace intercusp
