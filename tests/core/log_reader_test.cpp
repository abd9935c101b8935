// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Foreign training logs: one line of every format with the values that stand in it, units made ours, ranks and prefixes
// mixed, cut anywhere, losses that disappear; and the public logs.
#include "core/base/file.h"
#include "core/model/model_spec.h"
#include "core/telemetry/log_reader.h"

#include <QTest>

#include <cmath>
#include <ctime>
#include <filesystem>

using namespace core;

namespace {

struct Read {
    std::vector<Event> events;
    std::int64_t lines = 0;

    template <class Body>
    [[nodiscard]] std::vector<Body> all() const {
        std::vector<Body> found;
        for (const Event& event : events)
            if (const auto* body = std::get_if<Body>(&event.body)) found.push_back(*body);
        return found;
    }
};

Read read(std::string_view text, LogSettings settings = {}, std::size_t piece = 1 << 16) {
    Read result;
    LogReader reader(std::move(settings), [&](const Event& event) { result.events.push_back(event); });
    for (std::size_t at = 0; at < text.size(); at += piece) reader.feed(text.substr(at, piece));
    reader.finish();
    result.lines = reader.lines();
    return result;
}

StepEvent onlyStep(std::string_view line, LogSettings settings = {}) {
    const auto steps = read(line, std::move(settings)).all<StepEvent>();
    return steps.size() == 1 ? steps.front() : StepEvent{.step = -1};
}

bool near(double value, double expected) { return std::abs(value - expected) <= 1e-9 * std::max(1.0, std::abs(expected)); }

constexpr char kBloom[] =
    "[default7]: iteration    31214/  115311 | consumed samples:     47768496 | consumed tokens:  97829879808 | elapsed time "
    "per iteration (s): 106.46 | learning rate: 5.279E-05 | global batch size:  2048 | lm loss: 2.198845E+00 | grad norm: 0.242 | "
    "num zeros: 0.0 | number of skipped iterations:   0 | number of nan iterations:   0 | samples per second: 19.238 | TFLOPs: "
    "147.29 |\n";
constexpr char kNew[] =
    " [2025-02-20 11:18:36] iteration        1/250000000 | consumed samples:            4 | elapsed time per iteration (ms): "
    "10585.1 | throughput per GPU (TFLOP/s/GPU): 0.0 | learning rate: 1.000000E-06 | global batch size:     4 | lm loss: "
    "1.086E+01 | loss scale: 1.0 | grad norm: 47.5 | number of skipped iterations:   0 | number of nan iterations:   0 |\n";

}  // namespace

class LogReaderTest : public QObject {
    Q_OBJECT

private slots:
    void megatronOldAndNew();
    void bloomCountsInSeconds();
    void nanotronAbbreviatesNumbers();
    void deepSpeedLines();
    void twoLinesOfAStepAreJoined();
    void aLogTellsHowItEnds();
    void llmcTorchtitanAndPicotron();
    void validationAndMemory();
    void aLossThatDisappearsIsNotANumber();
    void theSameStepOfTwoRanksIsOneStep();
    void bytesMayBeCutAnywhere();
    void throughputIsComputedAgainFromShapes();
    void aLineWithoutEndIsLeftOut();
    void publicLogsAreRead();
    void aLargeLogIsReadFast();
};

void LogReaderTest::megatronOldAndNew() {
    const StepEvent old = onlyStep(" iteration        1/    1000 | elapsed time per iteration (ms): 150471.3 | learning rate: "
                                   "1.875E-05 | lm loss: 1.279022E+01 | loss scale: 1024.0 | number of skipped iterations:   0 | "
                                   "number of nan iterations:   0 |\n");
    QCOMPARE(old.step, 1);
    QVERIFY(near(old.loss, 12.79022) && near(old.lr, 1.875e-5) && near(old.lossScale, 1024) && near(old.stepMs, 150471.3));
    const StepEvent now = onlyStep(kNew, {.sequence = 2048});
    QVERIFY(near(now.loss, 10.86) && near(now.gradNorm, 47.5) && now.tokens == 8192);
    QVERIFY(near(now.tokensPerSecond, 8192 / 10.5851));
    QVERIFY(onlyStep(" iteration 2/ 10 | lm loss: 1.0 | number of skipped iterations: 1 |\n").skipped);
}

void LogReaderTest::bloomCountsInSeconds() {
    const StepEvent step = onlyStep(kBloom, {.sequence = 2048});
    QCOMPARE(step.step, 31214);
    QVERIFY(near(step.stepMs, 106460) && near(step.loss, 2.198845) && near(step.lr, 5.279e-5));
    QCOMPARE(step.tokens, 2048 * 2048);
    QVERIFY(near(step.tokensPerSecond, 2048.0 * 2048 / 106.46));
}

void LogReaderTest::nanotronAbbreviatesNumbers() {
    const StepEvent step =
        onlyStep("01/17/2024 13:47:27 [INFO|DP=0|PP=0|TP=0|host]: iteration: 991 / 1000 | consumed_tokens: 634K | "
                 "elapsed_time_per_iteration_ms: 45 | tokens_per_sec: 14.2K | tokens_per_sec_per_gpu: 1.78K | global_batch_size: 20 "
                 "| lm_loss: 10.6 | lr: 1e-05 | model_tflops_per_gpu: 0.0244 | hardware_tflops_per_gpu: 0.0244 | grad_norm: 0.515\n");
    QCOMPARE(step.step, 991);
    QVERIFY(near(step.loss, 10.6) && near(step.lr, 1e-5) && near(step.gradNorm, 0.515) && near(step.stepMs, 45));
    QVERIFY(near(step.tokensPerSecond, 14200));
    const StepEvent tokens = onlyStep("iteration: 2 / 10 | time_per_iteration_ms: 1K | global_batch_size: 4.19M | lm_loss: 3.5 |\n");
    QVERIFY(near(double(tokens.tokens), 4.19e6) && near(tokens.stepMs, 1000));
}

void LogReaderTest::deepSpeedLines() {
    const StepEvent pipeline = onlyStep("steps: 1 loss: 12.7902 iter time (s): 150.471 samples/sec: 6.805\n", {.sequence = 1024});
    QVERIFY(near(pipeline.loss, 12.7902) && near(pipeline.stepMs, 150471) && near(pipeline.tokensPerSecond, 6.805 * 1024));
    const Read plain = read("[2022-10-01 10:00:00,000] [INFO] [logging.py:96:log_dist] [Rank 0] step=40, skipped=2, lr=[5e-05], "
                            "mom=[[0.9, 0.999]]\n[timer.py:189:stop] 0/40, SamplesPerSec=83.48, MemAllocated=0.26GB, "
                            "MaxMemAllocated=9.02GB\n[deepspeed] OVERFLOW! Rank 0 Skipping step. Attempted loss scale: 65536, "
                            "reducing to 32768\n[Rank 0] step=50, skipped=3, lr=[4e-05], mom=[[0.9, 0.999]]\n");
    const auto steps = plain.all<StepEvent>();
    QCOMPARE(steps.size(), std::size_t(2));
    QVERIFY(steps[0].step == 40 && near(steps[0].lr, 5e-5) && std::isnan(steps[0].loss) && !steps[0].skipped);
    QVERIFY(steps[1].skipped && near(steps[1].lossScale, 65536));
    QVERIFY(plain.all<ProblemEvent>().empty());
    QCOMPARE(plain.all<MemoryEvent>().front().peak, Bytes(std::int64_t(9.02 * (1 << 30))));
    const auto memory = read("MA 3.97 GB         Max_MA 6.02 GB         CA 9.12 GB         Max_CA 9 GB \n").all<MemoryEvent>();
    QCOMPARE(memory.front().peak, Bytes(std::int64_t(6.02 * (1 << 30))));
    const auto newer = read("epoch=0/micro_step=4500/global_step=4500, RunningAvgSamplesPerSec=16.12, CurrSamplesPerSec=16.80, "
                            "MemAllocated=0.02GB, MaxMemAllocated=0.97GB\n").all<MemoryEvent>();
    QCOMPARE(newer.size(), std::size_t(1));
}

void LogReaderTest::twoLinesOfAStepAreJoined() {
    const std::string rates = "[Rank 0] step=10, skipped=0, lr=[5e-05], mom=[[0.9, 0.999]]\n",
                      loss = "steps: 10 loss: 2.5 iter time (s): 0.5 samples/sec: 8\n";
    for (const std::string& text : {rates + loss, loss + rates, rates + rates + loss}) {
        const auto steps = read(text).all<StepEvent>();
        QCOMPARE(steps.size(), std::size_t(1));
        QVERIFY(near(steps[0].loss, 2.5) && near(steps[0].lr, 5e-5) && near(steps[0].stepMs, 500));
    }
}

void LogReaderTest::aLogTellsHowItEnds() {
    const std::string first = " iteration 1/ 3 | lm loss: 2.0 |\n", last = " iteration 3/ 3 | lm loss: 2.0 |\n",
                      memory = "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0)\n",
                      traceback = "Traceback (most recent call last):\n";
    const auto ending = [](const std::string& text) { return read(text).all<ByeEvent>().front().reason; };
    QCOMPARE(ending(first + last), std::string("finished"));
    QCOMPARE(ending(first), std::string("unfinished"));
    QCOMPARE(ending(first + traceback + memory + memory), std::string("failed"));
    QCOMPARE(ending(first + memory + last), std::string("finished"));  // it was started again
    QCOMPARE(read(first + traceback + memory + memory).all<ProblemEvent>().size(), std::size_t(1));
    QCOMPARE(read(first + traceback).all<ProblemEvent>().front().problem.code, std::string("log.traceback"));
    const StepEvent step = read(first).all<StepEvent>().front();
    for (const double unknown : {step.stepMs, step.virtualMs, step.tokensPerSecond, step.mfu, step.bubbleFraction, step.lr})
        QVERIFY(std::isnan(unknown));
}

void LogReaderTest::llmcTorchtitanAndPicotron() {
    const StepEvent llmc = onlyStep("step    5/18865 | loss 10.123456 (+1.23z)| norm 4.5678 (-0.11z)| lr 8.57e-07 | 298.71 ms | "
                                    "55.9% bf16 MFU | 1755160 tok/s\n");
    QVERIFY(llmc.step == 5 && near(llmc.loss, 10.123456) && near(llmc.gradNorm, 4.5678) && near(llmc.lr, 8.57e-7));
    QVERIFY(near(llmc.stepMs, 298.71) && near(llmc.tokensPerSecond, 1755160) && near(llmc.mfu, 0.559));
    const Read file = read("s:10 trl:9.5321 lr:0.000009 norm:3.12\ns:250 tel:6.4567\n");
    QVERIFY(near(file.all<StepEvent>().front().loss, 9.5321) && near(file.all<ValidationEvent>().front().loss, 6.4567));
    const StepEvent titan = onlyStep("[rank0]:[titan] 2025-01-01 - root - INFO - \x1b[31mstep: 10  \x1b[32mloss:  7.80231  \x1b[38;2;180;60;0m"
                                     "grad_norm:  1.2345  memory: 30.10GiB(38.01%)  \x1b[34mtps: 5,762  tflops: 1,300.12  mfu: "
                                     "33.90%\x1b[39m\n", {.cards = 8});
    QVERIFY(titan.step == 10 && near(titan.loss, 7.80231) && near(titan.gradNorm, 1.2345));
    QVERIFY(near(titan.tokensPerSecond, 5762 * 8) && near(titan.mfu, 0.339));
    const StepEvent pico = onlyStep("[rank 0] Step: 3     | Loss: 10.8123 | Global batch size: 1.05M | Tokens/s: 12.5K | "
                                    "Tokens/s/GPU: 1.56K | Tokens: 3.15M | MFU: 38.00% | Memory usage: 12.30GB\n");
    QVERIFY(pico.step == 3 && near(pico.loss, 10.8123) && pico.tokens == 1050000 && near(pico.tokensPerSecond, 12500));
    QVERIFY(near(pico.mfu, 0.38));
}

void LogReaderTest::validationAndMemory() {
    const Read text = read("-----------\n validation loss at iteration 1000 | lm loss value: 2.345678E+00 | lm loss PPL: 1.0440E+01 | \n"
                           "[Rank 46] (after 1 iterations) memory (MB) | allocated: 12000.5 | max allocated: 15000.25 | reserved: "
                           "16000.0 | max reserved: 16000.0\n");
    QCOMPARE(text.all<ValidationEvent>().front().step, 1000);
    QVERIFY(near(text.all<ValidationEvent>().front().loss, 2.345678));
    QCOMPARE(text.all<MemoryEvent>().front().rank, 46);
    QCOMPARE(text.all<MemoryEvent>().front().peak, Bytes(std::int64_t(15000.25 * 1048576)));
}

void LogReaderTest::aLossThatDisappearsIsNotANumber() {
    const Read text = read(" iteration 1/ 9 | lm loss: 2.0 |\n iteration 2/ 9 | loss scale: 1.0 |\n iteration 3/ 9 | loss scale: 1.0 |\n"
                           " iteration 4/ 9 | lm loss: 1.9 |\n iteration 5/ 9 | lm loss: nan |\n");
    const auto problems = text.all<ProblemEvent>();
    QCOMPARE(problems.size(), std::size_t(2));
    QCOMPARE(problems[0].problem.code, std::string("log.missing-loss"));
    QCOMPARE(problems[0].problem.params.at("step"), std::string("2"));
    QCOMPARE(problems[1].problem.code, std::string("log.nan-loss"));
    QVERIFY(std::isnan(text.all<StepEvent>()[1].loss));
    // The first updates of a run with a dynamic loss scale print no loss: they are skipped, nothing is wrong.
    QVERIFY(read(" iteration 1/ 9 | number of skipped iterations: 1 |\n").all<ProblemEvent>().empty());
}

void LogReaderTest::theSameStepOfTwoRanksIsOneStep() {
    const Read text = read(std::string("7: ") + kNew + "3: " + kNew + "worker-1: [default0]:" + kNew);
    QCOMPARE(text.all<StepEvent>().size(), std::size_t(1));
}

void LogReaderTest::bytesMayBeCutAnywhere() {
    const std::string text = std::string(kBloom) + "noise\r\n" + kNew + "s:10 trl:9.5 lr:0.1 norm:3\n";
    const Read whole = read(text);
    for (std::size_t piece = 1; piece < 40; ++piece) QVERIFY(read(text, {}, piece).events.size() == whole.events.size());
    QCOMPARE(whole.all<ByeEvent>().front().steps, 3);
}

// BLOOM's own line and shape: 176e9 parameters, 384 cards, its authors say 147.29 TFLOPs with recomputation counted and a
// formula of their own; the model FLOPs of the same speed lie below.
void LogReaderTest::throughputIsComputedAgainFromShapes() {
    const std::string dump = "  world_size ...................................... 384\n  seq_length ...................................... 2048\n"
                             "  num_layers ...................................... 70\n  hidden_size ..................................... 14336\n"
                             "  num_attention_heads ............................. 112\n  padded_vocab_size ............................... 250880\n";
    const auto steps = read(dump + kBloom, {.peakFlops = 312e12}).all<StepEvent>();
    QCOMPARE(steps.size(), std::size_t(1));
    const double tflops = steps.front().mfu * 312;
    QVERIFY2(tflops > 105 && tflops < 120, qPrintable(QString::number(tflops)));
}

void LogReaderTest::aLineWithoutEndIsLeftOut() {
    const std::string endless(3 << 20, 'x');
    const Read text = read(endless + "\n" + kNew);
    QCOMPARE(text.all<DroppedEvent>().front().events, 1);
    QCOMPARE(text.all<StepEvent>().size(), std::size_t(1));
}

void LogReaderTest::publicLogsAreRead() {
    const std::filesystem::path folder = qEnvironmentVariable("SHARDSCOPE_REAL_FILES").toStdString();
    if (folder.empty()) QSKIP("SHARDSCOPE_REAL_FILES does not name the folder of public files");
    const auto megatron = readTextFile(folder / "logs/megatron-52B-n16.log");
    QVERIFY(megatron);
    const auto steps = read(*megatron, {.sequence = 1024}).all<StepEvent>();
    QCOMPARE(steps.size(), std::size_t(3));
    QVERIFY(steps[0].skipped && near(steps[0].stepMs, 155483.8) && near(steps[2].lossScale, 1073741824) && steps[1].tokens == 1048576);
    const auto deepspeed = readTextFile(folder / "logs/meg-ds-3d-52B-n16-ds-on.log");
    QVERIFY(deepspeed);
    const Read text = read(*deepspeed);
    QCOMPARE(text.all<StepEvent>().size(), std::size_t(1));
    QVERIFY(near(text.all<StepEvent>().front().lr, 0));
    QCOMPARE(text.all<MemoryEvent>().size(), std::size_t(2));
    QCOMPARE(text.all<MemoryEvent>().back().peak, Bytes(std::int64_t(1.73 * (1 << 30))));
}

// `watch` promises 100 MB/s of the optimised build; a debug build must still reach a fifth of it.
void LogReaderTest::aLargeLogIsReadFast() {
    std::string block;
    for (int i = 0; i < 2000; ++i)
        block += "time (ms) | forward-compute: 31749.74 | forward-recv: 1493.80 | backward-compute: 88911.73\n"
                 "Some other line of the training script, with words and 12345 numbers in it.\n" + std::string(kNew);
    const std::clock_t begin = std::clock();  // processor time: others may share the machine
    const auto seconds = [&] { return double(std::clock() - begin) / CLOCKS_PER_SEC; };
    std::size_t bytes = 0;
    LogReader reader({}, [](const Event&) {});
    while (seconds() < 1) {
        reader.feed(block);
        bytes += block.size();
    }
    const double speed = double(bytes) / 1e6 / seconds();
    qInfo("%.0f MB/s", speed);
    QVERIFY(speed > 20);
}

QTEST_GUILESS_MAIN(LogReaderTest)
#include "log_reader_test.moc"
