// The page around every exported picture: title, view name, frame, scale bar, R and L, room for a legend, and
// the small print that explains the numbers.
#pragma once

#include <string>
#include <vector>

#include "io/picture/legend.h"
#include "io/picture/picture.h"

namespace intercusp {

constexpr int margin_px = 28;
constexpr int title_px = 104;  //!< room for title and view name
constexpr int sides_px = 44;   //!< room for letters at the left and right of the picture
constexpr int ends_px = 30;    //!< room for letters above and below it
constexpr int legend_px = 250;
constexpr int wide_legend_px = 270;  //!< for legends with longer words

struct PageText {
  std::string title;
  std::string view_name;                 //!< content and viewpoint of the picture
  std::vector<std::string> small_print;  //!< paragraphs; the page adds the disclaimer
  std::string case_heading = {};         //!< at the top right, cut to the room beside the title
};

//! The picture in the middle of the page.
struct PageBody {
  int width = 0, height = 0;  //!< px
  PatientSides sides;
  double pixels_per_mm = 0;  //!< 0: no scale bar
  bool framed = true;
  int left_px = 0, below_px = 0;  //!< additional room for the numbers of axes
};

struct Page {
  Picture picture;
  int x = 0, y = 0;                //!< top left of the body
  int legend_x = 0, legend_y = 0;  //!< top left of the legend
};

//! A page without its picture and legend.
//! \param least_legend_px height that the legend needs
[[nodiscard]] Page blank_page(const PageText& text, const PageBody& body, int legend_width_px,
                              int least_legend_px);

//! A page with its picture, without a frame.
//! \param body its size is that of the picture
[[nodiscard]] Page page_around(const Picture& picture, const PageText& text, PageBody body,
                               int legend_width_px, int least_legend_px);

//! A sentence in the middle of the body, for an empty picture.
void write_instead(Page& page, const PageBody& body, const std::string& sentence);

}  // namespace intercusp
