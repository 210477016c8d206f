// remove_tree.h: a folder goes with all that is in it, whatever a program has left there.
#pragma once

#include <string>

namespace sortscope {

/// Removes the folder and everything below it: folders in folders to any depth, folders without
/// permissions. Links are removed, not followed; a folder of another person stays.
void remove_tree(const std::string& path);

}  // namespace sortscope
