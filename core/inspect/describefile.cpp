// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inspect/describefile.h"

#include "core/base/try.h"
#include "core/formats/bundled/bundledreader.h"
#include "core/formats/exported/etrecordreader.h"
#include "core/formats/exported/pt2reader.h"
#include "core/formats/flattensor/flattensorreader.h"
#include "core/formats/tflite/tflitereader.h"
#include "core/formats/tosa/tosareader.h"
#include "core/formats/vela/consolereader.h"
#include "core/formats/vela/debugdb.h"
#include "core/formats/vela/perlayercsv.h"
#include "core/formats/vela/summarycsv.h"
#include "core/formats/vela/velaini.h"
#include "core/formats/vela/velanpz.h"
#include "core/formats/vgf/vgfreader.h"
#include "core/inspect/bundleddescription.h"
#include "core/inspect/exporteddescription.h"
#include "core/inspect/flattensordescription.h"
#include "core/inspect/tflitedescription.h"
#include "core/inspect/tosadescription.h"
#include "core/inspect/veladescription.h"
#include "core/inspect/vgfdescription.h"

#include <algorithm>
#include <array>

namespace tosaic::inspect {

namespace {

using Source = std::shared_ptr<const ByteSource>;
using Describe = Result<Description> (*)(const Source &);

const auto &valueOf(const auto &read)
{
    if constexpr (requires { *read->get(); })
        return **read; // a shared pointer to the value
    else
        return *read;
}

/// One reader and what describes its value; a new kind is a new row of Readers.
template <auto Read, auto DescribeValue>
Result<Description> readAndDescribe(const Source &source)
{
    const auto read = Read(source);
    if (!read)
        return fail(read.error());
    return DescribeValue(valueOf(read));
}

auto readDebugDb(const Source &source)
{
    return formats::vela::readDebugDb(source); // with the default limits
}

Result<Description> describeIni(const Source &source)
{
    const auto ini = TRY(formats::vela::readVelaIni({ source }));
    return describeVelaIni(ini);
}

struct Reader
{
    formats::FileKind kind;
    Describe describe;
};

using formats::FileKind;
constexpr std::array Readers{
    Reader{ FileKind::FlatTensor, readAndDescribe<formats::readFlatTensor, describeFlatTensor> },
    Reader{ FileKind::BundledProgram, readAndDescribe<formats::readBundled, describeBundled> },
    Reader{ FileKind::EtRecord, readAndDescribe<formats::readEtRecord, describeEtRecord> },
    Reader{ FileKind::Pt2, readAndDescribe<formats::readPt2, describePt2> },
    Reader{ FileKind::Tosa, readAndDescribe<formats::readTosa, describeTosa> },
    Reader{ FileKind::TfLite, readAndDescribe<formats::readTfLite, describeTfLite> },
    Reader{ FileKind::Vgf, readAndDescribe<formats::readVgf, describeVgf> },
    Reader{ FileKind::VelaNpz, readAndDescribe<formats::vela::readNpz, describeVelaNpz> },
    Reader{ FileKind::VelaDebugDb, readAndDescribe<readDebugDb, describeVelaDebugDb> },
    Reader{ FileKind::VelaSummary,
        readAndDescribe<formats::vela::readSummaryCsv, describeVelaSummary> },
    Reader{ FileKind::VelaPerLayer,
        readAndDescribe<formats::vela::readPerLayerCsv, describeVelaPerLayer> },
    Reader{ FileKind::VelaIni, describeIni },
    Reader{ FileKind::VelaConsole,
        readAndDescribe<formats::vela::readConsoleText, describeVelaConsole> },
};

const Reader *readerOf(FileKind kind)
{
    const auto found = std::find_if(
        Readers.begin(), Readers.end(), [&](const Reader &reader) { return reader.kind == kind; });
    return found == Readers.end() ? nullptr : &*found;
}

} // namespace

bool canDescribe(FileKind kind)
{
    return readerOf(kind) != nullptr;
}

Result<Description> describeFile(const Source &source, FileKind kind)
{
    const auto *reader = readerOf(kind);
    if (!reader)
        return fail(formats::notAProgram(kind, *source));
    return reader->describe(source);
}

} // namespace tosaic::inspect
