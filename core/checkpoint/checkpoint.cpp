// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Opening, reading and verifying.
#include "core/checkpoint/checkpoint.h"

#include "core/base/file.h"
#include "core/checkpoint/crc32c.h"
#include "core/checkpoint/file_io.h"

#include <algorithm>

namespace core {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kMostManifestBytes = std::int64_t{1} << 30;

Problem damaged(const char* code, const fs::path& file, std::map<std::string, std::string> params = {}) {
    return {Severity::Error, code, file.string(), std::move(params), {}};
}

std::vector<std::int64_t> shapeOf(const Box& box, const ModelTensor& tensor) {
    if (tensor.columns > 1) return {box.rows, box.columns};
    return {box.rows};
}

// Copies what a stored slice has of the wanted box.
void copyCommon(const Box& stored, std::span<const double> values, const Box& wanted, std::span<double> into) {
    const auto common = intersection(stored, wanted);
    if (!common) return;
    for (std::int64_t row = common->row; row < common->row + common->rows; ++row) {
        const std::int64_t from = (row - stored.row) * stored.columns + common->column - stored.column;
        const std::int64_t to = (row - wanted.row) * wanted.columns + common->column - wanted.column;
        std::copy_n(values.data() + from, common->columns, into.data() + to);
    }
}

}  // namespace

Result<Manifest> readManifest(const fs::path& folder) {
    const fs::path file = folder / kManifestName;
    std::error_code error;
    if (!fs::exists(file, error)) return refuse(damaged("checkpoint.no-manifest", folder));
    const Result<std::string> text = readTextFile(file, kMostManifestBytes);
    if (!text) return tl::make_unexpected(text.error());
    return decodeManifest(*text, file);
}

Result<Checkpoint> Checkpoint::open(const fs::path& folder) {
    Checkpoint checkpoint;
    checkpoint.m_folder = folder;
    Result<Manifest> manifest = readManifest(folder);
    if (!manifest) return tl::make_unexpected(manifest.error());
    checkpoint.m_manifest = std::move(*manifest);
    Problems problems;
    for (std::size_t i = 0; i < checkpoint.m_manifest.files.size(); ++i) {
        const Problems faults = checkpoint.addFile(int(i));
        problems.insert(problems.end(), faults.begin(), faults.end());
    }
    if (!problems.empty()) return tl::make_unexpected(std::move(problems));
    return checkpoint;
}

fs::path Checkpoint::pathOf(int file) const { return m_folder / m_manifest.files[std::size_t(file)].name; }

// A file of another checkpoint is told by its id before its checksum is looked at: it is whole, but not ours.
Problems Checkpoint::addFile(int index) {
    const StoredFile& file = m_manifest.files[std::size_t(index)];
    const fs::path path = pathOf(index);
    std::error_code error;
    const auto bytes = fs::file_size(path, error);
    if (error) return {damaged("checkpoint.missing-shard", path, {{"rank", std::to_string(file.rank)}})};
    const Result<OpenedSafetensors> opened = openSafetensors(path);
    if (!opened) return opened.error();
    const auto& metadata = opened->header.metadata;
    const auto id = metadata.find("checkpoint"), step = metadata.find("step");
    if (id == metadata.end() || id->second != m_manifest.id)
        return {damaged("checkpoint.foreign-shard", path,
                        {{"found", step == metadata.end() ? "unknown" : step->second},
                         {"step", std::to_string(m_manifest.position.step)}})};
    if (std::int64_t(bytes) != file.bytes)
        return {damaged("checkpoint.truncated", path,
                        {{"bytes", std::to_string(bytes)}, {"expected", std::to_string(file.bytes)}})};
    if (opened->headerChecksum != file.headerChecksum || opened->fileBytes != file.bytes ||
        opened->header.tensors.size() != file.slices.size())
        return {damaged("checkpoint.bad-shard", path, {{"detail", "its header is not the one that was written"}})};
    for (std::size_t i = 0; i < file.slices.size(); ++i) {
        const StoredSlice& slice = file.slices[i];
        const StoredTensor& stored = opened->header.tensors[i];
        const ModelTensor& tensor = m_manifest.tensors[std::size_t(slice.id.tensor)];
        if (stored.name != sliceName(slice.id, m_manifest.tensors) || stored.type != slice.type ||
            stored.shape != shapeOf(slice.id.box, tensor))
            return {damaged("checkpoint.bad-shard", path, {{"detail", stored.name + " is not in the manifest"}})};
        m_places[{slice.id.kind, slice.id.tensor}].push_back(
            {index, opened->dataBegin + stored.begin, stored.bytes, slice});
    }
    return {};
}

std::optional<int> Checkpoint::tensorNamed(std::string_view name) const {
    const auto found = std::ranges::find(m_manifest.tensors, name, &ModelTensor::name);
    if (found == m_manifest.tensors.end()) return std::nullopt;
    return int(found - m_manifest.tensors.begin());
}

Result<std::vector<std::byte>> Checkpoint::load(const Place& place) const {
    const fs::path path = pathOf(place.file);
    const Result<InputFile> file = InputFile::open(path);
    if (!file) return tl::make_unexpected(file.error());
    std::vector<std::byte> bytes(std::size_t(place.bytes));
    if (const auto read = file->readAt(place.offset, bytes); !read) return tl::make_unexpected(read.error());
    if (const std::uint32_t found = crc32c(bytes); found != place.slice.checksum)
        return refuse(damaged("checkpoint.damaged-slice", path,
                              {{"slice", sliceName(place.slice.id, m_manifest.tensors)},
                               {"stated", toHex(place.slice.checksum)},
                               {"found", toHex(found)}}));
    return bytes;
}

Result<void> Checkpoint::read(StateKind kind, int tensor, const Box& box, std::span<double> into) const {
    const auto places = m_places.find({kind, tensor});
    if (places == m_places.end()) return {};
    for (const Place& place : places->second) {
        if (!intersection(place.slice.id.box, box)) continue;
        const auto bytes = load(place);
        if (!bytes) return tl::make_unexpected(bytes.error());
        std::vector<double> values(std::size_t(place.slice.id.box.elements()));
        toDoubles(place.slice.type, *bytes, values);
        copyCommon(place.slice.id.box, values, box, into);
    }
    return {};
}

Problems Checkpoint::verify() const {
    Problems problems;
    for (const auto& [key, places] : m_places)
        for (const Place& place : places)
            if (const auto bytes = load(place); !bytes)
                problems.insert(problems.end(), bytes.error().begin(), bytes.error().end());
    return problems;
}

}  // namespace core
