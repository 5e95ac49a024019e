// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Operators with a kernel, by library, in ExecuTorch 1.5.1, and which arguments they write. Facts:
// the schemas in the operator lists of its package (functions.yaml, custom_ops.yaml,
// quantized.yaml, operators.yaml) and those of PyTorch 2.13 that they refer to; arguments marked as
// aliased and scratch memory are written. tests/core/analysis/kernelschemas.py makes these tables.
#include "core/analysis/runtimes.h"

#include <array>
#include <unordered_map>

using namespace std::literals;

namespace tosaic::analysis {

namespace {

// name=arguments: names without "aten::", arguments as kernelArguments() gives them.

// Part of every runtime: integer arithmetic on sizes, copies of loop state.
constexpr auto Prim = R"(
_local_scalar_dense=. sym_numel=. sym_size.int=.. executorch_prim::add.Scalar=..
executorch_prim::ceil.Scalar=. executorch_prim::eq.Scalar=..
executorch_prim::et_copy_index.tensor=w.. executorch_prim::et_view.default=..w
executorch_prim::floordiv.Scalar=.. executorch_prim::floordiv.int=.. executorch_prim::ge.Scalar=..
executorch_prim::gt.Scalar=.. executorch_prim::le.Scalar=.. executorch_prim::lt.Scalar=..
executorch_prim::mod.Scalar=.. executorch_prim::mod.int=.. executorch_prim::mul.Scalar=..
executorch_prim::neg.Scalar=. executorch_prim::round.Scalar=. executorch_prim::sub.Scalar=..
executorch_prim::sym_float.Scalar=. executorch_prim::sym_int.Scalar=.
executorch_prim::sym_ite.Scalar=... executorch_prim::sym_max.Scalar=..
executorch_prim::sym_min.Scalar=.. executorch_prim::sym_not.Scalar=.
executorch_prim::truediv.Scalar=.. executorch_prim::trunc.Scalar=.
)"sv;

// kernels/portable
constexpr auto Portable = R"(
_adaptive_avg_pool2d.out=..w _cdist_forward.out=....w _conj_physical.out=.w _log_softmax.out=...w
_native_batch_norm_legit.no_stats_out=......www _native_batch_norm_legit.out=...ww...www
_native_batch_norm_legit_no_training.out=.......www _pdist_forward.out=..w _softmax.out=...w
_to_copy.out=...w _upsample_bilinear2d_aa.out=.....w abs.out=.w acos.out=.w acosh.out=.w
add.Scalar_out=...w add.out=...w addmm.out=.....w alias_copy.out=.w allclose.Tensor=......
allclose.out=......w amax.out=...w amin.out=...w any.all_out=.w any.dims_out=...w any.out=...w
arange.out=.w arange.start_out=...w argmax.out=...w argmin.out=...w as_strided_copy.out=....w
asin.out=.w asinh.out=.w atan.out=.w atan2.out=..w atanh.out=.w avg_pool2d.out=.......w
bitwise_and.Scalar_out=..w bitwise_and.Tensor_out=..w bitwise_left_shift.Tensor_Scalar_out=..w
bitwise_left_shift.Tensor_out=..w bitwise_not.out=.w bitwise_or.Scalar_out=..w
bitwise_or.Tensor_out=..w bitwise_right_shift.Tensor_Scalar_out=..w
bitwise_right_shift.Tensor_out=..w bitwise_xor.Scalar_out=..w bitwise_xor.Tensor_out=..w bmm.out=..w
cat.out=..w ceil.out=.w clamp.Tensor_out=...w clamp.out=...w clone.out=..w constant_pad_nd.out=...w
convolution.out=.........w convolution_backward.out=...........www copy.out=...w copy_=w..
cos.out=.w cosh.out=.w cumsum.out=...w detach_copy.out=.w diagonal_copy.out=....w
div.Scalar_mode_out=...w div.Scalar_out=..w div.out=..w div.out_mode=...w elu.out=....w
embedding.out=.....w empty.out=..w eq.Scalar_out=..w eq.Tensor_out=..w erf.out=.w exp.out=.w
expand_copy.out=...w expm1.out=.w fill.Scalar_out=..w fill.Tensor_out=..w flip.out=..w floor.out=.w
floor_divide.out=..w fmod.Scalar_out=..w fmod.Tensor_out=..w full.out=..w full_like.out=...w
gather.out=....w ge.Scalar_out=..w ge.Tensor_out=..w gelu.out=..w glu.out=..w
grid_sampler_2d.out=.....w gt.Scalar_out=..w gt.Tensor_out=..w hardtanh.out=...w
index.Tensor_out=..w index_put.out=....w index_put_=w... index_select.out=...w isinf.out=.w
isnan.out=.w le.Scalar_out=..w le.Tensor_out=..w leaky_relu.out=..w lift_fresh_copy.out=.w
log.out=.w log10.out=.w log1p.out=.w log2.out=.w logical_and.out=..w logical_not.out=.w
logical_or.out=..w logical_xor.out=..w logit.out=..w lt.Scalar_out=..w lt.Tensor_out=..w
masked_fill.Scalar_out=...w masked_scatter.out=...w masked_select.out=..w max.dim_max=...ww
max.unary_out=.w max_pool2d_with_indices.out=......ww
max_pool2d_with_indices_backward.grad_input=........w maximum.out=..w mean.dtype_out=..w
mean.out=....w min.dim_min=...ww min.unary_out=.w minimum.out=..w mm.out=..w mul.Scalar_out=..w
mul.out=..w narrow_copy.out=....w native_dropout.out=...ww native_group_norm.out=........www
native_layer_norm.out=.....www ne.Scalar_out=..w ne.Tensor_out=..w neg.out=.w nonzero.out=.w
ones.out=.w permute_copy.out=..w pixel_shuffle.out=..w pixel_unshuffle.out=..w pow.Scalar_out=..w
pow.Tensor_Scalar_out=..w pow.Tensor_Tensor_out=..w prod.int_out=....w prod.out=..w rand.out=.w
randn.out=.w reciprocal.out=.w reflection_pad1d.out=..w reflection_pad2d.out=..w
reflection_pad3d.out=..w relu.out=.w remainder.Scalar_out=..w remainder.Tensor_out=..w
repeat.out=..w repeat_interleave.Tensor_out=..w replication_pad1d.out=..w replication_pad2d.out=..w
replication_pad3d.out=..w roll.out=...w round.out=.w rsqrt.out=.w rsub.Scalar_out=...w
scalar_tensor.out=.w scatter.src_out=....w scatter.value_out=....w scatter_add.out=....w
select_copy.int_out=...w select_scatter.out=....w sigmoid.out=.w sign.out=.w sin.out=.w sinh.out=.w
slice_copy.Tensor_out=.....w slice_scatter.out=......w split_copy.Tensor_out=...w
split_with_sizes_copy.out=...w sqrt.out=.w squeeze_copy.dim_out=..w squeeze_copy.dims_out=..w
stack.out=..w sub.Scalar_out=...w sub.out=...w sum.IntList_out=....w t_copy.out=.w tan.out=.w
tanh.out=.w topk.values=.....ww transpose_copy.int_out=...w tril.out=..w trunc.out=.w
unbind_copy.int_out=..w unfold_copy.out=....w unsqueeze_copy.out=..w
upsample_bilinear2d.vec_out=....w upsample_nearest2d.vec_out=...w var.correction_out=....w
var.out=....w var_mean.correction_out=....ww view_as_real_copy.out=.w view_copy.out=..w
where.self_out=...w zeros.out=.w dim_order_ops::_clone_dim_order.out=...w
dim_order_ops::_empty_dim_order.out=..w dim_order_ops::_to_dim_order_copy.out=...w
et_copy::_d2h_copy.out=.w et_copy::_h2d_copy.out=.w
)"sv;

// Beyond portable in the desktop package: kernels/optimized.
constexpr auto Optimized = R"(
_fft_c2r.out=....w _fft_r2c.out=....w linear.out=...w
)"sv;

// kernels/quantized
constexpr auto Quantized = R"(
quantized_decomposed::add.out=..............w
quantized_decomposed::choose_qparams.Tensor_out=.....ww
quantized_decomposed::choose_qparams_per_token_asymmetric.out=..ww
quantized_decomposed::dequantize_per_channel.out=........w
quantized_decomposed::dequantize_per_tensor.Tensor_out=.......w
quantized_decomposed::dequantize_per_tensor.out=.......w
quantized_decomposed::dequantize_per_token.out=.......w
quantized_decomposed::embedding_2bit.dtype_out=.......w
quantized_decomposed::embedding_2bit.out=......w
quantized_decomposed::embedding_4bit.dtype_out=.......w
quantized_decomposed::embedding_4bit.out=......w
quantized_decomposed::embedding_byte.dtype_out=.......w
quantized_decomposed::embedding_byte.out=......w quantized_decomposed::mixed_linear.out=.....w
quantized_decomposed::mixed_mm.out=....w quantized_decomposed::quantize_per_channel.out=.......w
quantized_decomposed::quantize_per_tensor.Tensor_out=......w
quantized_decomposed::quantize_per_tensor.out=......w
quantized_decomposed::quantize_per_token.out=......w
)"sv;

// backends/cortex_m
constexpr auto CortexM = R"(
cortex_m::dequantize_per_tensor.out=......w cortex_m::maximum.out=..w cortex_m::minimum.out=..w
cortex_m::pad.out=....w cortex_m::quantize_per_tensor.out=......w
cortex_m::quantized_activation.out=..w cortex_m::quantized_add.out=.............w
cortex_m::quantized_avg_pool2d.out=........ww cortex_m::quantized_avg_pool2d_nhwc.out=........ww
cortex_m::quantized_batch_matmul.out=.......ww cortex_m::quantized_conv2d.out=............ww
cortex_m::quantized_conv2d_nhwc.out=............ww
cortex_m::quantized_depthwise_conv2d.out=.............ww
cortex_m::quantized_depthwise_conv2d_nhwc.out=.............ww cortex_m::quantized_div.out=......w
cortex_m::quantized_linear.out=...........w cortex_m::quantized_max_pool2d.out=..........w
cortex_m::quantized_max_pool2d_nhwc.out=..........w cortex_m::quantized_mul.out=.......w
cortex_m::quantized_transpose_conv2d.out=.............www
cortex_m::quantized_transpose_conv2d_nhwc.out=.............www cortex_m::softmax.out=.......w
cortex_m::transpose.out=..w
)"sv;

// extension/llm/custom_ops
constexpr auto Llm = R"(
llama::channelwise_gated_delta_rule.out=......ww llama::custom_quantized_sdpa.out=...............w
llama::custom_sdpa.out=........w llama::fallback.out=.w llama::fast_hadamard_transform.out=.w
llama::gated_delta_rule.out=......ww llama::quantized_moe_ffn.out=.............w
llama::sdpa_with_kv_cache.out=...ww......w llama::update_cache.out=.w.w
llama::update_cache_with_indices.out=.w..w preprocess::tile_crop.out=..w
)"sv;

// ATen's other operators that write more than their last argument: ExecuTorch has no kernel for
// them, a user's library may.
constexpr auto OtherAten = R"(
_aminmax.dim_out=...ww _aminmax.out=.ww _amp_foreach_non_finite_check_and_unscale.out=.w.w
_amp_update_scale.out=.w....w _batch_norm_no_update.out=.......wwww
_batch_norm_with_update.out=...ww..wwww _ctc_loss.Tensor_out=......ww _ctc_loss.out=......ww
_cudnn_ctc_loss.out=.......ww _cudnn_rnn.out=................wwwww
_cudnn_rnn_backward.out=......................wwww _embedding_bag.out=.........wwww
_embedding_bag_forward_only.out=.........wwww
_fake_quantize_per_tensor_affine_cachemask_tensor_qparams.out=......ww
_fused_adagrad.out=.www.......w _fused_adagrad.tensor_lr_out=.ww........w
_fused_adam.out=.wwww..........w _fused_adam.tensor_lr_out=.wwww..........w
_fused_adamw.out=.wwww..........w _fused_adamw.tensor_lr_out=.wwww..........w
_fused_dropout.out=...ww _fused_moving_avg_obs_fq_helper.out=...wwww......ww
_fused_sgd.out=.ww.........w _fused_sgd.tensor_lr_out=.ww.........w _linalg_det.result=.www
_linalg_eigh.eigenvalues=...ww _linalg_slogdet.sign=.wwww _linalg_solve_ex.result=....wwww
_linalg_svd.U=....www _lstm_mps.out=.........wwwwww _native_multi_head_attention.out=.............ww
_pack_padded_sequence.out=...ww _slow_conv2d_backward.grad_input=......www
_slow_conv2d_backward.output_mask_out=.......www _thnn_fused_gru_cell.out=.....ww
_thnn_fused_gru_cell_backward.out=...wwwww _thnn_fused_lstm_cell.out=.....www
_thnn_fused_lstm_cell_backward_impl.out=......www _transform_bias_rescale_qkv.out=...www
_unique.out=...ww _unique2.out=....www _weight_norm_interface.out=...ww
_weight_norm_interface_backward.out=.....ww adaptive_max_pool2d.out=..ww
adaptive_max_pool3d.out=..ww aminmax.out=...ww batch_norm_backward_reduce.out=........wwww
batch_norm_gather_stats.out=........ww batch_norm_gather_stats_with_counts.out=........ww
batch_norm_stats.out=..ww batch_norm_update_stats.out=....ww
convolution_backward_overrideable.out=..........www cudnn_batch_norm.out=........wwww
cudnn_batch_norm_backward.out=.........www cudnn_grid_sampler_backward.out=...ww cummax.out=..ww
cummin.out=..ww fake_quantize_per_channel_affine_cachemask.out=......ww
fake_quantize_per_tensor_affine_cachemask.out=.....ww fractional_max_pool2d.output=....ww
fractional_max_pool3d.output=....ww frexp.Tensor_out=.ww geqrf.a=.ww
grid_sampler_2d_backward.out=.......ww grid_sampler_3d_backward.out=.......ww
histogram.bin_ct_out=.....ww histogram.bins_tensor_out=....ww kthvalue.values=....ww
linalg_cholesky_ex.L=...ww linalg_eig.out=.ww linalg_eigh.eigvals=..ww linalg_inv_ex.inverse=..ww
linalg_ldl_factor.out=..ww linalg_ldl_factor_ex.out=...www linalg_lstsq.out=....wwww
linalg_lu.out=..www linalg_lu_factor.out=..ww linalg_lu_factor_ex.out=...www linalg_qr.out=..ww
linalg_slogdet.out=.ww linalg_solve_ex.out=....ww linalg_svd.U=...www linear_backward.out=....www
log_sigmoid_forward.output=.ww lstm_mps_backward.out=...............www lu_unpack.out=....www
matmul_backward.out=....ww max_pool3d_with_indices.out=......ww median.dim_values=...ww
miopen_batch_norm.out=........www miopen_batch_norm_backward.out=........www
miopen_ctc_loss.out=.......ww miopen_rnn.out=..............wwwww
miopen_rnn_backward.out=.....................wwww mkldnn_linear_backward.out=....www
mkldnn_linear_backward_weights.out=....ww mkldnn_rnn_layer.out=................wwww
mkldnn_rnn_layer_backward.out=.......................wwwwwww mode.values=...ww
mps_convolution_backward.out=........www mps_convolution_transpose_backward.out=.........ww
multilabel_margin_loss_forward.output=...ww nanmedian.dim_values=...ww
native_batch_norm.out=........www native_batch_norm_backward.out=..........www
native_group_norm_backward.out=..........www native_layer_norm_backward.out=........www
nll_loss2d_forward.output=.....ww nll_loss_forward.output=.....ww qr.Q=..ww
rrelu_with_noise.out=.w....w slogdet.out=.ww sort.values=...ww sort.values_stable=....ww
std_mean.correction_out=....ww svd.U=...www triangular_solve.X=.....ww
unique_consecutive.out=....www unique_dim.out=.....www unique_dim_consecutive.out=....www
)"sv;

constexpr std::array Libraries{ std::pair(KernelLibrary::Prim, Prim),
    std::pair(KernelLibrary::Portable, Portable), std::pair(KernelLibrary::Optimized, Optimized),
    std::pair(KernelLibrary::Quantized, Quantized), std::pair(KernelLibrary::CortexM, CortexM),
    std::pair(KernelLibrary::Llm, Llm) };

struct Kernel
{
    std::string_view arguments;
    quint32 libraries = 0; ///< bits by KernelLibrary
};
using Kernels = std::unordered_map<std::string_view, Kernel>;

void addKernels(Kernels &kernels, std::string_view table, quint32 library)
{
    while (!table.empty()) {
        const auto end = std::min(table.find_first_of("\n "sv), table.size());
        const auto entry = table.substr(0, end);
        table.remove_prefix(std::min(end + 1, table.size()));
        const auto sign = entry.find('=');
        if (sign == entry.npos)
            continue;
        auto &kernel = kernels[entry.substr(0, sign)];
        kernel.arguments = entry.substr(sign + 1);
        kernel.libraries |= library;
    }
}

quint32 bitOf(KernelLibrary library)
{
    return 1U << static_cast<unsigned>(library);
}

Kernel kernelOf(const QString &operatorName)
{
    static const auto kernels = [] {
        Kernels all;
        for (const auto &[library, table] : Libraries)
            addKernels(all, table, bitOf(library));
        addKernels(all, OtherAten, 0);
        return all;
    }();
    auto name = operatorName.toStdString();
    if (name.starts_with("aten::"sv))
        name.erase(0, "aten::"sv.size());
    const auto found = kernels.find(name);
    return found == kernels.end() ? Kernel() : found->second;
}

} // namespace

bool hasKernel(KernelLibrary library, const QString &operatorName)
{
    return (kernelOf(operatorName).libraries & bitOf(library)) != 0;
}

std::string_view kernelArguments(const QString &operatorName)
{
    return kernelOf(operatorName).arguments;
}

bool hasOneDestination(const QString &operatorName)
{
    if (const auto arguments = kernelArguments(operatorName); !arguments.empty())
        return arguments.find(WrittenArgument) == arguments.size() - 1;
    const auto overload = operatorName.section(u'.', 1);
    return operatorName.startsWith(QLatin1StringView("aten::"))
        && (overload.contains(QLatin1StringView("out"), Qt::CaseInsensitive)
            || overload == QLatin1StringView("grad_input"));
}

} // namespace tosaic::analysis
