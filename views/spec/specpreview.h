// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTabWidget>

class QPlainTextEdit;

namespace tosaic {
class SpecDocument;
}

namespace tosaic::views {

class Theme;

/// The spec as the tools spell it: JSON, EthosUCompileSpec in Python, Vela's command line.
class SpecPreview : public QTabWidget
{
    Q_OBJECT
public:
    SpecPreview(SpecDocument &document, const Theme &theme, QWidget *parent = nullptr);

    void setInput(const QString &path);

private:
    QPlainTextEdit *addText(const QString &name, const QString &title);
    void refresh();

    SpecDocument &m_document;
    const Theme &m_theme;
    QString m_input;
    QPlainTextEdit *m_python;
    QPlainTextEdit *m_json;
    QPlainTextEdit *m_vela;
};

} // namespace tosaic::views
