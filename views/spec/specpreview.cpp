// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/specpreview.h"

#include "core/documents/specdocument.h"
#include "core/spec/specjson.h"
#include "core/spec/specpython.h"
#include "views/widgets/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QJsonDocument>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace tosaic::views {

SpecPreview::SpecPreview(SpecDocument &document, const Theme &theme, QWidget *parent)
    : QTabWidget(parent), m_document(document), m_theme(theme)
{
    setObjectName(u"specPreview"_s);
    setAccessibleName(tr("The spec as the tools spell it"));
    setDocumentMode(true);
    m_python = addText(u"specPython"_s, tr("Python"));
    m_json = addText(u"specJson"_s, tr("JSON"));
    m_vela = addText(u"specVela"_s, tr("Vela"));
    m_vela->setWordWrapMode(QTextOption::WordWrap); // one long line
    connect(&document, &SpecDocument::changed, this, &SpecPreview::refresh);
    refresh();
}

QPlainTextEdit *SpecPreview::addText(const QString &name, const QString &title)
{
    auto *page = new QWidget(this);
    auto *text = new QPlainTextEdit(page);
    text->setObjectName(name);
    text->setAccessibleName(title);
    text->setReadOnly(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text->setFont(m_theme.codeFont());
    text->setFrameShape(QFrame::NoFrame);
    text->setWordWrapMode(QTextOption::NoWrap);
    auto *copy = new QPushButton(QIcon::fromTheme(u"edit-copy"_s), tr("Copy"), page);
    copy->setObjectName(name + u"Copy"_s);
    connect(copy, &QPushButton::clicked, text,
        [text] { QApplication::clipboard()->setText(text->toPlainText()); });
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->setSpacing(8);
    layout->addWidget(text, 1);
    layout->addWidget(copy, 0, Qt::AlignRight);
    addTab(page, title);
    return text;
}

void SpecPreview::setInput(const QString &path)
{
    m_input = path;
    refresh();
}

void SpecPreview::refresh()
{
    const auto &spec = m_document.spec();
    m_python->setPlainText(spec::pythonCall(spec));
    m_json->setPlainText(
        QString::fromUtf8(QJsonDocument(spec::toJson(spec)).toJson(QJsonDocument::Indented))
            .trimmed());
    // Vela itself takes TOSA and TFLite; ExecuTorch calls it so for every partition.
    const auto suffix = QFileInfo(m_input).suffix().toLower();
    const bool isVelaInput = suffix == "tosa"_L1 || suffix == "tflite"_L1;
    m_vela->setPlainText(spec::velaCommandLine(spec, isVelaInput ? m_input : u"partition.tosa"_s));
}

} // namespace tosaic::views
