// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/target/imageinput.h"

#include "core/base/try.h"

#include <QImageReader>
#include <QtEndian>

#include <cmath>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace imageinput {
namespace {

using model::ScalarType;

constexpr size_t Rank = 4;
constexpr int Colours = 3;

struct Layout
{
    int height = 0;
    int width = 0;
    int channels = 0;
    bool isChannelsLast = false;
};

std::optional<Layout> layoutOf(const std::vector<qint64> &shape)
{
    constexpr qint64 LargestSide = 1 << 14;
    if (shape.size() != Rank || shape[0] != 1)
        return std::nullopt;
    const auto isColour = [](qint64 size) { return size == 1 || size == Colours; };
    const bool isLast = !isColour(shape[1]);
    const auto rows = isLast ? shape[1] : shape[2];
    const auto columns = isLast ? shape[2] : shape[3];
    const auto channels = isLast ? shape[3] : shape[1];
    if (!isColour(channels) || rows < 1 || columns < 1 || rows > LargestSide
        || columns > LargestSide)
        return std::nullopt;
    return Layout{ int(rows), int(columns), int(channels), isLast };
}

QImage fitted(const QImage &image, const Layout &layout, int shortSide)
{
    if (shortSide == 0)
        return image.scaled(
            layout.width, layout.height, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    const QSize least(shortSide, shortSide);
    const auto scaled
        = image.scaled(least, Qt::KeepAspectRatioByExpanding, Qt::SmoothTransformation);
    const QPoint corner((scaled.width() - layout.width) / 2, (scaled.height() - layout.height) / 2);
    return scaled.copy({ corner, QSize(layout.width, layout.height) }); // black beyond its edges
}

double entry(const std::vector<double> &numbers, int channel, double otherwise)
{
    if (numbers.empty())
        return otherwise;
    return numbers[numbers.size() == 1 ? 0 : size_t(channel)];
}

} // namespace
} // namespace imageinput

QString Preprocessing::text(model::ScalarType type) const
{
    if (type == model::ScalarType::Char)
        return u"bytes less 128"_s;
    if (type == model::ScalarType::Byte)
        return u"bytes"_s;
    const auto listed = [](const std::vector<double> &numbers) {
        QStringList texts;
        for (const auto number : numbers)
            texts += QString::number(number);
        return texts.join(u", "_s);
    };
    auto text = isBgr ? u"BGR from 0 to 1"_s : u"0 to 1"_s;
    if (!mean.empty())
        text += u", less %1"_s.arg(listed(mean));
    if (!deviation.empty())
        text += u", divided by %1"_s.arg(listed(deviation));
    return text;
}

bool readChannels(const QString &text, std::vector<double> &numbers)
{
    for (const auto &part : text.split(u',', Qt::SkipEmptyParts)) {
        bool isNumber = false;
        numbers.push_back(part.trimmed().toDouble(&isNumber));
        if (!isNumber || !std::isfinite(numbers.back()))
            return false;
    }
    return text.isEmpty() || numbers.size() == 1 || numbers.size() == imageinput::Colours;
}

Result<localrun::Array> imageArray(const QString &path, model::ScalarType type,
    const std::vector<qint64> &shape, const Preprocessing &preprocessing)
{
    using imageinput::entry;
    const auto layout = imageinput::layoutOf(shape);
    const bool isByte = type == model::ScalarType::Char || type == model::ScalarType::Byte;
    if (!layout || (type != model::ScalarType::Float && !isByte))
        return fail(ErrorCode::SpecInvalid,
            u"the input takes no picture: it has no 1 or 3 channels of float32, int8 or uint8"_s,
            { .file = path });
    QImageReader reader(path);
    reader.setDecideFormatFromContent(true);
    reader.setAutoTransform(true);
    auto image = reader.read();
    if (image.isNull())
        return fail(ErrorCode::FormatUnknown,
            u"neither a NumPy array nor a picture that can be decoded (%1): convert it, or take it away"_s
                .arg(reader.errorString()),
            { .file = path });
    image = image.convertToFormat(
        layout->channels == 1 ? QImage::Format_Grayscale8 : QImage::Format_RGB888);
    image = imageinput::fitted(image, *layout, preprocessing.shortSide);
    image = image.convertToFormat(
        layout->channels == 1 ? QImage::Format_Grayscale8 : QImage::Format_RGB888);
    localrun::Array array{ type, shape, {} };
    const auto elements = size_t(layout->height) * size_t(layout->width) * size_t(layout->channels);
    array.bytes.resize(qsizetype(elements * (isByte ? 1 : sizeof(float))));
    for (int y = 0; y < layout->height; ++y) {
        const auto *line = image.constScanLine(y);
        for (int x = 0; x < layout->width; ++x) {
            for (int c = 0; c < layout->channels; ++c) {
                const auto from = preprocessing.isBgr ? layout->channels - 1 - c : c;
                const auto byte = line[x * layout->channels + from];
                const auto at = layout->isChannelsLast
                    ? (size_t(y) * size_t(layout->width) + size_t(x)) * size_t(layout->channels)
                        + size_t(c)
                    : (size_t(c) * size_t(layout->height) + size_t(y)) * size_t(layout->width)
                        + size_t(x);
                constexpr int Middle = 128;
                constexpr double White = 255;
                if (isByte)
                    array.bytes[qsizetype(at)]
                        = char(type == model::ScalarType::Char ? byte - Middle : byte);
                else
                    qToLittleEndian(float((byte / White - entry(preprocessing.mean, c, 0))
                                        / entry(preprocessing.deviation, c, 1)),
                        array.bytes.data() + at * sizeof(float));
            }
        }
    }
    return array;
}

namespace imageinput {
namespace {

/// Null if the method has no such tensor.
const model::Tensor *inputOf(
    const model::Method *method, const localrun::ProgramNames &names, const QString &key)
{
    for (size_t i = 0; method && i < method->inputs.size(); ++i) {
        const auto *tensor = method->tensor(qint32(method->inputs[i].value));
        const bool isNamed = i < names.inputs.size() && key == names.inputs[i];
        if (tensor && (key == QString::number(i) || key == tensor->name || isNamed))
            return tensor;
    }
    return nullptr;
}

} // namespace
} // namespace imageinput

Result<GivenInputs> readInputFiles(const std::vector<std::pair<QString, QString>> &files,
    const model::Method *method, const localrun::ProgramNames &names,
    const Preprocessing &preprocessing)
{
    GivenInputs given;
    for (const auto &[key, path] : files) {
        const auto file = TRY(ByteSource::map(path));
        const auto bytes = file->bytes();
        const auto *input = imageinput::inputOf(method, names, key);
        if (!input || bytes.startsWith("\x93NUMPY") || bytes.startsWith("PK")) {
            const std::vector one{ std::pair(key, path) };
            for (auto &[name, array] : TRY(localrun::readArrays(one)))
                given.arrays.insert_or_assign(name, std::move(array));
            continue;
        }
        given.arrays.insert_or_assign(key,
            TRY(imageArray(
                path, input->dtype, { input->shape.begin(), input->shape.end() }, preprocessing)));
        given.pictures.emplace_back(key, preprocessing.text(input->dtype));
    }
    return given;
}

} // namespace tosaic::views
