// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/flageditor.h"

#include "core/spec/velaoptions.h"
#include "views/spec/fieldnote.h"
#include "views/widgets/building.h"
#include "views/widgets/discard.h"
#include "views/widgets/iconbutton.h"

#include <QCompleter>
#include <QCoreApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QRegularExpression>
#include <QStandardItemModel>
#include <QString>
#include <QStringList>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

struct Help
{
    const char16_t *option;
    const char *text;
};

// After Vela 5.1.0's own --help.
constexpr Help Helps[] = {
    { u"--accelerator-config", QT_TRANSLATE_NOOP("FlagWords", "Which NPU to compile for.") },
    { u"--api-version", QT_TRANSLATE_NOOP("FlagWords", "Prints the API version and ends.") },
    { u"--arena-cache-size",
        QT_TRANSLATE_NOOP(
            "FlagWords", "Bytes of the arena cache. Replaces the value of the memory mode.") },
    { u"--config", QT_TRANSLATE_NOOP("FlagWords", "A further config file.") },
    { u"--cop-format", QT_TRANSLATE_NOOP("FlagWords", "Format of the driver actions.") },
    { u"--cpu-tensor-alignment",
        QT_TRANSLATE_NOOP("FlagWords", "Alignment in bytes of tensors that the CPU sees.") },
    { u"--debug-force-legacy-core",
        QT_TRANSLATE_NOOP("FlagWords", "Compiles with the old Python core.") },
    { u"--debug-force-regor", QT_TRANSLATE_NOOP("FlagWords", "Compiles with the C++ core.") },
    { u"--disable-buffering", QT_TRANSLATE_NOOP("FlagWords", "No weight buffering.") },
    { u"--disable-cascading", QT_TRANSLATE_NOOP("FlagWords", "No cascading of operators.") },
    { u"--disable-chaining", QT_TRANSLATE_NOOP("FlagWords", "No chaining of operators.") },
    { u"--disable-fwd", QT_TRANSLATE_NOOP("FlagWords", "No fast weight decoding.") },
    { u"--disable-ifm-reuse",
        QT_TRANSLATE_NOOP("FlagWords", "Outputs do not take the place of inputs.") },
    { u"--enable-debug-db",
        QT_TRANSLATE_NOOP("FlagWords", "Writes the debug database that joins commands to TOSA.") },
    { u"--experimental-softmax-int16-neg-exp-range",
        QT_TRANSLATE_NOOP("FlagWords", "Negative exponent range of int16 softmax.") },
    { u"--force-symmetric-int-weights",
        QT_TRANSLATE_NOOP("FlagWords", "Takes zero points of signed weights as 0.") },
    { u"--help", QT_TRANSLATE_NOOP("FlagWords", "Prints the options and ends.") },
    { u"--hillclimb-max-iterations",
        QT_TRANSLATE_NOOP("FlagWords", "Steps of the hill climb allocator.") },
    { u"--ignore-ops", QT_TRANSLATE_NOOP("FlagWords", "Leaves TFLite operator kinds on the CPU.") },
    { u"--list-config-files",
        QT_TRANSLATE_NOOP("FlagWords", "Prints the config files that come with Vela and ends.") },
    { u"--list-configs",
        QT_TRANSLATE_NOOP("FlagWords", "Prints what a config file defines and ends.") },
    { u"--max-block-dependency",
        QT_TRANSLATE_NOOP("FlagWords", "Largest block dependency between operations.") },
    { u"--memory-mode", QT_TRANSLATE_NOOP("FlagWords", "Memory mode of the config file.") },
    { u"--optimise",
        QT_TRANSLATE_NOOP(
            "FlagWords", "Performance: as fast as the arena cache allows. Size: least SRAM.") },
    { u"--output-dir", QT_TRANSLATE_NOOP("FlagWords", "Where files are written.") },
    { u"--output-format", QT_TRANSLATE_NOOP("FlagWords", "TFLite or raw output.") },
    { u"--recursion-limit", QT_TRANSLATE_NOOP("FlagWords", "Python's recursion limit.") },
    { u"--separate-io-regions",
        QT_TRANSLATE_NOOP("FlagWords", "Inputs and outputs in regions of their own.") },
    { u"--show-cpu-operations",
        QT_TRANSLATE_NOOP("FlagWords", "Prints which operators fall back to the CPU.") },
    { u"--show-subgraph-io-summary",
        QT_TRANSLATE_NOOP("FlagWords", "Prints inputs and outputs of the subgraphs.") },
    { u"--supported-ops-report",
        QT_TRANSLATE_NOOP("FlagWords", "Writes SUPPORTED_OPS.md and ends.") },
    { u"--system-config", QT_TRANSLATE_NOOP("FlagWords", "System of the config file.") },
    { u"--tensor-allocator",
        QT_TRANSLATE_NOOP("FlagWords", "How tensors get their places in the arena.") },
    { u"--timing", QT_TRANSLATE_NOOP("FlagWords", "Times the compiler.") },
    { u"--verbose-all", QT_TRANSLATE_NOOP("FlagWords", "All reports on the console.") },
    { u"--verbose-allocation", QT_TRANSLATE_NOOP("FlagWords", "Reports tensor allocation.") },
    { u"--verbose-config",
        QT_TRANSLATE_NOOP("FlagWords", "Reports system config and memory mode.") },
    { u"--verbose-cycle-estimate", QT_TRANSLATE_NOOP("FlagWords", "Reports estimated cycles.") },
    { u"--verbose-graph", QT_TRANSLATE_NOOP("FlagWords", "Reports graph optimisation.") },
    { u"--verbose-high-level-command-stream",
        QT_TRANSLATE_NOOP("FlagWords", "Reports the high level command stream.") },
    { u"--verbose-operators", QT_TRANSLATE_NOOP("FlagWords", "Reports the operators.") },
    { u"--verbose-packing", QT_TRANSLATE_NOOP("FlagWords", "Reports pass packing.") },
    { u"--verbose-performance",
        QT_TRANSLATE_NOOP("FlagWords", "Writes the per-layer report of cycles and traffic.") },
    { u"--verbose-progress", QT_TRANSLATE_NOOP("FlagWords", "Reports progress.") },
    { u"--verbose-quantization", QT_TRANSLATE_NOOP("FlagWords", "Reports quantisation.") },
    { u"--verbose-register-command-stream",
        QT_TRANSLATE_NOOP("FlagWords", "Reports the register commands.") },
    { u"--verbose-schedule", QT_TRANSLATE_NOOP("FlagWords", "Reports the schedule.") },
    { u"--verbose-tensor-format", QT_TRANSLATE_NOOP("FlagWords", "Reports tensor formats.") },
    { u"--verbose-tensor-purpose",
        QT_TRANSLATE_NOOP("FlagWords", "Reports what tensors are for.") },
    { u"--verbose-weights", QT_TRANSLATE_NOOP("FlagWords", "Reports weight compression.") },
    { u"--version", QT_TRANSLATE_NOOP("FlagWords", "Prints the version and ends.") },
};

QString flagText(const char *text)
{
    return QCoreApplication::translate("FlagWords", text);
}

/// What an option of Vela does, one sentence; empty if it is not known.
QString flagHelp(const QString &option)
{
    for (const auto &help : Helps) {
        if (option == help.option)
            return flagText(help.text);
    }
    return {};
}

/// The same about a flag as typed ("--optimise=Size"), with what speaks against it: deprecated,
/// overridden by the spec, without effect.
QString flagRemark(const QString &flag)
{
    const auto end = flag.indexOf(QRegularExpression(u"[= ]"_s));
    const auto name = end < 0 ? flag : flag.left(end);
    const auto *option = spec::matchOption(name).option;
    if (!option)
        return {};
    QStringList parts{ flagHelp(option->nameText()) };
    if (option->isDeprecated)
        parts << FlagEditor::tr("Deprecated: Vela warns and will drop it.");
    if (option->effect == spec::OptionEffect::Overridden)
        parts << FlagEditor::tr("The spec's own value wins.");
    if (option->effect == spec::OptionEffect::Ignored)
        parts << FlagEditor::tr("Without effect in Vela 5.");
    if (option->standard && option->effect == spec::OptionEffect::Normal)
        parts << FlagEditor::tr("Default: %1.").arg(QString::fromUtf16(option->standard));
    parts.removeAll(QString());
    return parts.join(u' ');
}

} // namespace

FlagEditor::FlagEditor(const QFont &font, QWidget *parent)
    : QWidget(parent), m_font(font), m_layout(new QVBoxLayout(this))
{
    named(this, u"specExtraFlags"_s, tr("Extra flags"));
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(4);
    makeCompleter();
    addRow();
}

/// Offers what does something as an extra flag, with its help beside it.
void FlagEditor::makeCompleter()
{
    auto *model = new QStandardItemModel(this);
    for (const auto &option : spec::velaOptions()) {
        if (option.effect != spec::OptionEffect::Normal)
            continue;
        const auto help = option.isDeprecated
            ? tr("Deprecated. %1").arg(flagHelp(option.nameText()))
            : flagHelp(option.nameText());
        const auto add = [&](const QString &flag) {
            model->appendRow({ new QStandardItem(flag), new QStandardItem(help) });
        };
        for (const auto &choice : option.choiceList())
            add(option.nameText() + u'=' + choice);
        if (option.choiceList().isEmpty())
            add(option.takesValue() ? QString(option.nameText() + u'=') : option.nameText());
    }
    m_completer = new QCompleter(model, this);
    m_completer->setFilterMode(Qt::MatchContains);
    m_completer->setCaseSensitivity(Qt::CaseInsensitive);
    m_completer->setMaxVisibleItems(12);
    auto *list = named(new QTreeView, u"flagCompletion"_s, tr("Options of Vela"));
    list->setRootIsDecorated(false);
    list->setHeaderHidden(true);
    list->setUniformRowHeights(true);
    list->setMinimumWidth(560);
    m_completer->setPopup(list); // the completer owns it
    list->header()->setStretchLastSection(true);
    list->header()->resizeSection(0, 260);
}

void FlagEditor::addRow()
{
    auto *widget = new QWidget(this);
    auto *line = named(new QLineEdit(widget), u"specFlag%1"_s.arg(m_rows.size()),
        tr("Flag %1").arg(m_rows.size() + 1));
    line->setFont(m_font);
    auto *remove = iconButton(
        widget, u"removeFlag%1"_s.arg(m_rows.size()), u"list-remove"_s, tr("Remove this flag"));
    auto policy = remove->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    remove->setSizePolicy(policy);
    auto *remark = explanation({}, widget);
    remark->setObjectName(u"flagRemark%1"_s.arg(m_rows.size()));
    auto *top = makeRow(nullptr, { { line, 1 }, remove }, 4);
    makeColumn(widget, { top, remark }, 2);
    m_layout->addWidget(widget);
    m_rows.push_back({ widget, line, remark, remove });
    connect(line, &QLineEdit::textChanged, this, [this, line] { onTyped(line); });
    connect(line, &QLineEdit::editingFinished, this, &FlagEditor::typingEnded);
    connect(remove, &QToolButton::clicked, this, [this, line] { removeRow(line); });
    line->setCompleter(m_completer);
    setFocusProxy(m_rows.front().line);
    showRow(m_rows.back());
    Q_EMIT lineAdded(widget);
}

void FlagEditor::showRow(const Row &row)
{
    const auto text = flagRemark(row.line->text().trimmed());
    row.remark->setText(text);
    row.remark->setVisible(!text.isEmpty());
    row.remove->setVisible(!row.line->text().isEmpty());
    const bool isLast = row.line == m_rows.back().line;
    row.line->setPlaceholderText(
        isLast ? tr("Add a flag, for example --optimise=Size") : QString());
}

void FlagEditor::onTyped(QLineEdit *line)
{
    if (m_isShowing)
        return;
    if (line == m_rows.back().line && !line->text().isEmpty())
        addRow();
    for (const auto &row : m_rows)
        showRow(row);
    Q_EMIT edited(flags(), true);
}

void FlagEditor::removeRow(QLineEdit *line)
{
    QStringList rest;
    for (const auto &row : m_rows) {
        if (row.line != line && !row.line->text().trimmed().isEmpty())
            rest << row.line->text();
    }
    Q_EMIT edited(rest, false);
}

QStringList FlagEditor::flags() const
{
    QStringList flags;
    for (const auto &row : m_rows) {
        if (!row.line->text().trimmed().isEmpty())
            flags << row.line->text();
    }
    return flags;
}

void FlagEditor::setFlags(const QStringList &flags)
{
    if (flags == this->flags())
        return;
    m_isShowing = true;
    const auto needed = static_cast<std::size_t>(flags.size()) + 1;
    while (m_rows.size() < needed)
        addRow();
    while (m_rows.size() > needed) {
        m_layout->removeWidget(m_rows.back().widget);
        discard(m_rows.back().widget);
        m_rows.pop_back();
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const auto text = flags.value(static_cast<qsizetype>(i));
        if (m_rows[i].line->text() != text)
            m_rows[i].line->setText(text);
        showRow(m_rows[i]);
    }
    m_isShowing = false;
}

} // namespace tosaic::views
