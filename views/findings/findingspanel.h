// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/session/findings.h"

#include <QFrame>

#include <vector>

class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace tosaic::views {

class ElidedLabel;
class IconLabel;
class WrappedLabel;

/// Where the evidence of a finding is looked at.
enum class EvidencePage
{
    None,
    Operators,
    Roofline,
    Timeline,
    Counters,
    Kernels,
    Memory,
    Partition,
    Spec
};
EvidencePage evidencePage(const Finding &finding);

/// What matters first, as sentences above a page. A link behind each leads to its evidence, names
/// of operators in it are links themselves. Takes the same room while more may come, so that
/// nothing moves when the numbers arrive, then what it needs; folded it is one line with the first
/// sentence.
class FindingsPanel : public QFrame
{
    Q_OBJECT
public:
    explicit FindingsPanel(QWidget *parent = nullptr);

    /// Hides itself while there are none.
    void setFindings(std::vector<Finding> findings);
    const std::vector<Finding> &findings() const { return m_findings; }
    /// Whether nothing more is read that could add findings; false at first.
    void setComplete(bool isComplete);
    /// The sentences, one a line.
    QString text() const;
    bool isFolded() const;
    void setFolded(bool folded);

Q_SIGNALS:
    void pageRequested(tosaic::views::EvidencePage page);
    /// Operations of the profile's table that an operator of a finding stands for; never none.
    void operatorRequested(const std::vector<size_t> &operations);
    /// By the user.
    void folded(bool folded);

private:
    struct Row
    {
        IconLabel *icon;
        WrappedLabel *sentence;
    };

    void addRow();
    void fill(size_t row);
    void followLink(size_t row, const QString &link);
    void fixHeight();
    bool eventFilter(QObject *watched, QEvent *event) override;
    void changeEvent(QEvent *event) override;

    std::vector<Finding> m_findings;
    bool m_isComplete = false;
    std::vector<Row> m_rows; ///< at least as many as findings
    QToolButton *m_fold;
    ElidedLabel *m_head;
    QScrollArea *m_body;
    QVBoxLayout *m_column;
};

} // namespace tosaic::views
