// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/session.h"
#include "tests/app/windowfixture.h"
#include "tests/support/samples.h"

#include <QLabel>
#include <QPushButton>
#include <QTableView>

namespace tosaic::test {

inline constexpr int Patience = 300'000; // ms, on a slow machine

/// The page of the what-if grid in the window, with the real Vela.
class WhatIfWindow : public WindowTest
{
protected:
    void SetUp() override
    {
        if (qEnvironmentVariableIsEmpty("TOSAIC_PYTHON"))
            GTEST_SKIP() << "TOSAIC_PYTHON is not set: the compilers are not here";
    }
    void show(const QString &program)
    {
        open(fixturePath(program));
        trigger(QStringLiteral("spec.whatIf"));
        table = find<QTableView>(QStringLiteral("whatIfTable"));
        run = find<QPushButton>(QStringLiteral("whatIfRun"));
        status = find<QLabel>(QStringLiteral("whatIfStatus"));
    }
    /// "Estimate the grid" of the empty page.
    bool estimate()
    {
        auto *start = find<QWidget>(QStringLiteral("whatIfStates"))
                          ->findChild<QPushButton *>(QStringLiteral("emptyAction"));
        if (!QTest::qWaitFor(
                [&] { return start->text() == QStringLiteral("Estimate the grid"); }, Patience))
            return false;
        QTest::mouseClick(start, Qt::LeftButton);
        return QTest::qWaitFor([this] { return table->model()->rowCount() > 0; }, Patience);
    }
    bool waitForEnd()
    {
        return QTest::qWaitFor(
            [this] { return session->jobs().isIdle() && run->text() != QStringLiteral("Cancel"); },
            Patience);
    }
    QStringList shownNumbers() const
    {
        QStringList texts;
        const auto &model = *table->model();
        for (int row = 0; row < model.rowCount(); ++row) {
            for (int column = 0; column < model.columnCount(); ++column)
                texts.append(model.index(row, column).data().toString());
        }
        return texts;
    }
    QModelIndex cell(const QString &target, const QString &mode) const
    {
        const auto &model = *table->model();
        for (int row = 0; row < model.rowCount(); ++row) {
            for (int column = 0; column < model.columnCount(); ++column) {
                if (model.headerData(row, Qt::Vertical).toString() == target
                    && model.headerData(column, Qt::Horizontal).toString() == mode)
                    return model.index(row, column);
            }
        }
        return {};
    }

    QTableView *table = nullptr;
    QPushButton *run = nullptr;
    QLabel *status = nullptr;
};

} // namespace tosaic::test
