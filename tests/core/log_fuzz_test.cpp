// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Any bytes are read as a training log, text or TensorBoard's records, and every event that comes of them can be sent.
#include "core/base/file.h"
#include "core/telemetry/codec.h"
#include "core/telemetry/tensorboard_log.h"
#include "tests/support/mutate.h"

#include <QTest>

using namespace core;

namespace {

constexpr double kSlowest = 5;  // seconds of processor time for one input

// A line of every format that is known.
const std::vector<std::string> kLines = {
    " iteration 1/ 1000 | elapsed time per iteration (ms): 150471.3 | learning rate: 1.875E-05 | lm loss: 1.279022E+01 | loss scale: "
    "1024.0 | number of skipped iterations: 0 | number of nan iterations: 0 |\n",
    " [2025-02-20 11:18:36] iteration 1/250000000 | consumed samples: 4 | elapsed time per iteration (ms): 10585.1 | throughput per "
    "GPU (TFLOP/s/GPU): 0.0 | learning rate: 1E-4 | global batch size: 4 | lm loss: 1.0E+01 | grad norm: 3.1 |\n",
    "[default7]: iteration 31214/ 115311 | consumed samples: 47768496 | consumed tokens: 97829879808 | elapsed time per iteration (s): "
    "106.46 | learning rate: 5.279E-05 | global batch size: 2048 | lm loss: 2.198845E+00 | grad norm: 0.242 | TFLOPs: 147.29 |\n",
    " validation loss at iteration 10 | lm loss value: 9.5 | lm loss PPL: 13359.7 | \n",
    "[Rank 46] (after 1 iterations) memory (MB) | allocated: 1.5 | max allocated: 2.5 | reserved: 3.5 | max reserved: 4.5\n",
    "[2022-01-01 00:00:00] [INFO] [logging.py:96:log_dist] [Rank 0] step=40, skipped=2, lr=[5e-05], mom=[[0.9, 0.999]]\n",
    "[timer.py:189:stop] 0/40, SamplesPerSec=83.48, MemAllocated=0.26GB, MaxMemAllocated=9.02GB\n",
    "epoch=0/micro_step=4500/global_step=4500, RunningAvgSamplesPerSec=16.12, CurrSamplesPerSec=16.80, MemAllocated=0.02GB\n",
    "steps: 1 loss: 12.7902 iter time (s): 150.471 samples/sec: 6.805\n",
    "MA 3.97 GB         Max_MA 6.02 GB         CA 9.12 GB         Max_CA 9 GB\n",
    "[deepspeed] OVERFLOW! Rank 0 Skipping step. Attempted loss scale: 65536, reducing to 32768\n",
    "01/17/2024 13:47:27 [INFO|DP=0|PP=0|TP=0|host]: iteration: 991 / 1000 | consumed_tokens: 634K | elapsed_time_per_iteration_ms: 45 "
    "| tokens_per_sec: 14.2K | global_batch_size: 20 | lm_loss: 10.6 | lr: 1e-05 | grad_norm: 0.515\n",
    "step    1/100 | loss 10.9 (+nanz)| norm 3.1 (+nanz)| lr 1.00e-04 | 300.5 ms | 56.0% bf16 MFU | 1750000 tok/s\n",
    "s:10 trl:9.5321 lr:0.000009 norm:3.12\n",
    "\x1b[32mstep: 10\x1b[0m  loss:  7.8  grad_norm: 1.2  memory: 30.10GiB(38.01%)  tps: 5,762  tflops: 1,024.5  mfu: 33.90%\n",
    "[rank 0] Step: 10    | Loss: 7.8000 | Global batch size:   1.02M | Tokens/s: 5.7K | MFU: 33.90% | Memory usage:  30.10GB\n",
    "  seq_length ...................................... 2048\n",
    "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB\n",
    "Traceback (most recent call last):\n",
};

void sendable(const Event& event) { QVERIFY(decodeEvent(encode(event)).has_value()); }

}  // namespace

class LogFuzzTest : public QObject {
    Q_OBJECT

private slots:
    void linesOfLogs() {
        const std::int64_t count = support::fuzz(kLines, [](const std::string& text) {
            const double begin = support::processorSeconds();
            LogReader reader({.sequence = 8, .cards = 2, .peakFlops = 1e12}, sendable);
            reader.feed(text);
            reader.settle();
            reader.finish();
            QVERIFY2(support::processorSeconds() - begin < kSlowest, text.c_str());
        });
        QVERIFY(count > 20);
    }

    void recordsOfTensorBoard() {
        std::vector<std::string> seeds;
        for (const char* name : {"scalars.json", "tensors.tfevents", "written.tfevents", "megatron.tfevents"})
            if (const auto file = readTextFile(std::string(SHARDSCOPE_SOURCE_DIR) + "/tests/golden/tensorboard/" + name)) seeds.push_back(*file);
        QVERIFY(seeds.size() > 1);
        support::fuzz(seeds, [](const std::string& text) {
            const double begin = support::processorSeconds();
            TensorBoardLog reader({.sequence = 8}, sendable);
            const std::size_t middle = text.size() / 2;
            reader.feed(std::string_view(text).substr(0, middle));
            reader.feed(std::string_view(text).substr(middle));
            reader.finish();
            QVERIFY(support::processorSeconds() - begin < kSlowest);
        });
    }

    // Behind a sound checksum.
    void scalarsOfTensorBoard() {
        support::fuzz({"lm loss", "Train/Samples/lr", "learning-rate", "train/grad_norm", "x"}, [](const std::string& text) {
            TensorBoardWriter writer(1);
            for (int step = 0; step < 3; ++step) writer.add({1.0 + step, step, text, double(text.size()) / double(step)});
            std::size_t scalars = 0;
            TensorBoardReader reader([&](const TensorBoardScalar& scalar) {
                ++scalars;
                QCOMPARE(scalar.tag, text);
            });
            reader.feed(writer.bytes());
            QVERIFY(!reader.isDamaged());
            QCOMPARE(scalars, std::size_t(3));
            TensorBoardLog log({}, sendable);
            log.feed(writer.bytes());
            log.finish();
        });
    }
};

QTEST_GUILESS_MAIN(LogFuzzTest)
#include "log_fuzz_test.moc"
