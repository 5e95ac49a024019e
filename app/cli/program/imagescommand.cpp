// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/frame/commandline.h"
#include "app/cli/frame/commands.h"
#include "core/base/savefile.h"
#include "core/base/try.h"
#include "core/spec/calibrationpictures.h"
#include "core/spec/compilespec.h"
#include "views/target/imageinput.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::cli {

namespace imagescommand {
namespace {

using model::ScalarType;

constexpr qsizetype MostBytes = 1 << 30;

struct Question
{
    QString folder;
    std::vector<qint64> shape;
    ScalarType type = ScalarType::Float;
    views::Preprocessing preprocessing;
    int most = spec::MostPictures;
    QString output;
};

Result<Question> questionOf(const Input &in)
{
    Question question{ .folder = in.names.constFirst(), .output = in.value(u"output"_s) };
    const auto refuse = [](const QString &text) { return fail(ErrorCode::SpecInvalid, text); };
    for (const auto &size : in.value(u"shape"_s).split(u',')) {
        bool isNumber = false;
        question.shape.push_back(size.trimmed().toLongLong(&isNumber));
        if (!isNumber || question.shape.back() < 1)
            return refuse(u"--shape takes the sizes of the model's input: 1,3,224,224"_s);
    }
    const std::map<QString, ScalarType> types{ { u"float32"_s, ScalarType::Float },
        { u"int8"_s, ScalarType::Char }, { u"uint8"_s, ScalarType::Byte } };
    const auto type = types.find(in.isSet(u"dtype"_s) ? in.value(u"dtype"_s) : u"float32"_s);
    if (type == types.end())
        return refuse(u"--dtype is float32, int8 or uint8"_s);
    question.type = type->second;
    auto &done = question.preprocessing;
    if (!views::readChannels(in.value(u"mean"_s), done.mean)
        || !views::readChannels(in.value(u"std"_s), done.deviation)
        || std::ranges::count(done.deviation, 0.0) > 0)
        return refuse(u"--mean and --std take one or three numbers, those of --std not 0"_s);
    const auto order = in.value(u"order"_s);
    if (!order.isEmpty() && order != "rgb"_L1 && order != "bgr"_L1)
        return refuse(u"--order is rgb or bgr"_s);
    done.isBgr = order == "bgr"_L1;
    std::optional<int> side;
    std::optional<int> most;
    if (!in.number(u"resize"_s, side, 1) || !in.number(u"most"_s, most, 1)
        || side.value_or(0) > spec::LargestPictureSide)
        return refuse(u"--resize and --most take whole numbers from 1"_s);
    done.shortSide = side.value_or(0);
    question.most = most.value_or(question.most);
    if (question.output.isEmpty())
        return refuse(u"-o says where the array goes"_s);
    return question;
}

Result<localrun::Array> arrayOf(const Question &question, const QStringList &names)
{
    localrun::Array all{ question.type, question.shape, {} };
    all.shape.front() = names.size();
    for (const auto &name : names) {
        const auto one = TRY(views::imageArray(QDir(question.folder).filePath(name), question.type,
            question.shape, question.preprocessing));
        if (all.bytes.size() + one.bytes.size() > MostBytes)
            return fail(ErrorCode::LimitExceeded,
                u"the pictures take more than 1 GiB; take fewer with --most"_s,
                { .file = question.folder });
        all.bytes += one.bytes;
    }
    return all;
}

Answer answer(const Input &in)
{
    if (in.names.size() != 1)
        return misuse(u"one folder is needed: tosaic-cli images FOLDER"_s);
    const auto asked = questionOf(in);
    if (!asked)
        return misuse(asked.error().detail);
    const auto &question = *asked;
    if (!QFileInfo(question.folder).isDir())
        return fail(ErrorCode::IoOpen, u"is no folder"_s, { .file = question.folder });
    const auto all = QDir(question.folder).entryList(QDir::Files, QDir::Name);
    if (all.isEmpty())
        return fail(ErrorCode::FormatUnknown, u"there are no pictures in it"_s,
            { .file = question.folder });
    const auto names = spec::chosenPictures(question.folder, question.most);
    const auto array = TRY(arrayOf(question, names));
    TRY(saveFile(question.output, TRY(localrun::npyOf(array))));
    const auto how = question.preprocessing.text(question.type);
    if (in.wantsJson())
        printDocument(
            { { u"pictures"_s, QJsonArray::fromStringList(names) }, { u"inFolder"_s, all.size() },
                { u"preprocessing"_s, how }, { u"output"_s, question.output } },
            in.streams);
    else
        in.streams.out
            << u"%1 of %2 pictures; values: %3\n"_s.arg(names.size()).arg(all.size()).arg(how);
    return Fine;
}

} // namespace
} // namespace imagescommand

Command imagesCommand()
{
    return commandOf({ .name = u"images"_s,
        .summary = u"pictures of a folder as one array, prepared as a model wants them"_s,
        .description
        = u"Decodes the pictures of a folder and writes them as one .npy, stacked along the first "
          "dimension: calibration data, or samples for accuracy. A spec with calibration.images "
          "does the same during a compile."_s,
        .names = { { u"FOLDER"_s, u"Every file in it must be a picture."_s } },
        .options = { { u"shape"_s, u"The model's input: 1xCxHxW or 1xHxWxC, 1 or 3 channels."_s,
                         u"1,3,224,224"_s },
            { u"dtype"_s, u"float32 (default), int8 (bytes less 128) or uint8 (bytes)."_s,
                u"TYPE"_s },
            { u"mean"_s, u"Of channels from 0 to 1: what is taken off each."_s, u"R,G,B"_s },
            { u"std"_s, u"And what they are divided by then."_s, u"R,G,B"_s },
            { u"order"_s, u"rgb (default) or bgr."_s, u"ORDER"_s },
            { u"resize"_s,
                u"Pixels of the short side, before the middle is cut out; else the whole picture "
                "is stretched."_s,
                u"PIXELS"_s },
            { u"most"_s, u"So many pictures, evenly over their names (200)."_s, u"N"_s },
            { { u"o"_s, u"output"_s }, u"Where the array goes."_s, u"FILE.npy"_s } },
        .answer = imagescommand::answer });
}

} // namespace tosaic::cli
