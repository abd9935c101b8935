// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kernels/cpu_gemm_bf16.h"

#include <oneapi/dnnl/dnnl.hpp>

#include <omp.h>

#include <algorithm>
#include <map>
#include <vector>

namespace gpu::cpu {
namespace {

using Type = dnnl::memory::data_type;

struct Shape {
    std::int64_t rows, columns, depth;
    Transposed a, b;
    DType result;
    Accumulate accumulate;
    auto operator<=>(const Shape&) const = default;
};

// (rows, columns), as it lies in memory without gaps.
dnnl::memory::desc described(std::int64_t rows, std::int64_t columns, Type type, Transposed transposed) {
    const dnnl::memory::dims strides =
        transposed == Transposed::Yes ? dnnl::memory::dims{1, rows} : dnnl::memory::dims{columns, 1};
    return {{rows, columns}, type, strides};
}

dnnl::matmul::primitive_desc productOf(const Shape& s, const dnnl::engine& engine) {
    dnnl::primitive_attr attributes;
    attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
    if (s.accumulate == Accumulate::Yes) {
        dnnl::post_ops sum;
        sum.append_sum(1.0f);
        attributes.set_post_ops(sum);
    }
    const Type result = s.result == DType::F32 ? Type::f32 : Type::bf16;
    const auto a = described(s.rows, s.depth, Type::bf16, s.a),
               b = described(s.depth, s.columns, Type::bf16, s.b),
               c = described(s.rows, s.columns, result, Transposed::No);
#if DNNL_VERSION_MAJOR >= 3
    return {engine, a, b, c, attributes};
#else
    return {{a, b, c}, attributes, engine};
#endif
}

struct Product {
    Product(const dnnl::matmul::primitive_desc& description, const dnnl::engine& engine)
        : primitive(description)
        , a(description.src_desc(), engine, nullptr)
        , b(description.weights_desc(), engine, nullptr)
        , c(description.dst_desc(), engine, nullptr)
        , workspace(description.scratchpad_desc(), engine, nullptr) {}

    dnnl::matmul primitive;
    dnnl::memory a, b, c, workspace;
};

// The numbers of a matrix without gaps: its own or a copy.
const Bf16* dense(MatrixView<const Bf16> m, std::vector<Bf16>& copy) {
    if (m.stride == m.columns || m.rows == 1) return m.data;
    copy.resize(std::size_t(m.rows * m.columns));
    for (std::int64_t r = 0; r < m.rows; ++r) std::copy_n(m.row(r), m.columns, copy.data() + r * m.columns);
    return copy.data();
}

}  // namespace

struct Bf16Products::Cache {
    Product& of(const Shape& shape) {
        const auto at = products.find(shape);
        if (at != products.end()) return at->second;
        const auto description = productOf(shape, engine);
        const std::size_t bytes = description.scratchpad_desc().get_size() + kAlignment;
        if (workspace.size() < bytes) workspace.resize(bytes);
        return products.emplace(shape, Product(description, engine)).first->second;
    }
    void* alignedWorkspace() {
        void* start = workspace.data();
        std::size_t space = workspace.size();
        return std::align(kAlignment, 1, start, space);
    }

    static constexpr std::size_t kAlignment = 64;
    dnnl::engine engine{dnnl::engine::kind::cpu, 0};
    dnnl::stream stream{engine};
    std::map<Shape, Product> products;
    std::vector<std::byte> workspace;
    std::vector<Bf16> aCopy, bCopy;
};

Bf16Products::Bf16Products() = default;
Bf16Products::~Bf16Products() = default;
Bf16Products::Bf16Products(Bf16Products&&) noexcept = default;
Bf16Products& Bf16Products::operator=(Bf16Products&&) noexcept = default;

bool Bf16Products::supported() {
    const auto isa = unsigned(dnnl_get_effective_cpu_isa()), needed = unsigned(dnnl_cpu_isa_avx512_core_bf16);
    return (isa & needed) == needed;
}

void Bf16Products::multiply(MatrixView<const Bf16> a, Transposed transposeA, MatrixView<const Bf16> b,
                            Transposed transposeB, Matrix c, Accumulate accumulate) {
    omp_set_num_threads(1);  // of this thread only: ranks are the parallelism
    if (!m_cache) m_cache = std::make_unique<Cache>();
    const std::int64_t depth = transposeA == Transposed::Yes ? a.rows : a.columns;
    Product& product = m_cache->of({c.rows, c.columns, depth, transposeA, transposeB, c.type, accumulate});
    // The library takes its inputs as writable and does not write them.
    product.a.set_data_handle(const_cast<Bf16*>(dense(a, m_cache->aCopy)));
    product.b.set_data_handle(const_cast<Bf16*>(dense(b, m_cache->bCopy)));
    product.c.set_data_handle(c.data);
    product.workspace.set_data_handle(m_cache->alignedWorkspace());
    product.primitive.execute(m_cache->stream, {{DNNL_ARG_SRC, product.a},
                                                {DNNL_ARG_WEIGHTS, product.b},
                                                {DNNL_ARG_DST, product.c},
                                                {DNNL_ARG_SCRATCHPAD, product.workspace}});
    m_cache->stream.wait();
}

}  // namespace gpu::cpu
