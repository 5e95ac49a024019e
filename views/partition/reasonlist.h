// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/models/rejectiongroups.h"

#include <QFrame>

class QGridLayout;
class QScrollArea;

namespace tosaic::views {

struct Rewrite;

/// Why operators are not on the NPU, grouped over the model, with what usually helps, a button
/// where a change of the spec may, and the way to the line of the model. Hidden where nothing is
/// refused.
class ReasonList : public QFrame
{
    Q_OBJECT
public:
    explicit ReasonList(QWidget *parent = nullptr);

    /// `spec`: that is edited; the changes are made to it.
    void setGroups(std::vector<RejectionGroup> groups, const spec::CompileSpec &spec);

Q_SIGNALS:
    /// The operators of this reason are to be seen.
    void reasonChosen(const QString &reason);
    void remedyRequested(const tosaic::spec::CompileSpec &spec);
    /// The line that the first operator of a reason was written in is to be seen.
    void sourceRequested(const QString &file, int line);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitHeight();
    void place(QWidget *widget, int row, int column, Qt::Alignment alignment = {});
    void addCopy(int row, const Rewrite &rewrite);
    void addSource(int row, const RejectionGroup &group);
    void addRow(int row, const RejectionGroup &group, const spec::CompileSpec &spec);

    QScrollArea *m_scroll;
    QWidget *m_content;
    QGridLayout *m_rows;
};

} // namespace tosaic::views
