// font_places.cpp: fontconfig's elements that name files and folders, followed within bounds.
#include "app/command_line/font_places.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace sortscope {

namespace {

constexpr int kMostNames = 50'000;
constexpr std::size_t kMostBytes = std::size_t{4} << 20;

constexpr std::string_view kPipe = "a pipe or a device";
constexpr std::string_view kOfKernel = "no file on a disk";
constexpr std::string_view kLarge = "more than 4 MB of configuration";
constexpr std::string_view kMany = "one of more than 50,000 files";
constexpr std::string_view kUnclear =
    "a configuration with entities, CDATA or another encoding, which could name anything";

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

std::vector<std::string> folders_of(std::string_view list) {
  std::vector<std::string> folders;
  while (!list.empty()) {
    const std::string_view folder = list.substr(0, list.find(':'));
    if (!folder.empty()) folders.emplace_back(folder);
    list.remove_prefix(folder.size());
    if (!list.empty()) list.remove_prefix(1);
  }
  return folders;
}

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// Takes what stands before `mark` off, and the mark; all where it does not come.
std::string_view take_until(std::string_view& text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  const std::string_view taken = text.substr(0, at);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + mark.size());
  return taken;
}

// A tag or declaration after its <, without its >: one between quotation marks does not end it.
std::string_view take_tag(std::string_view& text) {
  char quote = '\0';
  std::size_t at = 0;
  for (; at < text.size() && (quote != '\0' || text[at] != '>'); ++at) {
    if (text[at] == quote) {
      quote = '\0';
    } else if (quote == '\0' && (text[at] == '"' || text[at] == '\'')) {
      quote = text[at];
    }
  }
  const std::string_view tag = text.substr(0, at);
  text.remove_prefix(at < text.size() ? at + 1 : at);
  return tag;
}

// With the characters that have a name; "" where other entities are named.
std::string decoded(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, char>, 5> kNamed{
      {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}}};
  std::string plain;
  while (!text.empty()) {
    plain += take_until(text, "&");
    if (text.empty()) break;
    const std::string_view name = take_until(text, ";");
    char letter = '\0';
    for (const auto& each : kNamed) {
      if (each.first == name) letter = each.second;
    }
    if (letter == '\0') return {};
    plain += letter;
  }
  return plain;
}

struct Place {
  std::string element;  // "include", "dir" …
  std::string path;     // as it is written
};

// The places that a configuration names; none where it holds what could hide some.
std::optional<std::vector<Place>> places_in(std::string_view xml) {
  std::vector<Place> places;
  // Characters of two bytes would hide every element.
  if (xml.find('\0') != std::string_view::npos) return std::nullopt;
  Place open;
  while (!xml.empty()) {
    open.path += take_until(xml, "<");
    if (xml.starts_with("!--")) {
      take_until(xml, "-->");
    } else if (xml.starts_with("?")) {
      const std::string_view instruction = take_until(xml, "?>");
      const std::size_t encoding = instruction.find("encoding");
      if (encoding != std::string_view::npos &&
          instruction.find("utf-8", encoding) == std::string_view::npos &&
          instruction.find("UTF-8", encoding) == std::string_view::npos) {
        return std::nullopt;
      }
    } else if (xml.starts_with("!")) {
      if (take_tag(xml).find('[') != std::string_view::npos) return std::nullopt;
    } else {
      const std::string_view tag = take_tag(xml);
      if (!open.element.empty() && !without_blanks(open.path).empty()) {
        open.path = decoded(without_blanks(open.path));
        if (open.path.empty()) return std::nullopt;
        places.push_back(std::move(open));
      }
      open = {};
      const std::string_view name = tag.substr(0, tag.find_first_of(" \t\r\n/"));
      if (name == "include" || name == "dir" || name == "remap-dir" || name == "cachedir") {
        open.element = name;
      }
    }
  }
  return places;
}

class Look {
 public:
  std::optional<EndlessFonts> all() {
    const std::vector<std::string> paths = folders_of(variable("FONTCONFIG_PATH"));
    const std::string file = variable("FONTCONFIG_FILE");
    for (const std::string& folder : paths) {
      configuration(folder);
      configuration(folder + "/fonts.conf");
      if (!file.empty() && file[0] != '/') configuration(folder + "/" + file);
    }
    if (!file.empty()) named("include", file, "");
    if (!config_.empty()) {
      configuration(config_ + "/fontconfig/fonts.conf");
      configuration(config_ + "/fontconfig/conf.d");
    }
    if (!home_.empty()) {
      configuration(home_ + "/.fonts.conf");
      configuration(home_ + "/.fonts.conf.d");
      fonts(home_ + "/.fonts");
      fonts(home_ + "/.fontconfig");
    }
    if (!data_.empty()) fonts(data_ + "/fonts");
    for (const std::string& folder : data_folders_) fonts(folder + "/fonts");
    if (!cache_.empty()) fonts(cache_ + "/fontconfig");
    return found_;
  }

 private:
  static std::string xdg(const char* name, const char* in_home) {
    const std::string folder = variable(name);
    const std::string home = variable("HOME");
    return !folder.empty() ? folder : home.empty() ? "" : home + in_home;
  }

  void find(const std::string& path, std::string_view why) {
    if (!found_) found_ = {path, why};
  }

  // What the kernel makes up as it is read has no length that tells where it ends.
  [[nodiscard]] bool is_of_kernel(const struct stat& facts) const {
    return (has_proc_ && facts.st_dev == proc_.st_dev) || (has_sys_ && facts.st_dev == sys_.st_dev);
  }

  // It is there and may be opened; else it is none, or has been found to be endless.
  bool look_at(const std::string& path, struct stat& facts) {
    if (found_ || ::stat(path.c_str(), &facts) != 0) return false;
    if (++names_ > kMostNames) {
      find(path, kMany);
    } else if (S_ISFIFO(facts.st_mode) || S_ISCHR(facts.st_mode) || S_ISBLK(facts.st_mode)) {
      find(path, kPipe);
    } else if (is_of_kernel(facts)) {
      find(path, kOfKernel);
    }
    return !found_;
  }

  // Calls `use` with the path and kind (DT_…) of what is in a folder.
  template <typename Use>
  void entries(const std::string& folder, Use use) {
    const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(folder.c_str()), ::closedir);
    if (open == nullptr) return;
    while (const dirent* entry = found_ ? nullptr : ::readdir(open.get())) {
      if (++names_ > kMostNames) find(folder, kMany);
      use(std::string_view(entry->d_name), entry->d_type);
    }
  }

  void fonts(const std::string& start) {
    std::vector<std::string> folders{start};
    while (!folders.empty() && !found_) {
      const std::string folder = std::move(folders.back());
      folders.pop_back();
      struct stat facts {};
      // What Debian's packages put there is taken as it is: thousands of files.
      if (folder == "/usr/share/fonts" || folder == "/usr/local/share/fonts" ||
          folder == "/usr/share/fonts/" || folder == "/var/cache/fontconfig") {
        continue;
      }
      if (!look_at(folder, facts) || !S_ISDIR(facts.st_mode)) continue;
      entries(folder, [&](std::string_view name, unsigned char kind) {
        // Of hidden names fontconfig reads this one only.
        if ((name.starts_with('.') && name != ".uuid") || kind == DT_REG || kind == DT_SOCK) return;
        std::string path = folder + "/" + std::string(name);
        struct stat of_entry {};
        if (kind == DT_DIR) {
          folders.push_back(std::move(path));
        } else if (look_at(path, of_entry) && S_ISDIR(of_entry.st_mode)) {
          folders.push_back(std::move(path));
        }
      });
    }
  }

  void configuration(const std::string& path) {
    struct stat facts {};
    // The system's own leads to the places that are looked at anyway.
    if (path.starts_with("/etc/fonts/") || path == "/etc/fonts") return;
    if (!look_at(path, facts) || !seen_.insert({facts.st_dev, facts.st_ino}).second) return;
    if (S_ISDIR(facts.st_mode)) {
      std::vector<std::string> files;
      entries(path, [&](std::string_view name, unsigned char) {
        if (name[0] >= '0' && name[0] <= '9' && name.ends_with(".conf")) {
          files.push_back(path + "/" + std::string(name));
        }
      });
      for (const std::string& file : files) configuration(file);
      return;
    }
    if (static_cast<std::size_t>(facts.st_size) > kMostBytes - bytes_) return find(path, kLarge);
    bytes_ += static_cast<std::size_t>(facts.st_size);
    const std::optional<std::vector<Place>> places =
        places_in(content(path, static_cast<std::size_t>(facts.st_size)));
    if (!places) return find(path, kUnclear);
    const std::string folder = path.substr(0, path.find_last_of('/') + 1);
    for (const Place& place : *places) named(place.element, place.path, folder);
  }

  static std::string content(const std::string& path, std::size_t bytes) {
    std::string text(bytes, '\0');
    const int file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return {};
    std::size_t have = 0;
    while (have < bytes) {
      const ssize_t more = ::read(file, text.data() + have, bytes - have);
      if (more <= 0) break;
      have += static_cast<std::size_t>(more);
    }
    ::close(file);
    text.resize(have);
    return text;
  }

  // Where a path leads depends on attributes and versions of fontconfig: each of the places.
  void named(std::string_view element, const std::string& path, const std::string& folder) {
    const auto follow = [&](const std::string& at) {
      element == "include" ? configuration(at) : fonts(at);
    };
    if (path[0] == '~') {
      if (!home_.empty()) follow(home_ + path.substr(1));
      return;
    }
    if (path[0] == '/') return follow(path);
    follow(path);
    follow(folder + path);
    for (const std::string& base : {config_, data_, cache_}) {
      if (!base.empty()) follow(base + "/" + path);
    }
    for (const std::string& base : data_folders_) follow(base + "/" + path);
    for (const std::string& base : folders_of(variable("FONTCONFIG_PATH")))
      follow(base + "/" + path);
  }

  std::string home_ = variable("HOME");
  std::string config_ = xdg("XDG_CONFIG_HOME", "/.config");
  std::string data_ = xdg("XDG_DATA_HOME", "/.local/share");
  std::string cache_ = xdg("XDG_CACHE_HOME", "/.cache");
  std::vector<std::string> data_folders_ = folders_of(variable("XDG_DATA_DIRS"));
  struct stat proc_ {};
  struct stat sys_ {};
  bool has_proc_ = ::stat("/proc", &proc_) == 0;
  bool has_sys_ = ::stat("/sys", &sys_) == 0;
  std::set<std::pair<dev_t, ino_t>> seen_;  // configurations that were read
  std::size_t bytes_ = 0;
  int names_ = 0;
  std::optional<EndlessFonts> found_;
};

}  // namespace

std::optional<EndlessFonts> endless_fonts() { return Look().all(); }

}  // namespace sortscope
