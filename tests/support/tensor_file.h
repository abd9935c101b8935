// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads what tests/tools/make_fixtures.py writes: 8 bytes length, JSON header, raw little-endian tensors.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace test {

class TensorFile {
public:
    explicit TensorFile(const std::filesystem::path& file) {
        std::ifstream in(file, std::ios::binary);
        if (!in) throw std::runtime_error("cannot read " + file.string());
        m_bytes.assign(std::istreambuf_iterator<char>(in), {});
        std::uint64_t length = 0;
        std::memcpy(&length, m_bytes.data(), sizeof length);
        m_header = nlohmann::json::parse(m_bytes.substr(sizeof length, length));
        m_data = sizeof length + length;
    }

    [[nodiscard]] const nlohmann::json& header() const { return m_header; }

    template <class Element>
    [[nodiscard]] std::vector<Element> read(const std::string& name) const {
        const nlohmann::json& entry = m_header.at("tensors").at(name);
        std::size_t elements = 1;
        for (const auto& extent : entry.at("shape")) elements *= extent.get<std::size_t>();
        const std::string type = entry.at("type");
        if (sizeof(Element) != (type == "f64" ? 8 : 4)) throw std::runtime_error(name + " has type " + type);
        std::vector<Element> values(elements);
        std::memcpy(values.data(), m_bytes.data() + m_data + entry.at("offset").get<std::size_t>(),
                    elements * sizeof(Element));
        return values;
    }

private:
    std::string m_bytes;
    nlohmann::json m_header;
    std::size_t m_data = 0;
};

}  // namespace test
