// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/ethosu/opcodes.h"

#include <array>

namespace tosaic::formats::ethosu {

namespace {

// One line of name and one of fields for each command, as people look them up.
// clang-format off
constexpr std::array<CommandInfo, 147> Commands{ {
    { 0x000, false, All, u"NPU_OP_STOP", u"mask[16..31]" },
    { 0x001, false, All, u"NPU_OP_IRQ", u"mask[16..31]" },
    { 0x002, false, U55U65, u"NPU_OP_CONV", u"" },
    { 0x002, false, U85, u"NPU_OP_CONV", u"weights_ifm2[16]" },
    { 0x003, false, All, u"NPU_OP_DEPTHWISE", u"" },
    { 0x005, false, All, u"NPU_OP_POOL", u"pooling_mode[16..18]:pooling_mode" },
    { 0x006, false, All, u"NPU_OP_ELEMENTWISE", u"elementwise_mode[16..21]:elementwise_mode" },
    { 0x007, false, U85, u"NPU_OP_RESIZE", u"resize_mode[16..17]:resize_mode" },
    { 0x010, false, All, u"NPU_OP_DMA_START", u"" },
    { 0x011, false, U55, u"NPU_OP_DMA_WAIT", u"k[16..19]" },
    { 0x011, false, U65, u"NPU_OP_DMA_WAIT", u"k[16]" },
    { 0x011, false, U85, u"NPU_OP_DMA_WAIT", u"k[16..17]" },
    { 0x012, false, U55U65, u"NPU_OP_KERNEL_WAIT", u"n[16..17]" },
    { 0x012, false, U85, u"NPU_OP_KERNEL_WAIT", u"n[16]" },
    { 0x013, false, All, u"NPU_OP_PMU_MASK", u"enable[16]" },
    { 0x100, false, All, u"NPU_SET_IFM_PAD_TOP", u"pad[16..22]" },
    { 0x101, false, All, u"NPU_SET_IFM_PAD_LEFT", u"pad[16..22]" },
    { 0x102, false, All, u"NPU_SET_IFM_PAD_RIGHT", u"pad[16..23]" },
    { 0x103, false, All, u"NPU_SET_IFM_PAD_BOTTOM", u"pad[16..23]" },
    { 0x104, false, All, u"NPU_SET_IFM_DEPTH_M1", u"depth_m1[16..31]" },
    { 0x105, false, U55U65, u"NPU_SET_IFM_PRECISION",
        u"activation_type[16]:activation_type activation_precision[18..19]:activation_precision activation_format[22..23]:activation_format scale_mode[24..25]:ifm_scale_mode round_mode[30..31]:round_mode" },
    { 0x105, false, U85, u"NPU_SET_IFM_PRECISION",
        u"activation_type[16]:activation_type activation_precision[18..19]:activation_precision activation_format[22..23]:activation_format activation_storage[30..31]:activation_storage" },
    { 0x107, false, All, u"NPU_SET_IFM_UPSCALE", u"mode[16..17]:ifm_upscale_mode" },
    { 0x108, false, U85, u"NPU_SET_IFM_BROADCAST", u"broadcast_mode[16..19]:broadcast_mode" },
    { 0x109, false, All, u"NPU_SET_IFM_ZERO_POINT", u"zero_point[16..31]" },
    { 0x10A, false, All, u"NPU_SET_IFM_WIDTH0_M1", u"width_m1[16..31]" },
    { 0x10B, false, All, u"NPU_SET_IFM_HEIGHT0_M1", u"height_m1[16..31]" },
    { 0x10C, false, All, u"NPU_SET_IFM_HEIGHT1_M1", u"height_m1[16..31]" },
    { 0x10D, false, U55U65, u"NPU_SET_IFM_IB_END", u"ib_end[16..21]" },
    { 0x10F, false, All, u"NPU_SET_IFM_REGION", u"region[16..18]" },
    { 0x111, false, All, u"NPU_SET_OFM_WIDTH_M1", u"width_m1[16..31]" },
    { 0x112, false, All, u"NPU_SET_OFM_HEIGHT_M1", u"height_m1[16..31]" },
    { 0x113, false, All, u"NPU_SET_OFM_DEPTH_M1", u"depth_m1[16..31]" },
    { 0x114, false, U55U65, u"NPU_SET_OFM_PRECISION",
        u"activation_type[16]:activation_type activation_precision[17..18]:activation_precision activation_format[22..23]:activation_format scale_mode[24]:ofm_scale_mode round_mode[30..31]:round_mode" },
    { 0x114, false, U85, u"NPU_SET_OFM_PRECISION",
        u"activation_type[16]:activation_type activation_precision[17..18]:activation_precision activation_format[22..23]:activation_format scale_mode[24]:ofm_scale_mode activation_reverse[25..26]:activation_reverse activation_transpose[27..29]:activation_transpose activation_storage[30..31]:activation_storage" },
    { 0x115, false, U55U65, u"NPU_SET_OFM_BLK_WIDTH_M1", u"width_m1[16..21]" },
    { 0x115, false, U85, u"NPU_SET_OFM_BLK_WIDTH_M1", u"width_m1[16..22]" },
    { 0x116, false, U55U65, u"NPU_SET_OFM_BLK_HEIGHT_M1", u"height_m1[16..20]" },
    { 0x116, false, U85, u"NPU_SET_OFM_BLK_HEIGHT_M1", u"height_m1[16..22]" },
    { 0x117, false, U55U65, u"NPU_SET_OFM_BLK_DEPTH_M1", u"depth_m1[16..22]" },
    { 0x117, false, U85, u"NPU_SET_OFM_BLK_DEPTH_M1", u"depth_m1[16..25]" },
    { 0x118, false, All, u"NPU_SET_OFM_ZERO_POINT", u"zero_point[16..31]" },
    { 0x11A, false, All, u"NPU_SET_OFM_WIDTH0_M1", u"width_m1[16..31]" },
    { 0x11B, false, All, u"NPU_SET_OFM_HEIGHT0_M1", u"height_m1[16..31]" },
    { 0x11C, false, All, u"NPU_SET_OFM_HEIGHT1_M1", u"height_m1[16..31]" },
    { 0x11F, false, All, u"NPU_SET_OFM_REGION", u"region[16..18]" },
    { 0x120, false, All, u"NPU_SET_KERNEL_WIDTH_M1", u"width_m1[16..31]" },
    { 0x121, false, All, u"NPU_SET_KERNEL_HEIGHT_M1", u"height_m1[16..31]" },
    { 0x122, false, All, u"NPU_SET_KERNEL_STRIDE",
        u"stride_x_lsb[16] stride_y_lsb[17] weight_order[18]:weight_order dilation_x[19]:kernel_dilation dilation_y[20]:kernel_dilation decomposition[21]:kernel_decomposition stride_x_msb[22] stride_y_msb[25]" },
    { 0x123, false, U65, u"NPU_SET_PARALLEL_MODE", u"parallel_mode[16]:parallel_mode" },
    { 0x124, false, U55U65, u"NPU_SET_ACC_FORMAT", u"acc_format[16..17]:acc_format" },
    { 0x124, false, U85, u"NPU_SET_ACC_FORMAT",
        u"acc_format[16..17]:acc_format acc_input[20..21]:acc_input acc_output[22]:acc_output microblock[24..26]:microblock" },
    { 0x125, false, U55U65, u"NPU_SET_ACTIVATION",
        u"activation_function[16..20]:activation_function activation_clip_range[28..30]:activation_clip_range" },
    { 0x125, false, U85, u"NPU_SET_ACTIVATION",
        u"activation_function[16..20]:activation_function table[21..23] activation_clip_range[28]:activation_clip_range" },
    { 0x126, false, All, u"NPU_SET_ACTIVATION_MIN", u"clip_boundary[16..31]" },
    { 0x127, false, All, u"NPU_SET_ACTIVATION_MAX", u"clip_boundary[16..31]" },
    { 0x128, false, All, u"NPU_SET_WEIGHT_REGION", u"region[16..18]" },
    { 0x129, false, All, u"NPU_SET_SCALE_REGION", u"region[16..18]" },
    { 0x12A, false, U85, u"NPU_SET_RESIZE_X_SCALE_N_M1", u"resize_x_scale_n_m1[16..26]" },
    { 0x12B, false, U85, u"NPU_SET_RESIZE_Y_SCALE_N_M1", u"resize_y_scale_n_m1[16..26]" },
    { 0x12C, false, U85, u"NPU_SET_RESIZE_X_OFFSET", u"resize_x_offset[16..27]:signed" },
    { 0x12D, false, U55U65, u"NPU_SET_AB_START", u"ab_start[16..21]" },
    { 0x12D, false, U85, u"NPU_SET_RESIZE_Y_OFFSET", u"resize_y_offset[16..27]:signed" },
    { 0x12E, false, U85, u"NPU_SET_WEIGHT_FORMAT",
        u"weight_format[16]:weight_format weight_sparsity[20]:weight_sparsity" },
    { 0x12F, false, U55U65, u"NPU_SET_BLOCKDEP", u"blockdep[16..17]" },
    { 0x12F, false, U85, u"NPU_SET_BLOCKDEP", u"blockdep[16..18]" },
    { 0x130, false, U55U65, u"NPU_SET_DMA0_SRC_REGION",
        u"region[16..18] region_mode[24]:dma_region_mode stride_mode[25..26]:dma_stride_mode" },
    { 0x130, false, U85, u"NPU_SET_DMA0_SRC_REGION",
        u"region[16..18] region_mode[24]:dma_region_mode stride_mode[25..26]:dma_stride_mode idx_mode[27]:dma_idx_mode" },
    { 0x131, false, U55U65, u"NPU_SET_DMA0_DST_REGION",
        u"region[16..18] region_mode[24]:dma_region_mode stride_mode[25..26]:dma_stride_mode" },
    { 0x131, false, U85, u"NPU_SET_DMA0_DST_REGION",
        u"region[16..18] region_mode[24]:dma_region_mode idx_mode[27]:dma_idx_mode" },
    { 0x132, false, All, u"NPU_SET_DMA0_SIZE0", u"size[16..31]" },
    { 0x133, false, All, u"NPU_SET_DMA0_SIZE1", u"size[16..31]" },
    { 0x134, false, U85, u"NPU_SET_DMA0_IDX_REGION", u"region[16..18]" },
    { 0x180, false, U55U65, u"NPU_SET_IFM2_BROADCAST",
        u"broadcast_h[16]:broadcast_mode broadcast_w[17]:broadcast_mode broadcast_c[18]:broadcast_mode operand_order[22]:ifm2_operand_order broadcast_constant[23]:broadcast_mode" },
    { 0x180, false, U85, u"NPU_SET_IFM2_BROADCAST", u"broadcast_mode[16..19]:broadcast_mode" },
    { 0x181, false, U55U65, u"NPU_SET_IFM2_SCALAR", u"scalar[16..31]" },
    { 0x185, false, U55U65, u"NPU_SET_IFM2_PRECISION",
        u"activation_type[16]:activation_type activation_precision[18..19]:activation_precision activation_format[22..23]:activation_format" },
    { 0x185, false, U85, u"NPU_SET_IFM2_PRECISION",
        u"activation_type[16]:activation_type activation_precision[18..19]:activation_precision activation_format[22..23]:activation_format activation_storage[30..31]:activation_storage" },
    { 0x189, false, All, u"NPU_SET_IFM2_ZERO_POINT", u"zero_point[16..31]" },
    { 0x18A, false, All, u"NPU_SET_IFM2_WIDTH0_M1", u"width_m1[16..31]" },
    { 0x18B, false, All, u"NPU_SET_IFM2_HEIGHT0_M1", u"height_m1[16..31]" },
    { 0x18C, false, All, u"NPU_SET_IFM2_HEIGHT1_M1", u"height_m1[16..31]" },
    { 0x18D, false, U55U65, u"NPU_SET_IFM2_IB_START", u"ib_start[16..21]" },
    { 0x18F, false, All, u"NPU_SET_IFM2_REGION", u"region[16..18]" },
    { 0x000, true, All, u"NPU_SET_IFM_BASE0", u"address" },
    { 0x001, true, All, u"NPU_SET_IFM_BASE1", u"address" },
    { 0x002, true, All, u"NPU_SET_IFM_BASE2", u"address" },
    { 0x003, true, All, u"NPU_SET_IFM_BASE3", u"address" },
    { 0x004, true, All, u"NPU_SET_IFM_STRIDE_X", u"address" },
    { 0x005, true, All, u"NPU_SET_IFM_STRIDE_Y", u"address" },
    { 0x006, true, All, u"NPU_SET_IFM_STRIDE_C", u"address" },
    { 0x010, true, All, u"NPU_SET_OFM_BASE0", u"address" },
    { 0x011, true, All, u"NPU_SET_OFM_BASE1", u"address" },
    { 0x012, true, All, u"NPU_SET_OFM_BASE2", u"address" },
    { 0x013, true, All, u"NPU_SET_OFM_BASE3", u"address" },
    { 0x014, true, All, u"NPU_SET_OFM_STRIDE_X", u"address" },
    { 0x015, true, All, u"NPU_SET_OFM_STRIDE_Y", u"address" },
    { 0x016, true, All, u"NPU_SET_OFM_STRIDE_C", u"address" },
    { 0x020, true, All, u"NPU_SET_WEIGHT_BASE", u"address" },
    { 0x021, true, All, u"NPU_SET_WEIGHT_LENGTH", u"length[32..63]" },
    { 0x022, true, All, u"NPU_SET_SCALE_BASE", u"address" },
    { 0x023, true, All, u"NPU_SET_SCALE_LENGTH", u"length[32..51]" },
    { 0x024, true, U55U65, u"NPU_SET_OFM_SCALE", u"shift[16..21] scale[32..63]" },
    { 0x024, true, U85, u"NPU_SET_OFM_SCALE",
        u"shift[16..21] dbl_rnd[22..26] round_mode[29..31]:round_mode_ofm scale[32..62]" },
    { 0x025, true, U55U65, u"NPU_SET_OPA_SCALE", u"shift[16..21] scale[32..63]" },
    { 0x025, true, U85, u"NPU_SET_IFM_SCALE",
        u"shift[16..21] dbl_rnd[22..26] round_mode[29]:round_mode_ifm scale[32..62]" },
    { 0x026, true, U55U65, u"NPU_SET_OPB_SCALE", u"scale[32..47]" },
    { 0x026, true, U85, u"NPU_SET_IFM2_SCALE",
        u"shift[16..21] dbl_rnd[22..26] round_mode[29]:round_mode_ifm scale[32..62]" },
    { 0x027, true, U85, u"NPU_SET_OP_SCALAR", u"scalar[32..63]:signed" },
    { 0x030, true, All, u"NPU_SET_DMA0_SRC", u"address" },
    { 0x031, true, All, u"NPU_SET_DMA0_DST", u"address" },
    { 0x032, true, All, u"NPU_SET_DMA0_LEN", u"address" },
    { 0x033, true, U65, u"NPU_SET_DMA0_SKIP0", u"address" },
    { 0x033, true, U85, u"NPU_SET_DMA0_SRC_STRIDE0", u"address" },
    { 0x034, true, U65, u"NPU_SET_DMA0_SKIP1", u"address" },
    { 0x034, true, U85, u"NPU_SET_DMA0_SRC_STRIDE1", u"address" },
    { 0x035, true, U85, u"NPU_SET_DMA0_DST_STRIDE0", u"address" },
    { 0x036, true, U85, u"NPU_SET_DMA0_DST_STRIDE1", u"address" },
    { 0x037, true, U85, u"NPU_SET_DMA0_IDX", u"address" },
    { 0x038, true, U85, u"NPU_SET_DMA0_IDX_MAX", u"idx_max[32..62]" },
    { 0x039, true, U85, u"NPU_SET_DMA0_IDX_SKIP1", u"address" },
    { 0x080, true, All, u"NPU_SET_IFM2_BASE0", u"address" },
    { 0x081, true, All, u"NPU_SET_IFM2_BASE1", u"address" },
    { 0x082, true, All, u"NPU_SET_IFM2_BASE2", u"address" },
    { 0x083, true, All, u"NPU_SET_IFM2_BASE3", u"address" },
    { 0x084, true, All, u"NPU_SET_IFM2_STRIDE_X", u"address" },
    { 0x085, true, All, u"NPU_SET_IFM2_STRIDE_Y", u"address" },
    { 0x086, true, All, u"NPU_SET_IFM2_STRIDE_C", u"address" },
    { 0x090, true, U65U85, u"NPU_SET_WEIGHT1_BASE", u"address" },
    { 0x091, true, U65U85, u"NPU_SET_WEIGHT1_LENGTH", u"length[32..63]" },
    { 0x092, true, U65, u"NPU_SET_SCALE1_BASE", u"address" },
    { 0x092, true, U85, u"NPU_SET_WEIGHT2_BASE", u"address" },
    { 0x093, true, U65, u"NPU_SET_SCALE1_LENGTH", u"length[32..51]" },
    { 0x093, true, U85, u"NPU_SET_WEIGHT2_LENGTH", u"length[32..63]" },
    { 0x094, true, U85, u"NPU_SET_WEIGHT3_BASE", u"address" },
    { 0x095, true, U85, u"NPU_SET_WEIGHT3_LENGTH", u"length[32..63]" },
    { 0x096, true, U85, u"NPU_SET_RESIZE_X_STEP",
        u"one_step_int[16..19] blk_step_int[20..30] one_step_mod[32..42] blk_step_mod[48..58]" },
    { 0x097, true, U85, u"NPU_SET_RESIZE_Y_STEP",
        u"one_step_int[16..19] blk_step_int[20..30] one_step_mod[32..42] blk_step_mod[48..58]" },
    { 0x0A0, true, U55, u"NPU_SET_USER_DEFINED0", u"value[32..63]" },
    { 0x0A1, true, U55, u"NPU_SET_USER_DEFINED1", u"value[32..63]" },
    { 0x0A2, true, U55, u"NPU_SET_USER_DEFINED2", u"value[32..63]" },
    { 0x0A3, true, U55, u"NPU_SET_USER_DEFINED3", u"value[32..63]" },
    { 0x0A4, true, U55, u"NPU_SET_USER_DEFINED4", u"value[32..63]" },
    { 0x0A5, true, U55, u"NPU_SET_USER_DEFINED5", u"value[32..63]" },
    { 0x0A6, true, U55, u"NPU_SET_USER_DEFINED6", u"value[32..63]" },
    { 0x0A7, true, U55, u"NPU_SET_USER_DEFINED7", u"value[32..63]" },
    { 0x100, true, U85, u"NPU_OP_BRANCH", u"branch_cond[16]:branch_cond branch_target[32..63]" },
} };
// clang-format on

constexpr size_t OpcodeCount = OpcodeMask + 1;
constexpr size_t ProductCount = 3;
using Index = std::array<quint8, ProductCount * 2 * OpcodeCount>;

constexpr size_t slot(quint32 opcode, bool hasPayload, size_t product)
{
    return (product * 2 + (hasPayload ? 1 : 0)) * OpcodeCount + opcode;
}

/// Position in Commands plus one, by product, space and opcode; 0: there is none.
constexpr Index makeIndex()
{
    Index index{};
    for (size_t i = 0; i < Commands.size(); ++i) {
        for (size_t product = 0; product < ProductCount; ++product) {
            if (Commands[i].products >> product & 1)
                index[slot(Commands[i].opcode, Commands[i].hasPayload, product)] = quint8(i + 1);
        }
    }
    return index;
}
constexpr auto ByOpcode = makeIndex();
static_assert(Commands.size() < 255);

} // namespace

const CommandInfo *findCommand(quint32 opcode, bool hasPayload, model::NpuProduct product)
{
    const auto found = ByOpcode[slot(opcode & OpcodeMask, hasPayload, size_t(product))];
    return found == 0 ? nullptr : &Commands[found - 1U];
}

} // namespace tosaic::formats::ethosu
