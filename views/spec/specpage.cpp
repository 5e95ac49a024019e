// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/specpage.h"

#include "core/documents/specdocument.h"
#include "core/spec/specrules.h"
#include "views/spec/environmentpanel.h"
#include "views/spec/specform.h"
#include "views/spec/specpreview.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>

using namespace Qt::StringLiterals;

namespace tosaic::views {

SpecPage::SpecPage(SpecDocument &document, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_document(document)
{
    setObjectName(u"specPage"_s);
    setAccessibleName(tr("Compile spec"));
    auto *splitter = new QSplitter(this);
    splitter->setObjectName(u"specSplitter"_s);
    splitter->setChildrenCollapsible(false);
    m_form = new SpecForm(document, theme, splitter);
    m_form->setMinimumWidth(400);
    m_preview = new SpecPreview(document, theme, splitter);
    m_preview->setMinimumWidth(340);
    m_environment = new EnvironmentPanel(theme);
    m_environmentTab = new QScrollArea(m_preview);
    m_environmentTab->setFrameShape(QFrame::NoFrame);
    m_environmentTab->setWidgetResizable(true);
    m_environmentTab->setWidget(m_environment);
    m_preview->addTab(m_environmentTab, tr("Compilers"));
    splitter->setSizes({ 620, 380 }); // shares; the form stops growing first
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeInputRow());
    layout->addWidget(splitter, 1);
    connect(m_form, &SpecForm::checked, this, &SpecPage::updateState);
    connect(m_environment, &EnvironmentPanel::changed, this, &SpecPage::updateState);
    updateState();
}

SpecPage::~SpecPage() = default;

QWidget *SpecPage::makeInputRow()
{
    auto *row = new QFrame(this);
    row->setProperty("role", u"bar"_s);
    auto *label = new QLabel(tr("Model to compile"), row);
    m_input = new QLineEdit(row);
    m_input->setObjectName(u"specInput"_s);
    m_input->setAccessibleName(tr("Model to compile"));
    m_input->setPlaceholderText(tr("A .py or .pt2 model, or a .tosa or .tflite file"));
    label->setBuddy(m_input);
    auto *choose = new QPushButton(tr("Choose…"), row);
    choose->setObjectName(u"specChooseInput"_s);
    m_compile = new QPushButton(tr("Compile"), row);
    m_compile->setObjectName(u"specCompile"_s);
    m_compile->setProperty("role", u"primary"_s);
    m_hint = new QLabel(row);
    m_hint->setObjectName(u"specHint"_s);
    m_hint->setProperty("role", u"muted"_s);
    m_hint->setWordWrap(true);
    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(label);
    line->addWidget(m_input, 1);
    line->addWidget(choose);
    line->addWidget(m_compile);
    auto *layout = new QVBoxLayout(row);
    layout->setContentsMargins(16, 8, 16, 8);
    layout->setSpacing(4);
    layout->addLayout(line);
    layout->addWidget(m_hint);
    connect(m_input, &QLineEdit::editingFinished, this, &SpecPage::takeInput);
    connect(m_input, &QLineEdit::textChanged, this, &SpecPage::updateState);
    connect(choose, &QPushButton::clicked, this, &SpecPage::chooseInput);
    connect(m_compile, &QPushButton::clicked, this, [this] {
        takeInput();
        Q_EMIT compileRequested();
    });
    return row;
}

QString SpecPage::input() const
{
    return m_input->text().trimmed();
}

void SpecPage::setInput(const QString &path)
{
    m_input->setText(path);
    m_input->setModified(false);
    m_preview->setInput(path);
    updateState();
}

void SpecPage::takeInput()
{
    if (!m_input->isModified())
        return;
    m_input->setModified(false);
    m_preview->setInput(input());
    Q_EMIT inputChosen(input());
}

void SpecPage::chooseInput()
{
    auto *dialog = new QFileDialog(this, tr("Model to compile"), QFileInfo(input()).path(),
        tr("Models (*.py *.pt2 *.tosa *.tflite)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        setInput(path);
        Q_EMIT inputChosen(path);
    });
    dialog->open();
}

void SpecPage::showEnvironment()
{
    m_preview->setCurrentWidget(m_environmentTab);
}

void SpecPage::updateState()
{
    const bool hasError = spec::hasError(m_form->problems());
    m_compile->setEnabled(!input().isEmpty() && !hasError);
    const auto suffix = QFileInfo(input()).suffix().toLower();
    const bool runsCode = suffix == "py"_L1 || suffix == "pt2"_L1;
    const auto &tools = m_environment->environment();
    QString text;
    if (input().isEmpty())
        text = tr("Choose the model, then Compile. The compiled program opens by itself.");
    else if (hasError)
        text = tr("The spec contradicts itself: the fields below say where and what to do.");
    else if (tools && runsCode && !tools->hasExecuTorch())
        text = tr("This needs ExecuTorch, which the chosen Python does not have: see Compilers.");
    else if (runsCode)
        text = tr("Compiling this file runs its code: you are asked before it does.");
    else
        text = tr("Vela compiles this file.");
    m_hint->setText(text);
}

} // namespace tosaic::views
