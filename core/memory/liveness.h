// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Activations of a pipeline rank over its row of the op table, to the byte: what each op adds, frees and
// needs in between, layer by layer, in the order in which gpu/layers allocates.
//   F   a block takes its saved tensors and the input of the next; what recomputation drops goes when the
//   block is done B   brings back what was dropped, one group of blocks at a time, and frees block by block
//   I   the same, but leaves what W needs: layer inputs and output gradients
//   W   frees these
// Recomputation brings the tensors back once: in B, or in I, from where they stay until W.
#pragma once

#include "core/memory/saved_tensors.h"
#include "core/memory/stage_units.h"
#include "core/schedule/schedule.h"

#include <span>
#include <vector>

namespace core {

// Saved bytes of the layers of a plan; equal for all its stages.
struct LayerBytes {
    explicit LayerBytes(const Plan& plan);

    struct Layer {
        Bytes saved;      // everything that the backward pass reads
        Bytes input;      // of these, the layer's input
        Bytes kept;       // of these, what recomputation leaves from F to the backward pass
        Bytes weights;    // of these, what the weight gradient needs
        Bytes gradients;  // output gradients that the input gradient leaves for the weight gradient
    };
    Layer embedding, block, expertBlock, finalNorm, head;  // the input of either kind of block is the same
    // Full recomputation, per chunk: groups of so many blocks, of which the first input is kept…
    int group = 1;
    // …and the number of blocks that are recomputed; the others keep everything.
    int recomputed = 0;
    // DeepSpeed's pipeline holds what a stage sends on until its gradient is back, a buffer a micro-batch in flight.
    Bytes sent;
};

class ChunkActivations {
public:
    ChunkActivations(const LayerBytes& layers, const StageUnits& chunk);

    // Above what the rank holds when the op begins.
    struct Effect {
        Bytes most, after;
    };
    [[nodiscard]] const Effect& of(OpKind kind) const { return m_effects[std::size_t(kind)]; }

    // What one micro-batch holds from F to B or I, by layer.
    [[nodiscard]] Bytes blocks() const { return m_blocks; }
    [[nodiscard]] Bytes embedding() const { return m_embedding; }
    [[nodiscard]] Bytes finalNorm() const { return m_finalNorm; }
    [[nodiscard]] Bytes head() const { return m_head; }
    [[nodiscard]] Bytes sent() const { return m_sent; }  // to the next stage
    [[nodiscard]] Bytes kept() const { return m_blocks + m_embedding + m_finalNorm + m_head + m_sent; }
    // From I to W.
    [[nodiscard]] Bytes pending() const { return m_pending; }

private:
    void runForward(const LayerBytes& layers, const StageUnits& chunk);
    void runBackward(const LayerBytes& layers, const StageUnits& chunk);
    void runInputGradient(const LayerBytes& layers, const StageUnits& chunk);

    Effect m_effects[4];
    Bytes m_blocks, m_embedding, m_finalNorm, m_head, m_sent, m_pending;
};

// The instant at which a rank holds most.
struct ActivationPeak {
    Bytes total;
    std::vector<int> inFlight;  // by chunk: micro-batches between F and B or I, the running op's among them
    std::vector<int> pending;   // by chunk: between I and W
};
[[nodiscard]] ActivationPeak activationPeak(const Schedule& schedule, int rank,
                                            std::span<const ChunkActivations> chunks);
// Without a table: one chunk, whole backward passes, the first of them with `inFlight` micro-batches held.
[[nodiscard]] ActivationPeak activationPeak(const ChunkActivations& chunk, int inFlight);
[[nodiscard]] Bytes peakBytes(const ChunkActivations& chunk, int inFlight);  // its total

}  // namespace core
