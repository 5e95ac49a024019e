// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/shell/frame/runsarea.h"
#include "core/model/entityref.h"
#include "profiler/session/profiledocument.h"
#include "tests/app/windowfixture.h"

#include <QAbstractItemView>
#include <QAbstractScrollArea>

#include <functional>
#include <optional>

namespace tosaic::test {

/// The window with the mode Runs: what a person sees, clicks and types there.
class ProfilerTest : public WindowTest
{
protected:
    ProfilerTest();
    ~ProfilerTest() override;

    static constexpr int Patience = 60'000; // ms, for a machine under load

    static bool waitFor(const std::function<bool()> &condition);
    /// The sample that comes with the program, with its compile.
    static QString program();
    /// A PMU trace of it, made from its debug database.
    QString makeTrace(quint32 seed = 1, const QString &name = QStringLiteral("trace.json.gz"));
    void openProgramAndTrace();
    /// Until the profile is put together with this origin; absent: without a table.
    bool waitForOrigin(std::optional<Origin> origin);
    std::shared_ptr<const ProfileSubject> subject() const { return session->profile().subject(); }

    shell::RunsArea &area();
    /// As Alt+number does.
    void showTab(int number);
    /// Of a page of the area, also one that is not in front.
    template <typename Widget>
    Widget *inRuns(const QString &name)
    {
        auto *widget = area().findChild<Widget *>(name);
        EXPECT_TRUE(widget) << "no " << name.toStdString();
        return widget;
    }
    /// Texts of a model: cells of a row by tabs, rows by lines.
    static QString textOf(const QAbstractItemModel &model, const QModelIndex &parent = {});
    static QString cell(const QAbstractItemModel &model, int row, int column);
    /// Row of the first column with this text; -1: none.
    static int rowNamed(const QAbstractItemModel &model, int column, const QString &text);
    void clickRow(
        QAbstractItemView &view, int row, Qt::KeyboardModifiers modifiers = {}, int column = 0);
    /// With the left button over the viewport.
    static void drag(QAbstractScrollArea &view, const QPoint &from, const QPoint &to);
    /// Types as a person does: what has the focus gets it, shortcuts first.
    static void type(Qt::Key key, Qt::KeyboardModifiers modifiers = {});
    /// The workspace with all that is open.
    void saveWorkspace(const QString &path);
    /// Kept where TOSAIC_PICTURES says, for people to look at.
    void keepPicture(const QString &name);
};

} // namespace tosaic::test
