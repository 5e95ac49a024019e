// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/opennetwork.h"

#include "core/formats/exported/etrecordreader.h"
#include "core/formats/exported/pt2reader.h"
#include "core/formats/tflite/tflitereader.h"
#include "core/formats/tosa/tosareader.h"

using namespace Qt::StringLiterals;

namespace tosaic::formats {

namespace {

Result<std::shared_ptr<const model::Network>> shared(Result<model::Network> network)
{
    if (!network)
        return fail(network.error());
    return std::make_shared<const model::Network>(std::move(*network));
}

Result<std::shared_ptr<const model::Network>> networkOf(Result<EtRecord> record)
{
    if (!record)
        return fail(record.error());
    return std::make_shared<const model::Network>(std::move(record->network));
}

} // namespace

bool holdsNetwork(FileKind kind)
{
    return kind == FileKind::Tosa || kind == FileKind::TfLite || kind == FileKind::Pt2
        || kind == FileKind::EtRecord;
}

Result<std::shared_ptr<const model::Network>> readNetwork(std::shared_ptr<const ByteSource> source)
{
    const auto kind = recognise(source->bytes());
    switch (kind) {
    case FileKind::Tosa:
        return readTosa(std::move(source));
    case FileKind::TfLite:
        return readTfLite(std::move(source));
    case FileKind::Pt2:
        return shared(readPt2(std::move(source)));
    case FileKind::EtRecord:
        return networkOf(readEtRecord(std::move(source)));
    default:
        if (const auto error = nothingToRead(kind, *source))
            return fail(*error);
        return fail(ErrorCode::FormatUnknown,
            u"the file is %1, which holds no network"_s.arg(describe(kind)),
            { .file = source->name() });
    }
}

} // namespace tosaic::formats
