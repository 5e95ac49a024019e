// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/documents/npuanalysis.h"

#include <QFrame>

class QComboBox;
class QToolButton;

namespace tosaic::views {

class PartsLabel;
class SearchLine;

/// The line above the listing: which stream, filter, folding, facts.
class DisassemblyBar : public QFrame
{
    Q_OBJECT
public:
    explicit DisassemblyBar(QWidget *parent = nullptr);

    void setStreams(const NpuAnalyses &streams);
    int stream() const;
    void setStream(int index);

    QString filter() const;
    void clearFilter();
    /// Where arrow down and Enter move the focus from the filter.
    void setTarget(QWidget *target);

    /// `shown`: commands that a filter lets through; absent: there is no filter.
    void setFacts(const npu::Stream *stream, std::optional<quint64> shown);
    void setBytesEnabled(bool enabled);

Q_SIGNALS:
    void streamChosen(int index);
    void filterChanged();
    void operationsOnlyToggled(bool on);
    void expandAllRequested();
    void collapseAllRequested();
    void bytesRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QToolButton *addButton(const QString &name, const QString &iconName, const QString &text);

    QComboBox *m_chooser;
    SearchLine *m_filter;
    QToolButton *m_operationsOnly;
    QToolButton *m_bytes = nullptr;
    PartsLabel *m_facts;
};

} // namespace tosaic::views
