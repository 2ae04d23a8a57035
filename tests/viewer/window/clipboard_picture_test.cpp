// A picture on the clipboard, requested like another program: over a second connection to the X server.

#include "viewer/platform/clipboard_picture.h"

#include <gtest/gtest.h>
#include <stb_image.h>
#include <xcb/xcb.h>

#include <string_view>

#include "io/picture/image_bytes.h"
#include "tests/support/made_dentition.h"
#include "tests/support/program.h"
#include "tests/viewer/window/desktop.h"

namespace intercusp {
namespace {

using testing::Desktop;
using testing::wait_for;
using viewer::platform::ClipboardPicture;

//! Another program that pastes.
class Paster {
 public:
  explicit Paster(const std::string& display) : connection_(xcb_connect(display.c_str(), nullptr)) {
    window_ = xcb_generate_id(connection_);
    const xcb_screen_t* const screen = xcb_setup_roots_iterator(xcb_get_setup(connection_)).data;
    xcb_create_window(connection_, 0, window_, screen->root, 0, 0, 1, 1, 0, XCB_WINDOW_CLASS_INPUT_ONLY,
                      XCB_COPY_FROM_PARENT, 0, nullptr);
  }
  ~Paster() { xcb_disconnect(connection_); }
  Paster(const Paster&) = delete;
  Paster& operator=(const Paster&) = delete;

  xcb_atom_t atom(std::string_view name) {
    xcb_intern_atom_reply_t* const reply = xcb_intern_atom_reply(
        connection_, xcb_intern_atom(connection_, 0, static_cast<std::uint16_t>(name.size()), name.data()),
        nullptr);
    const xcb_atom_t atom = reply->atom;
    free(reply);
    return atom;
  }

  bool somebody_owns() {
    xcb_get_selection_owner_reply_t* const reply = xcb_get_selection_owner_reply(
        connection_, xcb_get_selection_owner(connection_, atom("CLIPBOARD")), nullptr);
    const bool owned = reply->owner != XCB_WINDOW_NONE;
    free(reply);
    return owned;
  }

  //! Bytes of the clipboard in that form; empty if refused.
  std::optional<std::string> paste(std::string_view form) {
    xcb_convert_selection(connection_, window_, atom("CLIPBOARD"), atom(form), atom("PASTED"),
                          XCB_CURRENT_TIME);
    xcb_flush(connection_);
    xcb_generic_event_t* event = nullptr;
    const auto answered = [&] {  // among other news, of a new keyboard for instance
      while ((event = xcb_poll_for_event(connection_)) != nullptr) {
        if ((event->response_type & 0x7F) == XCB_SELECTION_NOTIFY) return true;
        free(event);
      }
      return false;
    };
    if (!wait_for(answered, 10)) return std::nullopt;
    const bool given = reinterpret_cast<xcb_selection_notify_event_t*>(event)->property != XCB_ATOM_NONE;
    free(event);
    if (!given) return std::nullopt;
    constexpr std::uint32_t most_words = 1 << 24;
    xcb_get_property_reply_t* const reply = xcb_get_property_reply(
        connection_,
        xcb_get_property(connection_, 1, window_, atom("PASTED"), XCB_GET_PROPERTY_TYPE_ANY, 0, most_words),
        nullptr);
    std::string bytes(static_cast<const char*>(xcb_get_property_value(reply)),
                      static_cast<std::size_t>(xcb_get_property_value_length(reply)));
    free(reply);
    return bytes;
  }

 private:
  xcb_connection_t* connection_;
  xcb_window_t window_ = 0;
};

Picture decoded(const std::string& png) {
  Picture picture;
  int channels = 0;
  stbi_uc* const pixels =
      stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(png.data()), static_cast<int>(png.size()),
                            &picture.width, &picture.height, &channels, 3);
  if (pixels == nullptr) return {};
  for (int i = 0; i < picture.width * picture.height; ++i)
    picture.pixels.push_back({pixels[3 * i], pixels[3 * i + 1], pixels[3 * i + 2]});
  stbi_image_free(pixels);
  return picture;
}

//! As large as a picture of noise, which does not compress.
Picture noise(int width, int height) {
  Picture picture(width, height);
  std::uint32_t random = 1;
  for (Rgb& pixel : picture.pixels) {
    random = random * 1664525U + 1013904223U;
    pixel = {static_cast<std::uint8_t>(random >> 24), static_cast<std::uint8_t>(random >> 16),
             static_cast<std::uint8_t>(random >> 8)};
  }
  return picture;
}

TEST(ClipboardPicture, comes_back_byte_for_byte_and_is_given_up_at_the_end) {
  const Desktop desktop;
  Paster paster(desktop.display());
  {
    const auto clipboard = ClipboardPicture::on(desktop.display());
    ASSERT_NE(clipboard, nullptr);
    EXPECT_FALSE(paster.somebody_owns()) << "before anything is copied";
    for (const Picture& picture : {noise(3, 2), noise(1920, 1200)}) {
      const std::string png = png_bytes(picture);
      clipboard->hold(png);
      ASSERT_TRUE(wait_for([&] { return paster.somebody_owns(); }));
      EXPECT_EQ(paster.paste("image/png"), png);
    }
    const std::optional<std::string> forms = paster.paste("TARGETS");
    ASSERT_TRUE(forms.has_value());
    const xcb_atom_t png = paster.atom("image/png");
    EXPECT_NE(forms->find(std::string_view(reinterpret_cast<const char*>(&png), sizeof png)),
              std::string::npos);
    EXPECT_EQ(paster.paste("UTF8_STRING"), std::nullopt);
  }
  EXPECT_TRUE(wait_for([&] { return !paster.somebody_owns(); }));
}

TEST(ClipboardPicture, is_not_offered_without_a_display) {
  EXPECT_EQ(ClipboardPicture::on(""), nullptr);
  EXPECT_EQ(ClipboardPicture::on(":not-a-display"), nullptr);
}

TEST(Journey, a_key_copies_the_view_as_a_picture) {
  const Desktop desktop;
  Paster paster(desktop.display());
  const auto [upper, lower] = testing::write_dentition(desktop.home() / "scans", 8000);
  const auto viewer = desktop.start({INTERCUSP_PROGRAM, "view", upper, lower});
  ASSERT_TRUE(desktop.focus_viewer());
  ASSERT_TRUE(wait_for([&] { return desktop.autosaved().contains("upper_from_lower"); }));
  desktop.key("ctrl+shift+c");
  ASSERT_TRUE(wait_for([&] { return paster.somebody_owns(); }, 20));
  const Picture pasted = decoded(paster.paste("image/png").value_or(""));

  const auto file = desktop.home() / "view.png";
  ASSERT_EQ(testing::run_program("view " + testing::quoted(upper) + " " + testing::quoted(lower) +
                                     " --view frontal --size 1920x1200 --screenshot " + testing::quoted(file),
                                 "env -u DISPLAY LIBGL_ALWAYS_SOFTWARE=1")
                .status,
            0);
  const Picture exported = decoded(testing::bytes_of(file));
  ASSERT_EQ(pasted.pixels.size(), exported.pixels.size());
  std::size_t same = 0;
  for (std::size_t i = 0; i < pasted.pixels.size(); ++i)
    if (pasted.pixels[i] == exported.pixels[i]) ++same;
  // Numbers may be coarser than the report's while the bite is being measured.
  EXPECT_GT(static_cast<double>(same), 0.97 * static_cast<double>(pasted.pixels.size()));
}

}  // namespace
}  // namespace intercusp
