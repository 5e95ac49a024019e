// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/toolchain/cellstore.h"

#include <QMutex>

#include <map>

namespace tosaic::test {

/// Keeps answers in their written form, as every store does.
class MemoryStore : public toolchain::CellStore
{
public:
    std::optional<toolchain::EstimateAnswer> find(const QString &key) override
    {
        const QMutexLocker lock(&m_mutex);
        auto answer = toolchain::answerFromJson(answers[key]);
        if (answer)
            answer->source = compiled::CellSource::Workspace;
        return answer;
    }
    void add(const QString &key, const toolchain::EstimateAnswer &answer) override
    {
        const QMutexLocker lock(&m_mutex);
        answers[key] = toolchain::answerToJson(answer);
    }
    Result<void> flush() override { return {}; }

    std::map<QString, QJsonObject> answers;

private:
    QMutex m_mutex;
};

} // namespace tosaic::test
