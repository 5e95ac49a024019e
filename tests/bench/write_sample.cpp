// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a sample graph as a TFLite file, which any viewer of networks opens:
// write_sample cnn|inception|decoder COUNT flat|named OUT.tflite
#include "tests/bench/samplegraphs.h"
#include "tests/core/formats/tflite/tflitebuilder.h"

#include <QFile>

#include <cstdio>

using namespace tosaic;

namespace {

tflite::fb::BuiltinOperator kindOf(const QString &kind)
{
    for (const auto value : tflite::fb::EnumValuesBuiltinOperator()) {
        if (kind == QLatin1StringView(tflite::fb::EnumNameBuiltinOperator(value)))
            return value;
    }
    return tflite::fb::BuiltinOperator::L2_NORMALIZATION;
}

} // namespace

int main(int argc, char *argv[])
{
    const auto *family
        = std::find_if(std::begin(bench::Families), std::end(bench::Families), [&](auto candidate) {
              return argc > 1 && qstrcmp(bench::nameOf(candidate), argv[1]) == 0;
          });
    if (argc < 5 || family == std::end(bench::Families)) {
        std::fputs("write_sample cnn|inception|decoder COUNT flat|named OUT.tflite\n", stderr);
        return 2;
    }
    const bool named = qstrcmp(argv[3], "named") == 0;
    const auto operators = bench::sampleGraph(*family, QByteArray(argv[2]).toInt());
    test::TfLiteBuilder builder;
    std::vector<qint32> inputs;
    std::vector<qint32> outputs;
    for (size_t i = 0; i < operators.size(); ++i) {
        const auto &one = operators[i];
        const auto name = named && !one.path.isEmpty()
            ? one.path.toUtf8()
            : "t" + QByteArray::number(static_cast<qulonglong>(i));
        const auto tensor
            = builder.addTensor({ .shape = { 1, 8, 8, 16 }, .name = name.constData() });
        if (one.inputs.empty())
            inputs.push_back(tensor);
        else
            builder.addOperator(builder.addCode(kindOf(one.kind)), one.inputs, { tensor });
        outputs = { tensor };
    }
    builder.closeSubgraph(inputs, outputs);
    QFile file(QString::fromLocal8Bit(argv[4]));
    const auto bytes = builder.finish();
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? 0 : 1;
}
