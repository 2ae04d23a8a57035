// A canvas of pixels in memory, for exported pictures: dark ink on white paper.
#pragma once

#include <Eigen/Core>
#include <string>

#include "io/picture/canvas.h"
#include "io/picture/picture.h"

namespace intercusp {

constexpr double print_em_px = 20;
constexpr Inks print_inks{
    .strong = {ink}, .pale = {pale_ink}, .minor = {ink}, .halo = {white, 0}, .view = {pale_ink}};
//! For text that lies on a picture.
constexpr Inks print_inks_with_halo{
    .strong = {ink}, .pale = {pale_ink}, .minor = {ink}, .halo = {white}, .view = {pale_ink}};

//! Every function that writes or measures text throws std::runtime_error if VTK cannot draw it.
class PixelCanvas : public Canvas {
 public:
  //! \param picture must outlive this object
  explicit PixelCanvas(Picture& picture, const Inks& theme = print_inks);

  void fill(const Area& area, const Ink& with) override;
  [[nodiscard]] double text_width(std::string_view text, const Letters& letters) const override;

 protected:
  void draw_text(double left, double top, std::string_view text, const Letters& letters) override;

 private:
  Picture& picture_;
};

// Rings and numbers that mark places in a picture.

//! A ring with a white edge, readable on every colour.
void draw_ring(Picture& picture, const Eigen::Vector2d& at, double radius_px, double half_width_px);

//! A number on a white plate.
void draw_number(Picture& picture, double x, double top, const std::string& text);

}  // namespace intercusp
