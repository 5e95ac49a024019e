// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advice/loweredadvice.h"

#include "core/base/savefile.h"
#include "core/base/try.h"
#include "core/toolchain/compilejob.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::advice {

namespace {

const char *const ChannelsLast = R"(# The model of the file below and its inputs, in channels_last.
import hashlib
import importlib.util
import sys
from pathlib import Path

import torch

_path = $PATH
_source = Path(_path).read_bytes()
if hashlib.sha256(_source).hexdigest() != "$SHA256":
    raise ImportError("the model has changed since it was approved, and its code was not run")
sys.path.insert(0, str(Path(_path).parent))
_spec = importlib.util.spec_from_file_location("channels_first_model", _path)
_module = importlib.util.module_from_spec(_spec)
sys.modules[_spec.name] = _module
exec(_spec.loader.source_to_code(_source, _path), vars(_module))


def _last(value):
    is_picture = isinstance(value, torch.Tensor) and value.dim() == 4
    return value.to(memory_format=torch.channels_last) if is_picture else value


ModelUnderTest = _module.ModelUnderTest.to(memory_format=torch.channels_last)
ModelInputs = tuple(_last(value) for value in _module.ModelInputs)
)";

/// A string of Python: what JSON writes is one.
QString pythonText(const QString &text)
{
    const auto list = QJsonDocument(QJsonArray{ text }).toJson(QJsonDocument::Compact);
    return QString::fromUtf8(list.mid(1, list.size() - 2));
}

} // namespace

Result<QString> modelFor(
    const Candidate &candidate, const QString &model, const QString &sha256, const QString &folder)
{
    if (candidate.modelChange.isEmpty())
        return model;
    const auto kind = TRY(toolchain::inputKindOf(model));
    if (candidate.modelChange != "channels-last"_L1 || kind != toolchain::InputKind::PythonModel)
        return fail(ErrorCode::FormatUnsupported,
            u"only of a .py model another memory format can be made"_s, { .file = model });
    const auto path = QDir(folder).filePath(u"channels_last.py"_s);
    const auto text = QString::fromLatin1(ChannelsLast)
                          .replace(u"$SHA256"_s, sha256)
                          .replace(u"$PATH"_s, pythonText(model));
    TRY(saveFile(path, text.toUtf8()));
    return path;
}

Advice withCompile(Advice advice, const Subject &subject, const compiled::CompileResult &compiled,
    const std::shared_ptr<const model::Program> &program)
{
    if (compiled.status != compiled::Status::Succeeded || !subject.result)
        return advice;
    advice.before = costsOf(*subject.result, subject.program);
    advice.after = costsOf(compiled, program);
    judge(advice);
    return advice;
}

bool isSame(const Candidate &a, const Candidate &b)
{
    return a.rule.id == b.rule.id && a.change == b.change && a.modelChange == b.modelChange;
}

AdviceResult withAnswer(AdviceResult result, const Advice &answer)
{
    const auto found = std::ranges::find_if(
        result.advice, [&](const Advice &one) { return isSame(one.candidate, answer.candidate); });
    if (found != result.advice.end())
        *found = answer;
    rank(result.advice);
    return result;
}

} // namespace tosaic::advice
