// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The lenient reader: what RFC 8259 accepts and refuses, what is accepted beyond it, and where everything
// stands.
#include "core/base/json_text.h"

#include <QTest>

#include <random>

using namespace core;

namespace {

nlohmann::ordered_json read(std::string_view text) {
    const auto json = readJson(text, "f");
    return json ? json->root : nlohmann::ordered_json("refused: " + json.error().front().code);
}

std::string refusal(std::string_view text) {
    const auto json = readJson(text, "f");
    return json ? "accepted" : json.error().front().code;
}

}  // namespace

class JsonTextTest : public QObject {
    Q_OBJECT

private slots:
    // Oracle: the strict parser of nlohmann-json accepts exactly what RFC 8259 does.
    void documentsReadAsTheStrictParserReadsThem() {
        for (const char* text : {"null", " true ", "false", "0", "-0", "1.5e3", "-12", "18446744073709551615",
                                 "\"\"", "[]", "{}", "[1,[2,{\"a\":null}]]",
                                 "{\"a\":{\"b\":[1,2.5,\"x\"]},\"c\":\"\\u00e9\\n\\ud83d\\ude42\\/\"}",
                                 "\"中文🙂\"", "[1e-7, 123456789012345678]"})
            QCOMPARE(read(text).dump(), nlohmann::ordered_json::parse(text).dump());
    }

    void randomEditsNeverAcceptWhatTheStrictParserMisreads() {
        const std::string sound =
            "{\"a\": [1, -2.5e3, true], \"b\": {\"c\": \"x\\u0041\\\\\", \"d\": null}, \"e\": \"é\"}";
        std::mt19937 random(1);
        int accepted = 0;
        for (int i = 0; i < 20000; ++i) {
            std::string text = sound;
            text[random() % text.size()] = "{}[]\",:\\ 019.eE-+nulrtfas\xc3\xa9"[random() % 29];
            const auto strict = nlohmann::ordered_json::parse(text, nullptr, false);
            const auto lenient = readJson(text, "f");
            if (strict.is_discarded()) continue;
            ++accepted;
            QVERIFY2(lenient, text.c_str());
            QCOMPARE(lenient->root.dump(), strict.dump());
        }
        QVERIFY(accepted > 500);
    }

    void commentsTrailingCommasAndAByteOrderMarkAreAccepted() {
        QCOMPARE(read("\xEF\xBB\xBF{ // one\n\"a\": 1, # two\n /* three\n */ \"b\": [1, 2,], }").dump(),
                 std::string("{\"a\":1,\"b\":[1,2]}"));
        QCOMPARE(read("\"// no # comment /* here\"").get<std::string>(),
                 std::string("// no # comment /* here"));
        QCOMPARE(refusal("{\"a\": 1 /* open"), std::string("json.syntax"));
    }

    void damagedTextIsRefused() {
        for (const char* text :
             {"", "{", "[", "[1", "[1 2]", "{\"a\"}", "{\"a\":}", "{a:1}", "{'a':1}", "[,]", "tru", "\"a",
              "\"\\x\"", "\"\\u12g4\"", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"line\nend\""})
            QCOMPARE(refusal(text), std::string("json.syntax"));
        for (const char* text : {"01", "1.", "-", "1e", "1e999", "--1", "1.5.5"})
            QVERIFY2(refusal(text) != "accepted", text);
        QCOMPARE(refusal("1 2"), std::string("json.trailing"));
        QCOMPARE(refusal("\"\xff\""), std::string("json.not-utf8"));
        QCOMPARE(refusal("\"\xc0\xaf\""), std::string("json.not-utf8"));
        QCOMPARE(refusal("\"\xed\xa0\x80\""), std::string("json.not-utf8"));
        QCOMPARE(refusal(std::string(100000, '[')), std::string("json.too-deep"));
    }

    void everyValueAndKeyHasItsPlace() {
        const auto json = readJson("{\n  \"é\": {\"a/b\": [10,\n 20]}\n}", "file.json");
        QVERIFY(json);
        QCOMPARE(json->where("/é/a~1b/1"), std::string("file.json:3:2 (/é/a~1b/1)"));
        QCOMPARE(json->where("/é/a~1b"), std::string("file.json:2:16 (/é/a~1b)"));
        QCOMPARE(json->whereKey("/é/a~1b"), std::string("file.json:2:9 (/é/a~1b)"));
        QCOMPARE(json->where("/é/missing/deep"), std::string("file.json:2:8 (/é/missing/deep)"));
        QCOMPARE(json->where("/nothing"), std::string("file.json:1:1 (/nothing)"));
    }

    void keysThatStandTwiceAreFoundOnEveryLevel() {
        const auto json = readJson("{\"a\": {\"b\": 1, \"b\": 2},\n \"a\": {\"b\": 3}}", "f");
        QVERIFY(json);
        QCOMPARE(json->duplicates.size(), std::size_t(2));
        QCOMPARE(json->duplicates[0].where, std::string("f:1:16 (/a/b)"));
        QCOMPARE(json->duplicates[1].where, std::string("f:2:2 (/a)"));
        QCOMPARE(json->root.dump(), std::string("{\"a\":{\"b\":3}}"));
    }
};

QTEST_GUILESS_MAIN(JsonTextTest)
#include "json_text_test.moc"
