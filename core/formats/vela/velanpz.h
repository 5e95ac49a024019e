// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/diagnostic.h"
#include "core/formats/npy/npyheader.h"
#include "core/model/ethosu.h"
#include "core/model/program.h"

#include <memory>

namespace tosaic::formats::vela {

/// One array of a .npz.
struct NpzArray
{
    QString name; ///< of the member without ".npy"
    NpyHeader header;
    /// Where its data lies in the file; absent if it is compressed.
    std::optional<model::ByteRange> range;
    std::shared_ptr<const ByteSource> data; ///< null for pickled objects and damaged members
};

/// Vela's raw result (--output-format raw): the driver payload, the weights and the places of
/// inputs and outputs as NumPy arrays in a ZIP archive. Nothing is unpickled.
struct VelaNpz
{
    std::shared_ptr<const ByteSource> source;
    std::vector<NpzArray> arrays; ///< in the order of the archive
    /// The same value that a delegate has; offsets of blocks count from the start of the file. Null
    /// if there is no cmd_data.
    std::shared_ptr<const model::EthosUPayload> payload;
    std::vector<Diagnostic> diagnostics;

    const NpzArray *array(const QString &name) const;
    /// The driver payload, which the disassembler reads; empty if there is none.
    QByteArrayView commandData() const { return dataOf(u"cmd_data"); }
    QByteArrayView weightData() const { return dataOf(u"weight_data"); }
    /// Place of the driver payload in the file; absent if it is compressed.
    std::optional<model::ByteRange> commandRange() const;

private:
    QByteArrayView dataOf(QStringView name) const;
};

/// Whole numbers of an array of any integer type and order, row by row; absent if it is of another
/// type or has more than 65536 elements.
std::optional<std::vector<qint64>> integersOf(const NpzArray &array);

/// Weights are not touched. Errors: FormatDamaged if it is no ZIP archive; LimitExceeded. Damaged
/// members become diagnostics.
Result<std::shared_ptr<const VelaNpz>> readNpz(const std::shared_ptr<const ByteSource> &source);

} // namespace tosaic::formats::vela
