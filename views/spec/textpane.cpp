// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/textpane.h"

#include "core/documents/specdocument.h"
#include "views/spec/fieldnote.h"
#include "views/spec/spellingedit.h"
#include "views/widgets/building.h"

#include <QApplication>
#include <QClipboard>
#include <QIcon>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tosaic::views {

TextPane::TextPane(SpecDocument &document, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_tabs(new QTabWidget(this)), m_clipboardState(explanation({}, this))
{
    named(this, u"specText"_s, tr("The spec as text"));
    named(m_tabs, u"specSpellings"_s, tr("The spec as the tools spell it"));
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setDrawBase(false);
    // As high as the head of the form beside it; 13 px are the tab's padding and lines.
    m_tabs->tabBar()->setStyleSheet(u"QTabBar::tab { min-height: %1px; max-height: %1px; }"_s.arg(
        headHeight(fontMetrics()) - 13));
    for (const auto spelling : Spellings) {
        m_edits.push_back(new SpellingEdit(spelling, document, theme, m_tabs));
        m_tabs->addTab(m_edits.back(), spellingTitle(spelling));
    }
    auto *corner = new QWidget(m_tabs);
    corner->setAutoFillBackground(true); // over the line that the tabs draw below a corner
    auto *buttons = new QHBoxLayout(corner);
    buttons->setContentsMargins(0, 0, 8, 2);
    buttons->setSpacing(0);
    const auto add
        = [&](const QString &name, const QString &icon, const QString &text, const QString &tip) {
              auto *button = named(new QToolButton(corner), name);
              button->setIcon(QIcon::fromTheme(icon));
              button->setText(text);
              button->setAutoRaise(true);
              button->setToolTip(tip);
              button->setAccessibleName(tip);
              button->setFocusPolicy(Qt::StrongFocus);
              buttons->addWidget(button);
              return button;
          };
    auto *copyButton = add(u"specCopy"_s, u"edit-copy"_s, tr("Copy"), tr("Copy the whole text"));
    auto *pasteButton = add(u"specPaste"_s, u"edit-paste"_s, tr("Paste"),
        tr("Take the spec from the clipboard: JSON, a Python call or a Vela command line"));
    m_tabs->setCornerWidget(corner);
    m_clipboardState->setObjectName(u"specClipboardState"_s);
    m_clipboardState->setContentsMargins(12, 4, 12, 4);
    m_clipboardState->hide();
    makeColumn(this, { { m_tabs, 1 }, m_clipboardState }, 0);
    connect(copyButton, &QToolButton::clicked, this, &TextPane::copy);
    connect(pasteButton, &QToolButton::clicked, this, &TextPane::paste);
    connect(&document, &SpecDocument::changed, m_clipboardState, &QWidget::hide);
    connect(m_tabs, &QTabWidget::currentChanged, m_clipboardState, &QWidget::hide);
}

SpellingEdit *TextPane::current() const
{
    return m_edits[static_cast<std::size_t>(std::max(0, m_tabs->currentIndex()))];
}

void TextPane::setInput(const QString &path)
{
    for (auto *edit : m_edits)
        edit->setInput(path);
}

void TextPane::copy() const
{
    QApplication::clipboard()->setText(current()->text());
}

void TextPane::paste()
{
    const auto text = QApplication::clipboard()->text();
    const auto spelling = recognise(text);
    if (!spelling) {
        m_clipboardState->setText(text.trimmed().isEmpty()
                ? tr("The clipboard holds no text.")
                : tr("The clipboard holds neither a SPEC.json, nor an EthosUCompileSpec call, nor "
                     "a Vela command line."));
        m_clipboardState->show();
        return;
    }
    auto *edit = m_edits[static_cast<std::size_t>(*spelling)];
    m_tabs->setCurrentWidget(edit);
    edit->takeText(text.trimmed()); // what is wrong with it is marked there
}

} // namespace tosaic::views
