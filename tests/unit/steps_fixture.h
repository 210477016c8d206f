// steps_fixture.h: runs, and what `sortscope steps` prints of them.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "app/export/steps/output.h"
#include "core/keys/inputs.h"
#include "core/recordings/recording.h"

namespace sortscope {

using Json = nlohmann::json;

inline std::shared_ptr<const Recording> run(const std::string& algorithm, const std::string& keys,
                                            Order order = Order::kAscending,
                                            std::optional<KeyType> type = {}) {
  RunRequest request;
  request.algorithm = algorithm;
  request.order = order;
  request.any_input = true;
  auto read = read_numbers(keys, "test", type, 1000);
  EXPECT_TRUE(read.ok());
  request.keys = std::move(*read);
  auto recording = record(request, *make_cpu_engine());
  EXPECT_TRUE(recording.ok());
  return *recording;
}

inline std::string steps(const std::shared_ptr<const Recording>& recording,
                         const StepsOptions& options) {
  char* bytes = nullptr;
  std::size_t size = 0;
  std::FILE* file = open_memstream(&bytes, &size);
  const Status status = write_steps(recording, options, file);
  std::fclose(file);
  std::string text(bytes, size);
  std::free(bytes);
  EXPECT_TRUE(status.ok());
  return text;
}

inline std::vector<Json> json_steps(const std::shared_ptr<const Recording>& recording,
                                    StepsOptions options = {}) {
  options.format = StepsFormat::kJson;
  std::istringstream text(steps(recording, options));
  std::vector<Json> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(Json::parse(line));
  return lines;
}

}  // namespace sortscope
