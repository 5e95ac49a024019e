// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/disassembly/commandfilter.h"

#include "views/disassembly/operationwords.h"

#include <QHash>

#include <algorithm>

namespace tosaic::views {

namespace {

/// Whether names contain the text; there are far fewer names than commands.
class NameCheck
{
public:
    NameCheck(npu::NpuProduct product, const QString &text) : m_product(product), m_text(text) { }

    bool contains(const npu::Command &command)
    {
        const auto key
            = static_cast<quint32>(command.opcode) << 1 | static_cast<quint32>(command.hasPayload);
        const auto known = m_answers.constFind(key);
        if (known != m_answers.cend())
            return *known;
        const bool answer
            = npu::commandName(command, m_product).contains(m_text, Qt::CaseInsensitive);
        m_answers.insert(key, answer);
        return answer;
    }

private:
    npu::NpuProduct m_product;
    QString m_text;
    QHash<quint32, bool> m_answers;
};

bool operationMatches(const NpuAnalysis &analysis, size_t index, const QString &text)
{
    const auto &operation = analysis.stream()->operations[index];
    const auto *work = index < analysis.work.size() ? &analysis.work[index] : nullptr;
    return operationTitle(operation).contains(text, Qt::CaseInsensitive)
        || operationSummary(operation, work).contains(text, Qt::CaseInsensitive);
}

} // namespace

Result<FoundCommands> findCommands(
    const NpuAnalysis &analysis, const QString &text, const JobControl &control)
{
    FoundCommands found;
    const auto &stream = *analysis.stream();
    const auto product = stream.config.product;
    NameCheck names(product, text);
    quint32 next = 0;
    const auto addMatching = [&](quint32 end) {
        for (; next < end; ++next) {
            const auto &command = stream.commands[next];
            if (names.contains(command)
                || npu::commandFields(command, product).contains(text, Qt::CaseInsensitive))
                found.commands.push_back(next);
        }
    };
    for (size_t i = 0; i < stream.operations.size(); ++i) {
        if (control.isCancelled())
            return fail(ErrorCode::Cancelled, QStringLiteral("another filter was asked for"));
        const auto end = std::max(next, stream.operations[i].command + 1);
        if (!operationMatches(analysis, i, text)) {
            addMatching(end);
            continue;
        }
        for (; next < end; ++next)
            found.commands.push_back(next);
    }
    addMatching(static_cast<quint32>(stream.commands.size()));
    return found;
}

} // namespace tosaic::views
