// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The functions of cuBLASLt that the back end calls: column-major products by plain loops over fp32, with the epilogues
// BIAS, GELU_AUX_BIAS and DGELU. Written from the library's documentation, not from the back end's use of it: what it
// does not know it refuses.
#include "gpu/cuda/doubles/cuda_handles_double.h"
#include "gpu/device/element.h"

#include <cublasLt.h>

#include <cmath>
#include <cstring>
#include <map>
#include <stdexcept>
#include <vector>

namespace {

struct Operation {
    std::map<int, std::vector<std::byte>> attributes;
    template <class T>
    [[nodiscard]] T get(cublasLtMatmulDescAttributes_t attribute, T usual) const {
        const auto at = attributes.find(int(attribute));
        if (at != attributes.end()) std::memcpy(&usual, at->second.data(), sizeof usual);
        return usual;
    }
};

struct Layout {
    cudaDataType_t type{};
    std::int64_t rows = 0, columns = 0, stride = 0;
};

const Operation& operationAt(cublasLtMatmulDesc_t handle) { return *reinterpret_cast<const Operation*>(handle); }
const Layout& layoutAt(cublasLtMatrixLayout_t handle) { return *reinterpret_cast<const Layout*>(handle); }

float loadAt(const void* data, cudaDataType_t type, std::int64_t at) {
    switch (type) {
    case CUDA_R_32F:
        return static_cast<const float*>(data)[at];
    case CUDA_R_16BF:
        return gpu::load(static_cast<const gpu::Bf16*>(data)[at]);
    case CUDA_R_16F:
        return gpu::load(static_cast<const gpu::Fp16*>(data)[at]);
    default:
        throw std::logic_error("a type that the double does not know");
    }
}

void storeAt(void* data, cudaDataType_t type, std::int64_t at, float value) {
    switch (type) {
    case CUDA_R_32F:
        static_cast<float*>(data)[at] = value;
        return;
    case CUDA_R_16BF:
        return gpu::store(static_cast<gpu::Bf16*>(data)[at], value);
    case CUDA_R_16F:
        return gpu::store(static_cast<gpu::Fp16*>(data)[at], value);
    default:
        throw std::logic_error("a type that the double does not know");
    }
}

float gelu(float x) {
    constexpr float kRoot = 0.7978845608028654f;  // √(2/π)
    return 0.5f * x * (1 + std::tanh(kRoot * (x + 0.044715f * x * x * x)));
}

float geluSlope(float x) {
    constexpr float kRoot = 0.7978845608028654f;
    const float t = std::tanh(kRoot * (x + 0.044715f * x * x * x));
    return 0.5f * (1 + t) + 0.5f * x * (1 - t * t) * kRoot * (1 + 3 * 0.044715f * x * x);
}

bool isTransposed(const Operation& operation, cublasLtMatmulDescAttributes_t which) {
    return operation.get(which, std::int32_t(CUBLAS_OP_N)) == std::int32_t(CUBLAS_OP_T);
}

}  // namespace

extern "C" {

std::size_t cublasLtGetVersion() { return 130000; }
const char* cublasLtGetStatusName(cublasStatus_t) { return "CUBLAS_STATUS"; }
const char* cublasLtGetStatusString(cublasStatus_t) { return "of a double"; }
cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) {
    *handle = nullptr;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t) { return CUBLAS_STATUS_SUCCESS; }

cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* made, cublasComputeType_t, cudaDataType_t) {
    *made = reinterpret_cast<cublasLtMatmulDesc_t>(new Operation);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t handle) {
    delete &operationAt(handle);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t handle, cublasLtMatmulDescAttributes_t attribute,
                                              const void* value, std::size_t bytes) {
    const auto* const from = static_cast<const std::byte*>(value);
    reinterpret_cast<Operation*>(handle)->attributes[int(attribute)].assign(from, from + bytes);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* made, cudaDataType type, std::uint64_t rows,
                                          std::uint64_t columns, std::int64_t stride) {
    if (stride < std::int64_t(rows)) return CUBLAS_STATUS_INVALID_VALUE;
    *made = reinterpret_cast<cublasLtMatrixLayout_t>(new Layout{type, std::int64_t(rows), std::int64_t(columns), stride});
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t handle) {
    delete &layoutAt(handle);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* made) {
    *made = reinterpret_cast<cublasLtMatmulPreference_t>(new int(0));
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t handle) {
    delete reinterpret_cast<int*>(handle);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t, cublasLtMatmulPreferenceAttributes_t,
                                                    const void*, std::size_t) {
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t handle, cublasLtMatrixLayout_t,
                                              cublasLtMatrixLayout_t, cublasLtMatrixLayout_t, cublasLtMatrixLayout_t,
                                              cublasLtMatmulPreference_t, int wanted,
                                              cublasLtMatmulHeuristicResult_t results[], int* found) {
    const auto epilogue = operationAt(handle).get(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_DEFAULT);
    *found = 0;
    if (wanted < 1) return CUBLAS_STATUS_INVALID_VALUE;
    // A planted error of any number: the library has no algorithm.
    if (gpu::cuda::doubles::entered("cublasLtMatmulAlgoGetHeuristic") != cudaSuccess) return CUBLAS_STATUS_NOT_SUPPORTED;
    if (epilogue != CUBLASLT_EPILOGUE_DEFAULT && epilogue != CUBLASLT_EPILOGUE_BIAS &&
        epilogue != CUBLASLT_EPILOGUE_GELU_AUX_BIAS && epilogue != CUBLASLT_EPILOGUE_DGELU)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    results[0] = {};
    results[0].state = CUBLAS_STATUS_SUCCESS;
    *found = 1;
    return CUBLAS_STATUS_SUCCESS;
}

// D = alpha · op(A) · op(B) + beta · C, column-major; the bias is added to every column; GELU_AUX leaves its argument.
cublasStatus_t cublasLtMatmul(cublasLtHandle_t, cublasLtMatmulDesc_t handle, const void* alpha, const void* a,
                              cublasLtMatrixLayout_t aLayout, const void* b, cublasLtMatrixLayout_t bLayout,
                              const void* beta, const void* c, cublasLtMatrixLayout_t cLayout, void* d,
                              cublasLtMatrixLayout_t dLayout, const cublasLtMatmulAlgo_t*, void*, std::size_t,
                              cudaStream_t stream) {
    // By value: handles may change before the product is made.
    const Operation operation = operationAt(handle);
    const Layout la = layoutAt(aLayout), lb = layoutAt(bLayout), lc = layoutAt(cLayout), ld = layoutAt(dLayout);
    const bool turnA = isTransposed(operation, CUBLASLT_MATMUL_DESC_TRANSA),
               turnB = isTransposed(operation, CUBLASLT_MATMUL_DESC_TRANSB);
    const std::int64_t rows = turnA ? la.columns : la.rows, depth = turnA ? la.rows : la.columns,
                       columns = turnB ? lb.rows : lb.columns;
    if (depth != (turnB ? lb.columns : lb.rows) || rows != ld.rows || columns != ld.columns)
        return CUBLAS_STATUS_INVALID_VALUE;
    const auto epilogue = operation.get(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_DEFAULT);
    const auto* const bias = operation.get<const void*>(CUBLASLT_MATMUL_DESC_BIAS_POINTER, nullptr);
    const auto biasType = cudaDataType_t(operation.get(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, std::int32_t(ld.type)));
    auto* const auxiliary = operation.get<void*>(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, nullptr);
    const auto auxiliaryStride = operation.get(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, std::int64_t(0));
    const float one = *static_cast<const float*>(alpha), kept = *static_cast<const float*>(beta);
    gpu::cuda::doubles::put(*gpu::cuda::doubles::queueOf(stream), [=] {
        for (std::int64_t column = 0; column < columns; ++column)
            for (std::int64_t row = 0; row < rows; ++row) {
                float sum = 0;
                for (std::int64_t k = 0; k < depth; ++k)
                    sum += loadAt(a, la.type, turnA ? row * la.stride + k : k * la.stride + row) *
                           loadAt(b, lb.type, turnB ? k * lb.stride + column : column * lb.stride + k);
                float value = one * sum;
                if (kept != 0) value += kept * loadAt(c, lc.type, column * lc.stride + row);
                if (epilogue == CUBLASLT_EPILOGUE_BIAS || epilogue == CUBLASLT_EPILOGUE_GELU_AUX_BIAS)
                    value += loadAt(bias, biasType, row);
                if (epilogue == CUBLASLT_EPILOGUE_DGELU)
                    value *= geluSlope(loadAt(auxiliary, ld.type, column * auxiliaryStride + row));
                if (epilogue == CUBLASLT_EPILOGUE_GELU_AUX_BIAS) {
                    storeAt(auxiliary, ld.type, column * auxiliaryStride + row, value);
                    value = gelu(value);
                }
                storeAt(d, ld.type, column * ld.stride + row, value);
            }
        return true;
    });
    return CUBLAS_STATUS_SUCCESS;
}

}  // extern "C"
