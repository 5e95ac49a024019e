// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Names of operators with a kernel, by library, in ExecuTorch 1.5.1. Facts: the names that its
// runtime lists once the library is loaded, and the operator lists in its package. "aten::" is left
// out.
#include "core/analysis/runtimes.h"

#include <algorithm>
#include <array>
#include <string_view>

using namespace std::literals;

namespace tosaic::analysis {

namespace {

// Part of every runtime: integer arithmetic on sizes, copies of loop state.
constexpr std::array Prim{ "_local_scalar_dense"sv, "sym_numel"sv, "sym_size.int"sv,
    "executorch_prim::add.Scalar"sv, "executorch_prim::ceil.Scalar"sv,
    "executorch_prim::eq.Scalar"sv, "executorch_prim::et_copy_index.tensor"sv,
    "executorch_prim::et_view.default"sv, "executorch_prim::floordiv.Scalar"sv,
    "executorch_prim::floordiv.int"sv, "executorch_prim::ge.Scalar"sv,
    "executorch_prim::gt.Scalar"sv, "executorch_prim::le.Scalar"sv, "executorch_prim::lt.Scalar"sv,
    "executorch_prim::mod.Scalar"sv, "executorch_prim::mod.int"sv, "executorch_prim::mul.Scalar"sv,
    "executorch_prim::neg.Scalar"sv, "executorch_prim::round.Scalar"sv,
    "executorch_prim::sub.Scalar"sv, "executorch_prim::sym_float.Scalar"sv,
    "executorch_prim::sym_int.Scalar"sv, "executorch_prim::sym_ite.Scalar"sv,
    "executorch_prim::sym_max.Scalar"sv, "executorch_prim::sym_min.Scalar"sv,
    "executorch_prim::sym_not.Scalar"sv, "executorch_prim::truediv.Scalar"sv,
    "executorch_prim::trunc.Scalar"sv };

// kernels/portable
constexpr std::array Portable{ "_adaptive_avg_pool2d.out"sv, "_cdist_forward.out"sv,
    "_conj_physical.out"sv, "_log_softmax.out"sv, "_native_batch_norm_legit.no_stats_out"sv,
    "_native_batch_norm_legit.out"sv, "_native_batch_norm_legit_no_training.out"sv,
    "_pdist_forward.out"sv, "_softmax.out"sv, "_to_copy.out"sv, "_upsample_bilinear2d_aa.out"sv,
    "abs.out"sv, "acos.out"sv, "acosh.out"sv, "add.Scalar_out"sv, "add.out"sv, "addmm.out"sv,
    "alias_copy.out"sv, "allclose.Tensor"sv, "allclose.out"sv, "amax.out"sv, "amin.out"sv,
    "any.all_out"sv, "any.dims_out"sv, "any.out"sv, "arange.out"sv, "arange.start_out"sv,
    "argmax.out"sv, "argmin.out"sv, "as_strided_copy.out"sv, "asin.out"sv, "asinh.out"sv,
    "atan.out"sv, "atan2.out"sv, "atanh.out"sv, "avg_pool2d.out"sv, "bitwise_and.Scalar_out"sv,
    "bitwise_and.Tensor_out"sv, "bitwise_left_shift.Tensor_Scalar_out"sv,
    "bitwise_left_shift.Tensor_out"sv, "bitwise_not.out"sv, "bitwise_or.Scalar_out"sv,
    "bitwise_or.Tensor_out"sv, "bitwise_right_shift.Tensor_Scalar_out"sv,
    "bitwise_right_shift.Tensor_out"sv, "bitwise_xor.Scalar_out"sv, "bitwise_xor.Tensor_out"sv,
    "bmm.out"sv, "cat.out"sv, "ceil.out"sv, "clamp.Tensor_out"sv, "clamp.out"sv, "clone.out"sv,
    "constant_pad_nd.out"sv, "convolution.out"sv, "convolution_backward.out"sv, "copy.out"sv,
    "copy_"sv, "cos.out"sv, "cosh.out"sv, "cumsum.out"sv, "detach_copy.out"sv,
    "diagonal_copy.out"sv, "div.Scalar_mode_out"sv, "div.Scalar_out"sv, "div.out"sv,
    "div.out_mode"sv, "elu.out"sv, "embedding.out"sv, "empty.out"sv, "eq.Scalar_out"sv,
    "eq.Tensor_out"sv, "erf.out"sv, "exp.out"sv, "expand_copy.out"sv, "expm1.out"sv,
    "fill.Scalar_out"sv, "fill.Tensor_out"sv, "flip.out"sv, "floor.out"sv, "floor_divide.out"sv,
    "fmod.Scalar_out"sv, "fmod.Tensor_out"sv, "full.out"sv, "full_like.out"sv, "gather.out"sv,
    "ge.Scalar_out"sv, "ge.Tensor_out"sv, "gelu.out"sv, "glu.out"sv, "grid_sampler_2d.out"sv,
    "gt.Scalar_out"sv, "gt.Tensor_out"sv, "hardtanh.out"sv, "index.Tensor_out"sv, "index_put.out"sv,
    "index_put_"sv, "index_select.out"sv, "isinf.out"sv, "isnan.out"sv, "le.Scalar_out"sv,
    "le.Tensor_out"sv, "leaky_relu.out"sv, "lift_fresh_copy.out"sv, "log.out"sv, "log10.out"sv,
    "log1p.out"sv, "log2.out"sv, "logical_and.out"sv, "logical_not.out"sv, "logical_or.out"sv,
    "logical_xor.out"sv, "logit.out"sv, "lt.Scalar_out"sv, "lt.Tensor_out"sv,
    "masked_fill.Scalar_out"sv, "masked_scatter.out"sv, "masked_select.out"sv, "max.dim_max"sv,
    "max.unary_out"sv, "max_pool2d_with_indices.out"sv,
    "max_pool2d_with_indices_backward.grad_input"sv, "maximum.out"sv, "mean.dtype_out"sv,
    "mean.out"sv, "min.dim_min"sv, "min.unary_out"sv, "minimum.out"sv, "mm.out"sv,
    "mul.Scalar_out"sv, "mul.out"sv, "narrow_copy.out"sv, "native_dropout.out"sv,
    "native_group_norm.out"sv, "native_layer_norm.out"sv, "ne.Scalar_out"sv, "ne.Tensor_out"sv,
    "neg.out"sv, "nonzero.out"sv, "ones.out"sv, "permute_copy.out"sv, "pixel_shuffle.out"sv,
    "pixel_unshuffle.out"sv, "pow.Scalar_out"sv, "pow.Tensor_Scalar_out"sv,
    "pow.Tensor_Tensor_out"sv, "prod.int_out"sv, "prod.out"sv, "rand.out"sv, "randn.out"sv,
    "reciprocal.out"sv, "reflection_pad1d.out"sv, "reflection_pad2d.out"sv,
    "reflection_pad3d.out"sv, "relu.out"sv, "remainder.Scalar_out"sv, "remainder.Tensor_out"sv,
    "repeat.out"sv, "repeat_interleave.Tensor_out"sv, "replication_pad1d.out"sv,
    "replication_pad2d.out"sv, "replication_pad3d.out"sv, "roll.out"sv, "round.out"sv,
    "rsqrt.out"sv, "rsub.Scalar_out"sv, "scalar_tensor.out"sv, "scatter.src_out"sv,
    "scatter.value_out"sv, "scatter_add.out"sv, "select_copy.int_out"sv, "select_scatter.out"sv,
    "sigmoid.out"sv, "sign.out"sv, "sin.out"sv, "sinh.out"sv, "slice_copy.Tensor_out"sv,
    "slice_scatter.out"sv, "split_copy.Tensor_out"sv, "split_with_sizes_copy.out"sv, "sqrt.out"sv,
    "squeeze_copy.dim_out"sv, "squeeze_copy.dims_out"sv, "stack.out"sv, "sub.Scalar_out"sv,
    "sub.out"sv, "sum.IntList_out"sv, "t_copy.out"sv, "tan.out"sv, "tanh.out"sv, "topk.values"sv,
    "transpose_copy.int_out"sv, "tril.out"sv, "trunc.out"sv, "unbind_copy.int_out"sv,
    "unfold_copy.out"sv, "unsqueeze_copy.out"sv, "upsample_bilinear2d.vec_out"sv,
    "upsample_nearest2d.vec_out"sv, "var.correction_out"sv, "var.out"sv,
    "var_mean.correction_out"sv, "view_as_real_copy.out"sv, "view_copy.out"sv, "where.self_out"sv,
    "zeros.out"sv, "dim_order_ops::_clone_dim_order.out"sv, "dim_order_ops::_empty_dim_order.out"sv,
    "dim_order_ops::_to_dim_order_copy.out"sv, "et_copy::_d2h_copy.out"sv,
    "et_copy::_h2d_copy.out"sv };

// Beyond portable in the desktop package: kernels/optimized.
constexpr std::array Optimized{ "_fft_c2r.out"sv, "_fft_r2c.out"sv, "linear.out"sv };

// kernels/quantized
constexpr std::array Quantized{ "quantized_decomposed::add.out"sv,
    "quantized_decomposed::choose_qparams.Tensor_out"sv,
    "quantized_decomposed::choose_qparams_per_token_asymmetric.out"sv,
    "quantized_decomposed::dequantize_per_channel.out"sv,
    "quantized_decomposed::dequantize_per_tensor.Tensor_out"sv,
    "quantized_decomposed::dequantize_per_tensor.out"sv,
    "quantized_decomposed::dequantize_per_token.out"sv,
    "quantized_decomposed::embedding_2bit.dtype_out"sv,
    "quantized_decomposed::embedding_2bit.out"sv,
    "quantized_decomposed::embedding_4bit.dtype_out"sv,
    "quantized_decomposed::embedding_4bit.out"sv,
    "quantized_decomposed::embedding_byte.dtype_out"sv,
    "quantized_decomposed::embedding_byte.out"sv, "quantized_decomposed::mixed_linear.out"sv,
    "quantized_decomposed::mixed_mm.out"sv, "quantized_decomposed::quantize_per_channel.out"sv,
    "quantized_decomposed::quantize_per_tensor.Tensor_out"sv,
    "quantized_decomposed::quantize_per_tensor.out"sv,
    "quantized_decomposed::quantize_per_token.out"sv };

// backends/cortex_m
constexpr std::array CortexM{ "cortex_m::dequantize_per_tensor.out"sv, "cortex_m::maximum.out"sv,
    "cortex_m::minimum.out"sv, "cortex_m::pad.out"sv, "cortex_m::quantize_per_tensor.out"sv,
    "cortex_m::quantized_activation.out"sv, "cortex_m::quantized_add.out"sv,
    "cortex_m::quantized_avg_pool2d.out"sv, "cortex_m::quantized_avg_pool2d_nhwc.out"sv,
    "cortex_m::quantized_batch_matmul.out"sv, "cortex_m::quantized_conv2d.out"sv,
    "cortex_m::quantized_conv2d_nhwc.out"sv, "cortex_m::quantized_depthwise_conv2d.out"sv,
    "cortex_m::quantized_depthwise_conv2d_nhwc.out"sv, "cortex_m::quantized_div.out"sv,
    "cortex_m::quantized_linear.out"sv, "cortex_m::quantized_max_pool2d.out"sv,
    "cortex_m::quantized_max_pool2d_nhwc.out"sv, "cortex_m::quantized_mul.out"sv,
    "cortex_m::quantized_transpose_conv2d.out"sv, "cortex_m::quantized_transpose_conv2d_nhwc.out"sv,
    "cortex_m::softmax.out"sv, "cortex_m::transpose.out"sv };

// extension/llm/custom_ops
constexpr std::array Llm{ "llama::channelwise_gated_delta_rule.out"sv,
    "llama::custom_quantized_sdpa.out"sv, "llama::custom_sdpa.out"sv, "llama::fallback.out"sv,
    "llama::fast_hadamard_transform.out"sv, "llama::gated_delta_rule.out"sv,
    "llama::quantized_moe_ffn.out"sv, "llama::sdpa_with_kv_cache.out"sv,
    "llama::update_cache.out"sv, "llama::update_cache_with_indices.out"sv,
    "preprocess::tile_crop.out"sv };

std::span<const std::string_view> operatorsOf(KernelLibrary library)
{
    switch (library) {
    case KernelLibrary::Prim:
        return Prim;
    case KernelLibrary::Portable:
        return Portable;
    case KernelLibrary::Optimized:
        return Optimized;
    case KernelLibrary::Quantized:
        return Quantized;
    case KernelLibrary::CortexM:
        return CortexM;
    case KernelLibrary::Llm:
        return Llm;
    }
    return {};
}

} // namespace

bool hasKernel(KernelLibrary library, const QString &operatorName)
{
    auto name = operatorName.toStdString();
    if (name.starts_with("aten::"sv))
        name.erase(0, 6);
    const auto operators = operatorsOf(library);
    return std::find(operators.begin(), operators.end(), name) != operators.end();
}

} // namespace tosaic::analysis
