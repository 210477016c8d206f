// output_file.h: files that appear whole or not at all.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace sortscope {

/// A name to write to. Only what has it as the work begins is replaced at its end.
struct OutputName {
  OutputName(std::string name);  // NOLINT: implicit; looks whether it is there
  OutputName(const char* name) : OutputName(std::string(name)) {}  // NOLINT: implicit

  std::string path;
  bool was_there = false;
};

/// A file being written under a temporary name in the folder of its destination. commit() gives it
/// its name; without it, it is removed. Links are followed: what they point to is replaced, and the
/// mode of what is replaced is kept. Temporary files of programs that were killed are removed the
/// first time that a process writes to their folder.
class OutputFile {
 public:
  /// Creates the empty temporary file. `devices`: a device or a pipe is taken too; it has no
  /// temporary name and is written directly. Errors: kIo with the system's reason.
  static Result<OutputFile> create(const OutputName& name, bool devices = false);
  ~OutputFile();
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Where to write; the file exists and is empty.
  [[nodiscard]] const std::string& temporary_path() const { return temporary_path_; }
  /// Makes the written bytes durable and renames. Errors: kIo with the system's reason; the
  /// destination is then as it was, and the temporary file is removed.
  /// `durable`: it survives a power cut; without, it may be old or empty then.
  Status commit(bool durable = true);
  /// The same where nothing has that name yet. False: something has; the file is then removed.
  Result<bool> commit_new();
  /// Replaces only what had the name when OutputName was made. What another program has put there
  /// since is kept, and the file gets the next name, "a-2.mp4". `called`: the name that it got.
  Status commit_kept(std::string* called = nullptr);

 private:
  OutputFile(std::string path, std::string target, bool was_there);
  // 0, or an errno: EEXIST where something has the name.
  int rename_new();
  void remove();
  // Makes the bytes durable; 0, or an errno.
  [[nodiscard]] int sync() const;

  std::string path_;  // as the person wrote it, for messages
  std::string target_;
  bool was_there_ = false;
  std::string temporary_path_;  // empty once committed or moved from; a device: target_
  int lock_ = -1;               // held open: others see that its writer lives
};

/// A pipe has to have a reader: without one, opening it to write would wait for ever. Errors: kIo.
Status check_written_at_once(const std::string& path);
/// Writes `bytes` to `path` (also a device) through an OutputFile. Errors: kIo.
Status write_file(const std::string& path, std::string_view bytes, bool durable = true);
/// The same, committed by commit_kept().
Status write_output(const OutputName& name, std::string_view bytes, std::string* called = nullptr);
/// "a-2.svg" for "a.svg", or the next number: a name that nothing has.
std::string fresh_name(const std::string& path);
/// What is said where `called` is not the name asked for: a sentence; "": it is.
std::string made_meanwhile(const std::string& asked, const std::string& called);
/// `said`, and that sentence behind it.
std::string said_written(const std::string& said, const std::string& asked,
                         const std::string& called);
/// Writes a file that is not there yet. False, and nothing changed: there is one by that name,
/// which another program may have made meanwhile. Errors: kIo.
Result<bool> write_new_file(const std::string& path, std::string_view bytes);

/// A program that leads a process group and writes temporary files of this process, from its start
/// until it was waited for.
void note_writer(int process);
void forget_writer(int process);
/// Ends those programs and removes the temporary files of this process that are not committed:
/// before it ends at once.
void remove_unfinished_files();
/// Temporary files in `folder` whose writers were killed, sorted.
std::vector<std::string> left_behind(const std::string& folder);

/// "cannot write PATH: REASON.", with a hint that fits the reason (`reason` is an errno).
Error cannot_write(const std::string& path, int reason);

}  // namespace sortscope
