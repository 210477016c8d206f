// main.cpp: the program.
#include "app/command_line/command_line.h"

int main(int argc, char** argv) { return sortscope::run_command_line(argc, argv); }
