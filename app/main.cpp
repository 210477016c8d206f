// main.cpp: the program.
#include "app/command_line/command_line.h"
#include "app/command_line/stack.h"

int main(int argc, char** argv) {
  return sortscope::with_usual_stack([&] { return sortscope::run_command_line(argc, argv); });
}
