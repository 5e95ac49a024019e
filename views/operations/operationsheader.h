// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/operations/shownoperations.h"

#include <QFrame>

#include <array>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace tosaic::views {

class PartsLabel;
class SearchLine;
class WrappedLabel;

/// Which pictures stand beside the table.
enum class Picture
{
    None,
    Bars,
    Treemap,
    Deviations
};

/// What the page says about the whole, and how it is shown.
class OperationsHeader : public QFrame
{
    Q_OBJECT
public:
    explicit OperationsHeader(QWidget *parent = nullptr);

    void setData(const OperationsData &operations);
    void setSummary(const QStringList &parts);
    /// Empty: no range.
    void setRange(const QString &text);
    /// Another profile is being put together.
    void setLoading(bool isLoading);
    void setUnmatchedShown(bool isShown);
    void setFilterTarget(QWidget *target);

    GroupBy groupBy() const;
    std::optional<size_t> pass() const;
    QString filter() const;
    bool isTableShown() const;
    Picture picture() const { return m_picture; }
    void setViews(bool isTable, Picture picture);

Q_SIGNALS:
    void optionsChanged();
    void filterChanged();
    void viewsChanged();
    void unmatchedToggled(bool isShown);
    void wholeRunRequested();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void createSummary();
    void createControls();
    void createRange();
    QToolButton *addSegment(QHBoxLayout *row, const QString &name, const QString &text,
        const QString &icon, const QString &toolTip);
    void fillPasses(const OperationsData &operations);
    void showUnmatched(const OperationsData &operations);
    void showViews();
    /// With little room segments are icons, and what can be done without is away.
    void fitSegments();

    PartsLabel *m_summary = nullptr;
    QLabel *m_loading = nullptr;
    QLabel *m_confidence = nullptr;
    QToolButton *m_unmatched = nullptr;
    QLabel *m_byLabel = nullptr;
    WrappedLabel *m_note = nullptr;
    QWidget *m_rangeBar = nullptr;
    QLabel *m_range = nullptr;
    QComboBox *m_groupBy = nullptr;
    QComboBox *m_pass = nullptr;
    SearchLine *m_filter = nullptr;
    QToolButton *m_table = nullptr;
    std::array<QToolButton *, 3> m_pictures{};
    Picture m_picture = Picture::Bars;
    bool m_isTable = true;
    bool m_hasConfidence = false;
};

} // namespace tosaic::views
