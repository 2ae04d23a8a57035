#include "viewer/platform/clipboard_picture.h"

#include <xcb/xcb.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>

namespace intercusp::viewer::platform {
namespace {

//! What xcb hands out is freed with free.
template <class Reply>
std::unique_ptr<Reply, decltype(&std::free)> owned(Reply* reply) {
  return {reply, &std::free};
}

xcb_atom_t atom_named(xcb_connection_t* connection, std::string_view name) {
  const auto cookie = xcb_intern_atom(connection, 0, static_cast<std::uint16_t>(name.size()), name.data());
  const auto reply = owned(xcb_intern_atom_reply(connection, cookie, nullptr));
  return reply ? reply->atom : xcb_atom_t{XCB_ATOM_NONE};
}

//! Programs that paste request the bytes from our window; a thread with its own connection answers, so that a busy
//! interface does not delay them.
class XcbClipboard final : public ClipboardPicture {
 public:
  explicit XcbClipboard(xcb_connection_t* connection)
      : connection_(connection),
        window_(xcb_generate_id(connection)),
        clipboard_(atom_named(connection, "CLIPBOARD")),
        targets_(atom_named(connection, "TARGETS")),
        png_target_(atom_named(connection, "image/png")) {
    const xcb_screen_t* const screen = xcb_setup_roots_iterator(xcb_get_setup(connection)).data;
    xcb_create_window(connection, 0, window_, screen->root, 0, 0, 1, 1, 0, XCB_WINDOW_CLASS_INPUT_ONLY,
                      XCB_COPY_FROM_PARENT, 0, nullptr);
    xcb_flush(connection);
    thread_ = std::thread([this] { answer(); });
  }

  ~XcbClipboard() override {
    xcb_client_message_event_t end{};  // from ourselves, which wakes the thread
    end.response_type = XCB_CLIENT_MESSAGE;
    end.format = 32;
    end.window = window_;
    end.type = targets_;
    xcb_send_event(connection_, 0, window_, XCB_EVENT_MASK_NO_EVENT, reinterpret_cast<const char*>(&end));
    xcb_flush(connection_);
    thread_.join();
    xcb_destroy_window(connection_, window_);
    xcb_disconnect(connection_);
  }
  XcbClipboard(const XcbClipboard&) = delete;
  XcbClipboard& operator=(const XcbClipboard&) = delete;

  void hold(std::string png) override {
    {
      const std::lock_guard lock(guard_);
      png_ = std::move(png);
    }
    xcb_set_selection_owner(connection_, window_, clipboard_, XCB_CURRENT_TIME);
    xcb_flush(connection_);
  }

 private:
  void answer() {
    while (const auto event = owned(xcb_wait_for_event(connection_))) {
      const int kind = event->response_type & 0x7F;
      if (kind == XCB_CLIENT_MESSAGE) return;
      if (kind == XCB_SELECTION_REQUEST)
        answer(*reinterpret_cast<const xcb_selection_request_event_t*>(event.get()));
    }
  }

  void answer(const xcb_selection_request_event_t& asked) {
    xcb_selection_notify_event_t told{};
    told.response_type = XCB_SELECTION_NOTIFY;
    told.time = asked.time;
    told.requestor = asked.requestor;
    told.selection = asked.selection;
    told.target = asked.target;
    // Programs of old name no property; then it is the target.
    const xcb_atom_t property = asked.property == XCB_ATOM_NONE ? asked.target : asked.property;
    if (write(asked.requestor, property, asked.target)) told.property = property;
    xcb_send_event(connection_, 0, asked.requestor, XCB_EVENT_MASK_NO_EVENT,
                   reinterpret_cast<const char*>(&told));
    xcb_flush(connection_);
  }

  //! \return whether we have the clipboard in that form, and it fits into one request
  bool write(xcb_window_t requestor, xcb_atom_t property, xcb_atom_t target) {
    if (target == targets_) {
      const std::array<xcb_atom_t, 2> offered = {targets_, png_target_};
      xcb_change_property(connection_, XCB_PROP_MODE_REPLACE, requestor, property, XCB_ATOM_ATOM, 32,
                          static_cast<std::uint32_t>(offered.size()), offered.data());
      return true;
    }
    if (target != png_target_) return false;
    const std::lock_guard lock(guard_);
    constexpr std::size_t unit_bytes = 4, head_bytes = 64;
    if (png_.size() + head_bytes > unit_bytes * xcb_get_maximum_request_length(connection_)) return false;
    xcb_change_property(connection_, XCB_PROP_MODE_REPLACE, requestor, property, png_target_, 8,
                        static_cast<std::uint32_t>(png_.size()), png_.data());
    return true;
  }

  xcb_connection_t* connection_;
  xcb_window_t window_;
  xcb_atom_t clipboard_, targets_, png_target_;
  std::mutex guard_;  // of png_
  std::string png_;
  std::thread thread_;
};

}  // namespace

std::unique_ptr<ClipboardPicture> ClipboardPicture::on(const std::string& display) {
  if (display.empty()) return nullptr;  // else xcb would take that of the environment
  xcb_connection_t* const connection = xcb_connect(display.c_str(), nullptr);
  if (xcb_connection_has_error(connection) != 0) {
    xcb_disconnect(connection);
    return nullptr;
  }
  return std::make_unique<XcbClipboard>(connection);
}

}  // namespace intercusp::viewer::platform
