// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/specpage.h"

#include "core/documents/specdocument.h"
#include "views/spec/environmentpanel.h"
#include "views/spec/estimatestrip.h"
#include "views/spec/speceditor.h"
#include "views/spec/specform.h"
#include "views/spec/textpane.h"
#include "views/spec/undokeys.h"
#include "views/widgets/building.h"
#include "views/widgets/filedialog.h"
#include "views/widgets/scrolled.h"

#include <QApplication>
#include <QFileInfo>
#include <QLineEdit>
#include <QTabBar>
#include <QTabWidget>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

// Place of a tab among the others; ids that are not known come last.
qsizetype rankOf(const QString &id)
{
    static const QStringList order{ u"spec"_s, u"memory"_s, u"whatIf"_s, u"ini"_s, u"compilers"_s };
    const auto at = order.indexOf(id);
    return at < 0 ? order.size() : at;
}

/// Tabs that are not shown ask for no height, so that a panel below can have it.
void giveWay(QTabWidget &tabs)
{
    for (int i = 0; i < tabs.count(); ++i) {
        auto policy = tabs.widget(i)->sizePolicy();
        policy.setVerticalPolicy(
            i == tabs.currentIndex() ? QSizePolicy::Preferred : QSizePolicy::Ignored);
        tabs.widget(i)->setSizePolicy(policy);
    }
}

} // namespace

SpecPage::SpecPage(SpecDocument &document, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_document(document), m_strip(new EstimateStrip(theme, this)),
      m_tabs(new QTabWidget(this))
{
    named(this, u"specPage"_s, tr("Compile spec"));
    named(m_tabs, u"specTabs"_s, tr("Ways to look at the spec"));
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setExpanding(false);
    m_tabs->tabBar()->setDrawBase(false);
    m_editor = new SpecEditor(document, theme);
    addTab(u"spec"_s, m_editor, tr("Spec"));
    m_environment = new EnvironmentPanel(theme);
    addTab(u"compilers"_s, scrolled(m_environment), tr("Compilers"));
    makeColumn(this, { makeInputRow(), m_strip, { m_tabs, 1 } }, 0);
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] {
        giveWay(*m_tabs);
        Q_EMIT tabShown(currentTab());
    });
    connect(&document, &SpecDocument::checked, this, &SpecPage::updateState);
    connect(m_strip, &EstimateStrip::respecRequested, this, &SpecPage::respecRequested);
    connect(m_strip, &EstimateStrip::compileRequested, this, &SpecPage::requestCompile);
    connect(m_strip, &EstimateStrip::toolsWanted, this, &SpecPage::showEnvironment);
    connect(m_environment, &EnvironmentPanel::changed, this, &SpecPage::updateState);
    updateState();
}

SpecPage::~SpecPage()
{
    // A field that has the focus says so when it loses it: not to what is half gone.
    auto *focused = QApplication::focusWidget();
    if (focused && isAncestorOf(focused))
        focused->clearFocus();
    m_tabs->disconnect(this);
}

QWidget *SpecPage::makeInputRow()
{
    auto *row = new QFrame(this);
    row->setProperty("role", u"bar"_s);
    auto *label = new QLabel(tr("Model to compile"), row);
    m_input = named(new QLineEdit(row), u"specInput"_s, tr("Model to compile"));
    m_input->setPlaceholderText(tr("A .py or .pt2 model, or a .tosa or .tflite file"));
    label->setBuddy(m_input);
    // Its own undo only while there is something typed to take back.
    auto *undoKeys = new UndoKeys(this, [this] { return m_input->isUndoAvailable(); });
    undoKeys->watch(m_input);
    auto *choose = named(new QPushButton(tr("Choose…"), row), u"specChooseInput"_s);
    m_compile = named(new QPushButton(tr("Compile"), row), u"specCompile"_s);
    m_hint = wrapped(named(new QLabel(row), u"specHint"_s, {}, u"muted"_s));
    auto *line = makeRow(nullptr, { label, { m_input, 1 }, choose, m_compile }, 8);
    makeColumn(row, { line, m_hint }, 4, { 16, 8, 16, 8 });
    connect(m_input, &QLineEdit::editingFinished, this, &SpecPage::takeInput);
    connect(m_input, &QLineEdit::textChanged, this, &SpecPage::updateState);
    connect(choose, &QPushButton::clicked, this, &SpecPage::chooseInput);
    connect(m_compile, &QPushButton::clicked, this, &SpecPage::requestCompile);
    return row;
}

void SpecPage::requestCompile()
{
    takeInput();
    Q_EMIT compileRequested();
}

void SpecPage::setEstimate(EstimateDocument *estimate)
{
    m_strip->setDocument(estimate);
}

void SpecPage::setBudget(const EstimateBudget &budget)
{
    m_strip->setBudget(budget);
}

void SpecPage::setVersions(QMenu *menu)
{
    m_strip->setVersions(menu);
}

void SpecPage::setNames(const ModelNames &names)
{
    m_editor->form().setNames(names);
}

void SpecPage::setActions(const QList<QAction *> &buttons, const QList<QAction *> &menu)
{
    m_editor->setActions(buttons, menu);
}

const std::vector<spec::RuleHit> &SpecPage::hits() const
{
    return m_editor->form().hits();
}

bool SpecPage::showField(const QString &key)
{
    showTab(u"spec"_s);
    return m_editor->form().showField(key);
}

void SpecPage::paste()
{
    showTab(u"spec"_s);
    m_editor->text().paste();
}

QString SpecPage::input() const
{
    return m_input->text().trimmed();
}

void SpecPage::setInput(const QString &path)
{
    m_input->setText(path);
    m_input->setModified(false);
    m_editor->text().setInput(path);
    updateState();
}

void SpecPage::takeInput()
{
    if (!m_input->isModified())
        return;
    m_input->setModified(false);
    m_editor->text().setInput(input());
    Q_EMIT inputChosen(input());
}

void SpecPage::chooseInput()
{
    auto *dialog = newFileDialog(this, tr("Model to compile"), QFileInfo(input()).path(),
        tr("Models (*.py *.pt2 *.tosa *.tflite)"));
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        setInput(path);
        Q_EMIT inputChosen(path);
    });
    dialog->open();
}

void SpecPage::showEnvironment()
{
    showTab(u"compilers"_s);
}

void SpecPage::addTab(const QString &id, QWidget *widget, const QString &title)
{
    const bool wasCurrent = currentTab() == id;
    if (const auto known = m_tabIds.indexOf(id); known >= 0) {
        auto *old = m_tabs->widget(static_cast<int>(known));
        m_tabIds.removeAt(known);
        m_tabs->removeTab(static_cast<int>(known));
        old->deleteLater();
    }
    const auto next = std::find_if(m_tabIds.cbegin(), m_tabIds.cend(),
        [&](const QString &other) { return rankOf(other) > rankOf(id); });
    const auto at = next - m_tabIds.cbegin();
    m_tabIds.insert(at, id);
    if (widget->objectName().isEmpty())
        widget->setObjectName(id + u"Tab"_s);
    if (widget->accessibleName().isEmpty())
        widget->setAccessibleName(title);
    m_tabs->insertTab(static_cast<int>(at), widget, title);
    giveWay(*m_tabs);
    if (wasCurrent)
        showTab(id);
}

void SpecPage::showTab(const QString &id)
{
    if (const auto at = m_tabIds.indexOf(id); at >= 0)
        m_tabs->setCurrentIndex(static_cast<int>(at));
}

QString SpecPage::currentTab() const
{
    return m_tabIds.value(m_tabs->currentIndex());
}

void SpecPage::updateState()
{
    const bool hasError = m_document.hasError();
    const bool can = !input().isEmpty() && !hasError;
    m_compile->setEnabled(can);
    m_strip->setCanCompile(can);
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
    m_hint->setText(text);
    m_hint->setVisible(!text.isEmpty());
    m_compile->setToolTip(!text.isEmpty() ? text
            : runsCode ? tr("Compiling this file runs its code: you are asked before it does.")
                       : tr("Vela compiles this file."));
}

} // namespace tosaic::views
