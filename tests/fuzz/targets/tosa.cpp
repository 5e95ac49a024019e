// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzztargets.h"

#include "core/formats/tosa/tosareader.h"
#include "core/inspect/tosadescription.h"
#include "core/model/constantvalues.h"
#include "tests/core/formats/tosa/tosabuilder.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace tosaic::fuzz {

namespace {

void readConstants(const model::Network &network)
{
    // Tensors may share their bytes; the work must not be a multiple of the input.
    quint64 elements = 1'000'000;
    for (const auto &block : network.subgraphs) {
        for (const auto &tensor : block.tensors) {
            const auto values = model::ConstantValues::of(network, tensor);
            if (!values || values->count() == 0 || values->count() > elements)
                continue;
            elements -= values->count();
            static_cast<void>(values->text(values->count() - 1));
            static_cast<void>(values->position(values->count() - 1));
            static_cast<void>(model::statisticsOf(*values));
        }
    }
}

} // namespace

void fuzzTosa(std::span<const quint8> input)
{
    // No copy: the sanitizer then sees every byte read beyond the input.
    const auto bytes = QByteArray::fromRawData(
        reinterpret_cast<const char *>(input.data()), qsizetype(input.size()));
    const auto read = formats::readTosa(ByteSource::fromBytes(bytes, u"fuzz.tosa"_s));
    if (!read)
        return;
    const auto description = inspect::describeTosa(**read);
    static_cast<void>(QJsonDocument(description.json).toJson());
    static_cast<void>(descriptionText(u"fuzz.tosa"_s, description.sections));
    readConstants(**read);
}

std::vector<QByteArray> seedsTosa()
{
    return { test::smallTosa080(), test::smallTosaDraft10(), test::smallTosaDraft11(),
        test::smallTosa10(), test::smallTosa11() };
}

} // namespace tosaic::fuzz
