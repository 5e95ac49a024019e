// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytesource.h"
#include "core/base/result.h"
#include "core/npu/streams.h"

#include <QStringList>

#include <map>
#include <memory>
#include <vector>

namespace tosaic::inspect {

/// The Ethos-U command streams of a file, not yet taken apart.
struct FileStreams
{
    std::shared_ptr<const ByteSource> source; ///< what the places count from
    std::shared_ptr<const void> model; ///< keeps alive what the places point into
    std::shared_ptr<const model::Program> program; ///< null if it is none
    std::vector<npu::StreamPlace> places;
    QStringList methods; ///< of a program: names of its methods
    std::map<quint64, QString> keys; ///< of a .ptd: the entry's key by the offset of its bytes

    /// "method forward, delegate 1", "key 31a9...", else what can be told without the file; empty
    /// for a file that is nothing but a stream.
    QString ownerOf(const npu::StreamPlace &place) const;
    /// Of a .ptd, under which the commands lie; empty where a file has them itself.
    QString keyOf(const npu::StreamPlace &place) const;
};

/// Of a .pte, a .bpte (offsets count from the program in it), a TFLite model, a driver payload, a
/// Vela stream, a Vela .npz or the command data in a .ptd, told by content. FormatUnsupported for
/// other kinds and for a .ptd without command data; FormatDamaged also for an archive that was cut
/// off; an empty list where there is no Ethos-U in a program or network.
Result<FileStreams> openStreams(const std::shared_ptr<const ByteSource> &source);

} // namespace tosaic::inspect
