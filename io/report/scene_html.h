// The 3D view of a page: markup, data and the program that draws them, all in one piece of HTML without any address.
#pragma once

#include <array>
#include <string>

#include "io/report/scene_data.h"

namespace intercusp {

//! Its style, for the head of the page.
[[nodiscard]] std::string scene_style();

//! The programs of the view, as in its <script> elements.
[[nodiscard]] std::array<std::string, 2> scene_scripts();

//! Hidden until its program has drawn a first picture, so that a browser without WebGL or scripts shows the rest of the
//! page alone. Rows of tables with `data-contact` become links to that contact.
[[nodiscard]] std::string scene_html(const SceneData& scene);

//! Three numbers per face: how far each corner's index is behind that of the next new vertex, in groups of 7 bits. With
//! vertices in the order of use most take one byte.
[[nodiscard]] std::string face_bytes(const std::vector<Face>& faces);

}  // namespace intercusp
