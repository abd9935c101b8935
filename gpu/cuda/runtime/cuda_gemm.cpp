// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Descriptors, heuristics, calls.
#include "gpu/cuda/runtime/cuda_gemm.h"

#include "gpu/device/device.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace gpu::cuda {

namespace {

constexpr std::int64_t kAuxiliaryStride = 8;    // of GELU_AUX, in elements
constexpr std::int64_t kPointerAlignment = 16;  // of what epilogues read and write beside c

cudaDataType_t typeOf(DType type) {
    switch (type) {
    case DType::Bf16:
        return CUDA_R_16BF;
    case DType::F16:
        return CUDA_R_16F;
    case DType::F32:
        return CUDA_R_32F;
    case DType::F64:
        break;
    }
    throw std::logic_error("products of fp64 matrices are for virtual cards");
}

// The largest power of two, up to 256, that divides the address.
std::int64_t alignmentOf(const void* data) {
    const auto address = reinterpret_cast<std::uintptr_t>(data) | 256u;
    return std::int64_t(address & (~address + 1));
}

bool isTransposed(Transposed transposed) { return transposed == Transposed::Yes; }

cublasOperation_t operationOf(Transposed transposed) { return isTransposed(transposed) ? CUBLAS_OP_T : CUBLAS_OP_N; }

std::int64_t depthOf(const Product& p) { return isTransposed(p.transposeA) ? p.a.rows : p.a.columns; }

// Rows of one element may have any stride in a view; cuBLASLt wants at least a row.
std::int64_t strideOf(std::int64_t stride, std::int64_t columns) { return std::max(stride, columns); }

void destroyLayout(cublasLtMatrixLayout_t& layout) {
    if (layout) cublasLtMatrixLayoutDestroy(layout);
    layout = nullptr;
}

const void* outputOf(const Product& p) { return p.epilogue == Epilogue::BiasGelu ? p.activated.data : p.c.data; }

cublasLtEpilogue_t epilogueOf(const Product& p) {
    switch (p.epilogue) {
    case Epilogue::Bias:
        return CUBLASLT_EPILOGUE_BIAS;
    case Epilogue::BiasGelu:
        return CUBLASLT_EPILOGUE_GELU_AUX_BIAS;
    case Epilogue::GeluGradient:
        return CUBLASLT_EPILOGUE_DGELU;
    case Epilogue::None:
        break;
    }
    return CUBLASLT_EPILOGUE_DEFAULT;
}

bool hasBias(const Product& p) { return p.epilogue == Epilogue::Bias || p.epilogue == Epilogue::BiasGelu; }

// The argument of GELU: written by GELU_AUX, read by DGELU.
ConstMatrix auxiliaryOf(const Product& p) {
    if (p.epilogue == Epilogue::BiasGelu) return p.c;
    return p.epilogue == Epilogue::GeluGradient ? p.hidden : ConstMatrix();
}

bool auxiliaryFits(const Product& p) {
    const ConstMatrix auxiliary = auxiliaryOf(p);
    return auxiliary.stride % kAuxiliaryStride == 0 && alignmentOf(auxiliary.data) >= kPointerAlignment && auxiliary.type == p.c.type;
}

}  // namespace

LtGemm::LtGemm(int ordinal, Stream stream, const Options& options, void* workspace, std::size_t workspaceBytes)
    : m_ordinal(ordinal)
    , m_stream(stream)
    , m_options(options)
    , m_workspace(workspace)
    , m_workspaceBytes(workspaceBytes)
    , m_tiles(makeTiledGemm(stream)) {
    check(cublasLtCreate(&m_handle), "cublasLtCreate");
}

LtGemm::~LtGemm() {
    for (auto& [key, plan] : m_plans)
        if (plan) destroy(*plan);
    cublasLtDestroy(m_handle);
}

void LtGemm::check(cublasStatus_t status, const char* call) const {
    if (status == CUBLAS_STATUS_SUCCESS) return;
    throw DeviceError("card " + std::to_string(m_ordinal) + ": " + call + ": " + cublasLtGetStatusName(status) + " (" +
                      std::to_string(int(status)) + "): " + cublasLtGetStatusString(status));
}

void LtGemm::destroy(Plan& plan) {
    destroyLayout(plan.a);
    destroyLayout(plan.b);
    destroyLayout(plan.c);
    if (plan.operation) cublasLtMatmulDescDestroy(plan.operation);
    plan.operation = nullptr;
}

LtGemm::Key LtGemm::keyOf(const Product& p) {
    return {p.c.rows,
            p.c.columns,
            depthOf(p),
            p.a.stride,
            p.b.stride,
            p.c.stride,
            p.activated.stride + p.hidden.stride,
            std::int64_t(p.a.type),
            std::int64_t(p.c.type),
            std::int64_t(p.transposeA),
            std::int64_t(p.transposeB),
            std::int64_t(p.accumulate),
            std::int64_t(p.epilogue),
            alignmentOf(p.a.data),
            alignmentOf(p.b.data),
            alignmentOf(p.c.data),
            hasBias(p) ? alignmentOf(p.bias.data) : 0,
            alignmentOf(p.epilogue == Epilogue::BiasGelu ? p.activated.data : auxiliaryOf(p).data)};
}

LtGemm::Plan LtGemm::describe(const Product& p) const {
    const auto set = [&](cublasLtMatmulDesc_t operation, cublasLtMatmulDescAttributes_t attribute, const auto& value) {
        check(cublasLtMatmulDescSetAttribute(operation, attribute, &value, sizeof value),
              "cublasLtMatmulDescSetAttribute");
    };
    const bool fast = p.a.type == DType::F32 && m_options.tf32;
    Plan plan;
    try {
        check(cublasLtMatmulDescCreate(&plan.operation, fast ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F,
                                       CUDA_R_32F),
              "cublasLtMatmulDescCreate");
        set(plan.operation, CUBLASLT_MATMUL_DESC_TRANSA, operationOf(p.transposeB));
        set(plan.operation, CUBLASLT_MATMUL_DESC_TRANSB, operationOf(p.transposeA));
        if (p.epilogue != Epilogue::None) set(plan.operation, CUBLASLT_MATMUL_DESC_EPILOGUE, epilogueOf(p));
        if (hasBias(p)) {
            set(plan.operation, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, std::int32_t(typeOf(p.bias.type)));
            set(plan.operation, CUBLASLT_MATMUL_DESC_BIAS_POINTER, static_cast<const void*>(p.bias.data));
        }
        if (const ConstMatrix auxiliary = auxiliaryOf(p); auxiliary.data) {
            set(plan.operation, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, static_cast<const void*>(auxiliary.data));
            set(plan.operation, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, auxiliary.stride);
        }
        const auto layout = [&](cublasLtMatrixLayout_t* made, DType type, std::int64_t rows, std::int64_t columns,
                                std::int64_t stride) {
            check(cublasLtMatrixLayoutCreate(made, typeOf(type), std::uint64_t(columns), std::uint64_t(rows),
                                             strideOf(stride, columns)),
                  "cublasLtMatrixLayoutCreate");
        };
        layout(&plan.a, p.b.type, p.b.rows, p.b.columns, p.b.stride);
        layout(&plan.b, p.a.type, p.a.rows, p.a.columns, p.a.stride);
        const Matrix& output = p.epilogue == Epilogue::BiasGelu ? p.activated : p.c;
        layout(&plan.c, output.type, output.rows, output.columns, output.stride);
    } catch (...) {
        destroy(plan);
        throw;
    }
    return plan;
}

std::optional<LtGemm::Plan> LtGemm::makePlan(const Product& p) const {
    Plan plan = describe(p);
    cublasLtMatmulPreference_t preference = nullptr;
    cublasLtMatmulHeuristicResult_t found{};
    int count = 0;
    try {
        check(cublasLtMatmulPreferenceCreate(&preference), "cublasLtMatmulPreferenceCreate");
        const auto prefer = [&](cublasLtMatmulPreferenceAttributes_t attribute, const auto& value) {
            check(cublasLtMatmulPreferenceSetAttribute(preference, attribute, &value, sizeof value),
                  "cublasLtMatmulPreferenceSetAttribute");
        };
        prefer(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, m_workspaceBytes);
        prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, std::uint32_t(alignmentOf(p.b.data)));
        prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, std::uint32_t(alignmentOf(p.a.data)));
        prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, std::uint32_t(alignmentOf(outputOf(p))));
        prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, std::uint32_t(alignmentOf(outputOf(p))));
        const cublasStatus_t status = cublasLtMatmulAlgoGetHeuristic(m_handle, plan.operation, plan.a, plan.b, plan.c,
                                                                     plan.c, preference, 1, &found, &count);
        if (status != CUBLAS_STATUS_NOT_SUPPORTED && status != CUBLAS_STATUS_INVALID_VALUE)
            check(status, "cublasLtMatmulAlgoGetHeuristic");
    } catch (...) {
        if (preference) cublasLtMatmulPreferenceDestroy(preference);
        destroy(plan);
        throw;
    }
    cublasLtMatmulPreferenceDestroy(preference);
    if (count == 0 || found.state != CUBLAS_STATUS_SUCCESS) {
        destroy(plan);
        return std::nullopt;
    }
    plan.algorithm = found.algo;
    return plan;
}

const std::optional<LtGemm::Plan>& LtGemm::planFor(const Product& product) const {
    const Key key = keyOf(product);
    if (const auto known = m_plans.find(key); known != m_plans.end()) return known->second;
    return m_plans.emplace(key, makePlan(product)).first->second;
}

bool LtGemm::fuses(const Product& p) const {
    if (p.epilogue == Epilogue::None) return true;
    if (!m_options.epilogues || p.accumulate == Accumulate::Yes || p.bias.type != p.c.type) return false;
    if (alignmentOf(p.bias.data) < kPointerAlignment) return false;
    if (p.c.rows == 0 || depthOf(p) == 0) return false;
    if (p.epilogue == Epilogue::BiasGelu && (!auxiliaryFits(p) || p.activated.type != p.c.type)) return false;
    return planFor(p).has_value();
}

bool LtGemm::fusesGeluGradient(const Product& p) const {
    if (!m_options.epilogues || p.c.rows == 0 || depthOf(p) == 0) return false;
    return auxiliaryFits(p) && planFor(p).has_value();
}

void LtGemm::multiply(const Product& p) {
    if (p.c.rows == 0 || p.c.columns == 0) return;
    const std::optional<Plan>& plan = planFor(p);
    if (!plan) {
        if (p.epilogue == Epilogue::None) return m_tiles->multiply(p);
        throw std::logic_error("a product with an epilogue that the library does not have");
    }
    // Pointers may differ from those that the plan was made with; their alignment does not.
    const void* const bias = p.bias.data;
    const void* const auxiliary = auxiliaryOf(p).data;
    if (hasBias(p))
        check(cublasLtMatmulDescSetAttribute(plan->operation, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias, sizeof bias),
              "cublasLtMatmulDescSetAttribute");
    if (auxiliary)
        check(cublasLtMatmulDescSetAttribute(plan->operation, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, &auxiliary,
                                             sizeof auxiliary),
              "cublasLtMatmulDescSetAttribute");
    const float one = 1, kept = p.accumulate == Accumulate::Yes ? 1 : 0;
    void* const output = p.epilogue == Epilogue::BiasGelu ? p.activated.data : p.c.data;
    check(cublasLtMatmul(m_handle, plan->operation, &one, p.b.data, plan->a, p.a.data, plan->b, &kept, output, plan->c,
                         output, plan->c, &plan->algorithm, m_workspace, m_workspaceBytes, m_stream),
          "cublasLtMatmul");
}

}  // namespace gpu::cuda
