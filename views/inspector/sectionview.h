// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/inspector/inspection.h"
#include "views/widgets/theme.h"

#include <QHash>
#include <QTextBrowser>
#include <QWidget>

class QToolButton;
class QVBoxLayout;

namespace tosaic::views {

/// Text with links that is exactly as high as what it shows.
class FactsText : public QTextBrowser
{
    Q_OBJECT
public:
    explicit FactsText(QWidget *parent = nullptr);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    mutable QHash<int, int>
        m_heights; ///< px by width: layouts ask often, and the answer takes long
};

/// One section of the inspector: a title that folds, and its facts as selectable text with links.
class SectionView : public QWidget
{
    Q_OBJECT
public:
    SectionView(Section section, const Theme &theme, QWidget *parent = nullptr);

    const Section &section() const { return m_section; }
    /// Puts a picture between title and facts.
    void addPicture(QWidget *picture);
    void setFolded(bool folded);
    bool isFolded() const;
    /// Title and facts, one a line, label and value separated by a tab.
    QString text() const;

Q_SIGNALS:
    void linkActivated(const tosaic::model::EntityRef &entity);
    void foldedChanged(bool folded);

private:
    void render();
    QString labelWidth() const;
    QString rowHtml(size_t index) const;
    QString valueHtml(size_t index) const;
    void followLink(const QString &link);

    Section m_section;
    const Theme &m_theme;
    QString m_labelWidth; ///< px, or a share of the table
    size_t m_shown; ///< facts shown; a long list opens on demand
    QToolButton *m_title;
    QWidget *m_body;
    QVBoxLayout *m_bodyLayout;
    FactsText *m_text;
};

} // namespace tosaic::views
