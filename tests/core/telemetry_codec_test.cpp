// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Laws of the engine protocol's codec: what is written is read, what is not understood is refused with the
// reason.
#include "core/telemetry/codec.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <cmath>
#include <random>

using namespace core;

namespace {

// Events with every field set at random.
class Generator {
public:
    explicit Generator(unsigned seed)
        : m_random(seed) {}

    Event event(std::size_t type) { return {real(), body(type)}; }

private:
    std::int64_t whole(std::int64_t most = std::int64_t(1) << 50) {
        return std::uniform_int_distribution<std::int64_t>(-1, most)(m_random);
    }
    int small() { return int(whole(1000)); }
    double real() {
        const double digits = std::uniform_real_distribution<double>(-1, 1)(m_random);
        return std::ldexp(digits, int(whole(80)) - 40);
    }
    double nanoseconds() { return double(whole(std::int64_t(1) << 40)) / 1e9; }
    bool coin() { return whole(1) > 0; }
    std::string text() {
        static const char* parts[] = {"plain ", "\"quoted\" ", "line\nbreak ", "tab\t",
                                      "\\ ",    "größe ",      "訓練 ",        "\x01"};
        std::string made;
        for (int i = 0; i < 5; ++i) made += parts[std::size_t(whole(7) + 1) % 8];
        return made;
    }
    CategoryBytes categories() {
        CategoryBytes bytes;
        for (Bytes& b : bytes) b = Bytes(whole());
        return bytes;
    }
    template <class E>
    E anyOf() {
        const auto names = enumNames<E>();
        return names[std::size_t(whole(1000) + 1) % names.size()].first;
    }

    EventBody body(std::size_t type) {
        switch (type) {
        case 0:
            return HelloEvent{
                small(), text(),
                text(),  {{text(), "virtual", Bytes(whole())}, {text(), "cuda", Bytes(whole())}},
                small(), small(),
                text(),  text(),
                whole(), real(),
                real(),  whole(),
                text(),  {},
                whole(),
                coin() ? std::optional(SimulatedLinks{real(), real(), real(), real(), anyOf<LinkDelay>()})
                       : std::nullopt};
        case 1:
            return PhaseEvent{anyOf<RunPhase>(), text()};
        case 2:
            return StepEvent{
                whole(),
                real(),
                real(),
                real(),
                real(),
                coin(),
                whole(),
                real(),
                real(),
                real(),
                real(),
                real(),
                {Seconds(real()), Seconds(real()), Seconds(real()), Seconds(real()), Seconds(real())},
                Bytes(whole()),
                Bytes(whole()),
                Bytes(whole()),
                Bytes(whole())};
        case 3:
            return ValidationEvent{whole(), real()};
        case 4:
            return MemoryEvent{small(), categories(), categories(), Bytes(whole()), Bytes(whole())};
        case 5: {
            SpansEvent spans{whole(), small(), {}};
            for (int i = 0; i < 20; ++i)
                spans.spans.push_back({anyOf<SpanKind>(), small(), small(), nanoseconds(), nanoseconds(),
                                       nanoseconds(), nanoseconds(), nanoseconds()});
            return spans;
        }
        case 6:
            return CollectiveEvent{whole(), small(), anyOf<GroupKind>(),
                                   text(),  whole(), Bytes(whole()),
                                   Bytes(whole()), real(), real(),
                                   real(), real()};
        case 7:
            return DeviceEvent{small(), real(), real(), real()};
        case 8:
            return SampleEvent{whole(), text(), text()};
        case 9:
            return CheckpointEvent{whole(), text(), Bytes(whole()), real()};
        case 10:
            return LogEvent{text()};
        case 11:
            return problem();
        case 12:
            return DroppedEvent{whole()};
        default:
            return ByeEvent{small(), text(), whole()};
        }
    }

    ProblemEvent problem() {
        ProblemEvent event;
        event.problem.severity = coin() ? Severity::Error : Severity::Info;
        event.problem.code = "memory.does-not-fit";
        event.problem.where = text();
        event.problem.params = {{"stage", text()}, {"needed", text()}};
        event.problem.fix = text();
        event.problem.upstreamMessage = text();
        if (coin()) event.rank = small();
        if (coin())
            event.outOfMemory = OutOfMemory{small(),
                                            whole(),
                                            Bytes(whole()),
                                            Bytes(whole()),
                                            text(),
                                            categories(),
                                            {{text(), Bytes(whole())}, {text(), Bytes(whole())}}};
        return event;
    }

    std::mt19937_64 m_random;
};

constexpr std::size_t kTypes = std::variant_size_v<EventBody>;

Event decoded(const std::string& line) {
    auto event = decodeEvent(line);
    if (!event) qFatal("%s", describe(event.error().front()).c_str());
    return event->value();
}

std::string codeOf(std::string_view line) {
    const auto event = decodeEvent(line);
    return event ? std::string() : event.error().front().code;
}

}  // namespace

class TelemetryCodecTest : public QObject {
    Q_OBJECT
private slots:
    void everyEventArrivesAsItWasSent() {
        Generator generator(3);
        for (std::size_t type = 0; type < kTypes; ++type)
            for (int i = 0; i < 200; ++i) {
                const Event event = generator.event(type);
                const std::string line = encode(event);
                QVERIFY(line.find('\n') == line.npos);
                QCOMPARE(event.body.index(), type);
                QVERIFY2(decoded(line) == event, line.c_str());
            }
    }

    void everyLineHasTypeAndTime() {
        Generator generator(5);
        for (std::size_t type = 0; type < kTypes; ++type) {
            const auto json = nlohmann::json::parse(encode(generator.event(type)));
            QVERIFY(json["type"].is_string());
            QVERIFY(json["t"].is_number());
        }
    }

    void aStepCarriesTheNamesThatScriptsReadBy() {
        StepEvent step;
        step.step = 7;
        step.loss = 2.5;
        const auto json = nlohmann::json::parse(encode({1.5, step}));
        QCOMPARE(json["type"].get<std::string>(), std::string("step"));
        for (const char* key :
             {"step", "loss", "lr", "grad_norm", "loss_scale", "skipped", "tokens", "step_ms", "virtual_ms",
              "tokens_per_second", "mfu", "bubble_fraction", "breakdown"})
            QVERIFY2(json.contains(key), key);
        QCOMPARE(json["step"].get<int>(), 7);
        QCOMPARE(json["loss"].get<double>(), 2.5);
    }

    void memoryIsKeyedByCategoryName() {
        MemoryEvent memory;
        memory.current[std::size_t(MemoryCategory::Optimizer)] = Bytes(42);
        const auto json = nlohmann::json::parse(encode({0, memory}));
        QCOMPARE(json["bytes"]["optimizer"].get<int>(), 42);
        for (const char* key : {"parameters", "gradients", "activations", "temporary", "framework"})
            QVERIFY(json["bytes"].contains(key));
    }

    void helloCarriesTheCalibrationOfItsPredictionsAndOldOnesHaveNone() {
        HelloEvent hello;
        QVERIFY(!nlohmann::json::parse(encode({0, hello})).contains("calibration"));
        QVERIFY(!std::get<HelloEvent>(decoded(R"({"type":"hello","t":0,"ranks":8})").body).calibration);
        hello.calibration = Calibration{.virtualCardFlops = 4.2e10, .virtualCardBandwidth = 1.5e10, .cores = 6, .measured = true};
        QCOMPARE(std::get<HelloEvent>(decoded(encode({0, hello})).body), hello);
    }

    void helloShowsTheLayoutOfItsPlan() {
        HelloEvent hello;
        hello.planText = R"({"layout":{"tp":2,"pp":2}})";
        const auto json = nlohmann::json::parse(encode({0, hello}));
        QCOMPARE(json["layout"]["tp"].get<int>(), 2);
        QCOMPARE(std::get<HelloEvent>(decoded(encode({0, hello})).body), hello);
    }

    void numbersThatAreNotFiniteTravelAsNull() {
        for (double value : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
            StepEvent step;
            step.loss = value;
            const std::string line = encode({0, step});
            QVERIFY(nlohmann::json::parse(line)["loss"].is_null());
            QVERIFY(std::isnan(std::get<StepEvent>(decoded(line).body).loss));
        }
        SpansEvent spans{1, 0, {{SpanKind::Forward, 0, 0, std::nan(""), INFINITY, 0, 1e300, 0}}};
        const auto arrived = std::get<SpansEvent>(decoded(encode({0, spans})).body);
        QVERIFY(std::isnan(arrived.spans[0].wallStart) && std::isnan(arrived.spans[0].virtualStart));
    }

    void invalidUtf8ArrivesAsReplacementCharacters() {
        const std::string line = encode({0, SampleEvent{1, "p",
                                                        "a\xff\xfe"
                                                        "b"}});
        QCOMPARE(std::get<SampleEvent>(decoded(line).body).text, std::string("a\xef\xbf\xbd\xef\xbf\xbd"
                                                                             "b"));
    }

    void aHundredSpansTakeLessThanEightKilobytes() {
        SpansEvent spans{1000, 7, {}};
        for (int i = 0; i < 100; ++i) {
            const double at = 0.002 * i;
            spans.spans.push_back({SpanKind::Backward, 1, i, at, at + 0.0017, 0.0016, at, at + 0.0016});
        }
        QVERIFY(encode({1, spans}).size() < 8000);
    }

    void anUnknownTypeIsIgnoredWithoutAProblem() {
        const auto event = decodeEvent(R"({"type":"weather","t":1,"sky":"blue"})");
        QVERIFY(event.has_value());
        QVERIFY(!event->has_value());
    }

    void fieldsAddedLaterAreIgnoredAndMissingOnesKeepTheirDefault() {
        const Event event = decoded(R"({"type":"step","t":1,"step":4,"new_field":[1,2]})");
        StepEvent expected;
        expected.step = 4;
        QCOMPARE(std::get<StepEvent>(event.body), expected);
    }

    void damagedLinesAreRefusedWithTheReason() {
        QCOMPARE(codeOf(""), std::string("telemetry.not-an-object"));
        QCOMPARE(codeOf("iteration 10/ 100 | lm loss: 3.2"), std::string("telemetry.not-an-object"));
        QCOMPARE(codeOf("[1,2]"), std::string("telemetry.not-an-object"));
        QCOMPARE(codeOf(R"({"type":"step","t":1,"step":)"), std::string("telemetry.not-an-object"));
        QCOMPARE(codeOf(R"({"t":1})"), std::string("telemetry.no-type"));
        QCOMPARE(codeOf(R"({"type":7,"t":1})"), std::string("telemetry.no-type"));
        QCOMPARE(codeOf(R"({"type":"step"})"), std::string("telemetry.no-time"));
    }

    void aFieldOfAnotherTypeIsNamed() {
        const char* lines[] = {
            R"({"type":"step","t":1,"step":"four"})",
            R"({"type":"step","t":1,"step":4.5})",
            R"({"type":"step","t":1,"step":1e300})",
            R"({"type":"step","t":1,"step":18446744073709551615})",
            R"({"type":"step","t":1,"breakdown":7})",
            R"({"type":"step","t":1,"breakdown":{"idle_seconds":"x"}})",
            R"({"type":"memory","t":1,"rank":99999999999})",
            R"({"type":"memory","t":1,"bytes":[1]})",
            R"({"type":"spans","t":1,"spans":[[0,1,2]]})",
            R"({"type":"spans","t":1,"spans":[[99,0,0,0,0,0,0,0]]})",
            R"({"type":"phase","t":1,"phase":"dancing"})",
            R"({"type":"hello","t":1,"devices":[{"name":7}]})",
            R"({"type":"problem","t":1,"problem":"bad"})",
            R"({"type":"problem","t":1,"out_of_memory":{"entries":[["a"]]}})",
            R"({"type":"step","t":"now"})",
        };
        for (const char* line : lines) QVERIFY2(codeOf(line) == "telemetry.bad-field", line);
        const auto refused = decodeEvent(R"({"type":"step","t":1,"breakdown":{"idle_seconds":"x"}})");
        QCOMPARE(refused.error().front().params.at("detail"), std::string("/breakdown/idle_seconds"));
    }

    void linesOverOneMebibyteAreRefused() {
        const std::string head = "{\"type\":\"log\",\"t\":1,\"text\":\"", tail = "\"}";
        const std::string fits = head + std::string(kMaxLineBytes - head.size() - tail.size(), 'x') + tail;
        QCOMPARE(fits.size(), kMaxLineBytes);
        QVERIFY(decodeEvent(fits).has_value());
        QCOMPARE(codeOf(fits + " "), std::string("telemetry.line-too-long"));
    }

    void randomDamageNeverCrashesTheReader() {
        Generator generator(17);
        std::mt19937 random(19);
        for (int i = 0; i < 4000; ++i) {
            std::string line = encode(generator.event(std::size_t(i) % kTypes));
            for (int k = 0; k < 3; ++k) line[random() % line.size()] = char(random() % 256);
            if (i % 3 == 0) line.resize(random() % line.size());
            const auto event = decodeEvent(line);
            if (!event) QVERIFY(!describe(event.error().front()).empty());
        }
    }

    void commandsAreReadAndWritten() {
        for (const auto& [command, name] : enumNames<Command>()) {
            const std::string line = encode(command);
            QCOMPARE(nlohmann::json::parse(line)["type"].get<std::string>(), std::string(name));
            QCOMPARE(*decodeCommand(line), command);
        }
        QCOMPARE(*decodeCommand(R"({"type":"step_once"})"), Command::StepOnce);
        QCOMPARE(decodeCommand(R"({"type":"dance"})").error().front().code,
                 std::string("telemetry.unknown-command"));
        QVERIFY(!decodeCommand("stop"));
    }
};

QTEST_GUILESS_MAIN(TelemetryCodecTest)
#include "telemetry_codec_test.moc"
