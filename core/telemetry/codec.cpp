// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One event or command ↔ one NDJSON line.
#include "core/telemetry/codec.h"

#include "core/telemetry/json_reader.h"
#include "core/telemetry/json_writer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace core {

template <>
std::span<const std::pair<RunPhase, std::string_view>> enumNames<RunPhase>() {
    static constexpr std::array<std::pair<RunPhase, std::string_view>, 9> names{{
        {RunPhase::Starting, "starting"},
        {RunPhase::Training, "training"},
        {RunPhase::Paused, "paused"},
        {RunPhase::Validating, "validating"},
        {RunPhase::Stopping, "stopping"},
        {RunPhase::Saving, "saving"},
        {RunPhase::Left, "left"},
        {RunPhase::Finished, "finished"},
        {RunPhase::Failed, "failed"},
    }};
    return names;
}

template <>
std::span<const std::pair<Command, std::string_view>> enumNames<Command>() {
    static constexpr std::array<std::pair<Command, std::string_view>, 6> names{{
        {Command::Pause, "pause"},
        {Command::Resume, "resume"},
        {Command::StepOnce, "step_once"},
        {Command::Checkpoint, "checkpoint"},
        {Command::Stop, "stop"},
        {Command::Leave, "leave"},
    }};
    return names;
}

namespace {

constexpr std::size_t kMaxQuoted = 80;

Problem badLine(const char* code, std::string_view line, std::string detail = {}) {
    std::string quoted(line.substr(0, kMaxQuoted));
    if (line.size() > kMaxQuoted) quoted += "…";
    return {
        .code = code,
        .where = "engine protocol",
        .params = {{"line", quoted}, {"detail", std::move(detail)}, {"bytes", std::to_string(line.size())}}};
}

Result<nlohmann::json> parseLine(std::string_view line) {
    if (line.size() > kMaxLineBytes) return refuse(badLine("telemetry.line-too-long", line));
    nlohmann::json json = nlohmann::json::parse(line, nullptr, false);
    if (json.is_discarded() || !json.is_object()) return refuse(badLine("telemetry.not-an-object", line));
    const auto type = json.find("type");
    if (type == json.end() || !type->is_string()) return refuse(badLine("telemetry.no-type", line));
    return json;
}

// Scripts look for the layout without parsing the plan text.
void addLayout(wire::Json& json, const HelloEvent& hello) {
    const wire::Json plan = wire::Json::parse(hello.planText, nullptr, false);
    if (plan.is_object() && plan.contains("layout")) json["layout"] = plan["layout"];
}

// A foreign log knows no virtual clock (NaN) and nothing of what goes with it; a double that is not known is null.
void leaveOutUnknown(wire::Json& json, const StepEvent& step) {
    if (!std::isnan(step.virtualMs)) return;
    for (const char* name : {"breakdown", "tensor_wire_bytes", "data_wire_bytes", "pipeline_wire_bytes", "embedding_wire_bytes"})
        json.erase(name);
    if (step.tokens == 0) json.erase("tokens");
}

template <std::size_t... I>
std::optional<EventBody> emptyBody(std::string_view type, std::index_sequence<I...>) {
    std::optional<EventBody> body;
    ((wire::kTypes[I] == type && (body.emplace(std::in_place_index<I>), true)) || ...);
    return body;
}

}  // namespace

std::string encode(const Event& event) {
    wire::Json json{{"type", wire::kTypes[event.body.index()]}, {"t", event.t}};
    EventBody body = event.body;  // the field lists are walked over a mutable event
    std::visit(
        [&](auto& e) {
            wire::JsonWriter writer(json);
            wire::fields(writer, e);
        },
        body);
    if (const auto* hello = std::get_if<HelloEvent>(&event.body)) addLayout(json, *hello);
    if (const auto* step = std::get_if<StepEvent>(&event.body)) leaveOutUnknown(json, *step);
    return json.dump(-1, ' ', false, wire::Json::error_handler_t::replace);
}

std::string encode(Command command) { return wire::Json{{"type", toText(command)}}.dump(); }

Result<std::optional<Event>> decodeEvent(std::string_view line) {
    auto json = parseLine(line);
    if (!json) return tl::make_unexpected(json.error());
    const auto& type = (*json)["type"].get_ref<const std::string&>();
    auto body = emptyBody(type, std::make_index_sequence<std::variant_size_v<EventBody>>());
    if (!body) return std::optional<Event>();
    Event event{0, std::move(*body)};
    std::string wrong;
    wire::JsonReader reader(*json, "", wrong);
    reader("t", event.t);
    std::visit([&](auto& e) { wire::fields(reader, e); }, event.body);
    if (!wrong.empty()) return refuse(badLine("telemetry.bad-field", line, wrong));
    if (!json->contains("t")) return refuse(badLine("telemetry.no-time", line));
    return std::optional(std::move(event));
}

Result<Command> decodeCommand(std::string_view line) {
    auto json = parseLine(line);
    if (!json) return tl::make_unexpected(json.error());
    const auto& type = (*json)["type"].get_ref<const std::string&>();
    if (const auto command = fromText<Command>(type)) return *command;
    return refuse(badLine("telemetry.unknown-command", line, type));
}

}  // namespace core
