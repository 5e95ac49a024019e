// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/whatif/axesdialog.h"

#include "core/spec/ruletable.h"
#include "core/spec/shellwords.h"
#include "core/spec/specjson.h"
#include "core/spec/specpython.h"
#include "core/spec/velaoptions.h"
#include "views/widgets/building.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QJsonDocument>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int FlagLines = 4;
constexpr int MostCells = 10000; // as many as a grid may have

QString lineOf(const QStringList &flags)
{
    QStringList words;
    for (const auto &flag : flags)
        words.append(spec::shellQuoted(flag));
    return words.join(u' ');
}

/// What changes numbers: not what only prints, ends Vela or is set by the spec itself.
bool isOffered(const spec::VelaOption &option)
{
    return option.effect == spec::OptionEffect::Normal && option.value != spec::OptionValue::Text
        && !option.nameText().startsWith("--verbose"_L1)
        && option.nameText() != "--optimise"_L1; // has its boxes
}

} // namespace

AxesDialog::AxesDialog(const sweep::Grid &chosen, const std::vector<sweep::Variant> &offered,
    spec::CompileSpec current, QWidget *parent)
    : QDialog(parent), m_current(std::move(current))
{
    named(this, u"axesDialog"_s, tr("Flags and variants of the grid"));
    setWindowTitle(tr("Flags and variants of the grid"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_note = wrapped(named(new QLabel(this), u"axesNote"_s, {}, u"muted"_s));
    m_note->setMinimumHeight(3 * fontMetrics().lineSpacing());
    m_buttons = named(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this),
        u"axesButtons"_s);
    makeColumn(this, { makeFlags(), { makeVariants(), 1 }, makeSample(), m_note, m_buttons }, 8,
        { 16, 12, 16, 12 });
    resize(560, 520);
    m_performance->setChecked(chosen.optimise.contains(u"Performance"_s));
    m_size->setChecked(chosen.optimise.contains(u"Size"_s));
    QStringList lines;
    bool isPlain = chosen.extraFlags.empty();
    for (const auto &flags : chosen.extraFlags) {
        isPlain = isPlain || flags.isEmpty();
        if (!flags.isEmpty())
            lines.append(lineOf(flags));
    }
    m_flags->setPlainText(lines.join(u'\n'));
    m_plain->setChecked(isPlain);
    if (chosen.sample) {
        m_cells->setValue(chosen.sample->cells);
        m_seed->setValue(static_cast<int>(chosen.sample->seed));
    }
    for (const auto &variant : chosen.variants)
        addRow(variant, true);
    for (const auto &variant : offered) {
        if (std::ranges::find(m_variants, variant.name, &sweep::Variant::name) == m_variants.end())
            addRow(variant, false);
    }
    for (auto *box : { m_performance, m_size, m_plain })
        connect(box, &QCheckBox::toggled, this, &AxesDialog::refresh);
    connect(m_flags, &QPlainTextEdit::textChanged, this, &AxesDialog::refresh);
    connect(m_list, &QListWidget::itemChanged, this, &AxesDialog::refresh);
    connect(m_cells, &QSpinBox::valueChanged, this, &AxesDialog::refresh);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    refresh();
}

QWidget *AxesDialog::makeFlags()
{
    auto *area = new QWidget(this);
    auto *optimise = new QLabel(tr("Optimise for"), area);
    m_performance = named(new QCheckBox(tr("&Performance"), area), u"axesPerformance"_s);
    m_size = named(new QCheckBox(tr("&Size"), area), u"axesSize"_s);
    for (auto *box : { m_performance, m_size })
        box->setToolTip(tr("--optimise of Vela; with both, every cell is estimated for each. "
                           "With none it is as in the spec."));
    m_flags = named(new QPlainTextEdit(area), u"axesFlags"_s, tr("Alternatives of flags to Vela"));
    m_flags->setTabChangesFocus(true);
    m_flags->setPlaceholderText(u"--tensor-allocator Greedy"_s);
    m_flags->setFixedHeight(FlagLines * m_flags->fontMetrics().lineSpacing() + 16);
    auto *label
        = new QLabel(tr("&Flags to Vela: each line is an alternative, as in a shell"), area);
    label->setBuddy(m_flags);
    m_plain = named(new QCheckBox(tr("And &without any of these lines"), area), u"axesPlain"_s);
    auto *more = makeButton(area, u"axesAddFlag"_s, tr("&Add a line"));
    more->setAutoDefault(false);
    auto *menu = named(new QMenu(more), u"axesFlagMenu"_s);
    fillMenu(*menu);
    more->setMenu(menu);
    makeColumn(area,
        { makeRow(nullptr, { optimise, m_performance, m_size, stretch(1) }, 8), label, m_flags,
            makeRow(nullptr, { more, m_plain, stretch(1) }, 8) },
        6);
    return area;
}

QWidget *AxesDialog::makeVariants()
{
    auto *area = new QWidget(this);
    m_list = named(new QListWidget(area), u"axesVariants"_s, tr("Pins and other variants"));
    auto *label = new QLabel(tr("Pins and other &variants of the spec"), area);
    label->setBuddy(m_list);
    auto *files = makeButton(area, u"axesAddSpec"_s, tr("Add a spec f&ile…"));
    files->setAutoDefault(false);
    files->setToolTip(tr("A SPEC.json: what it says beside target, system config and memory mode "
                         "is one more variant"));
    makeColumn(area, { label, { m_list, 1 }, makeRow(nullptr, { files, stretch(1) }) }, 6);
    connect(files, &QPushButton::clicked, this, &AxesDialog::specWanted);
    return area;
}

/// Of a grid that takes too long, or is too large.
QWidget *AxesDialog::makeSample()
{
    auto *area = new QWidget(this);
    m_cells = named(new QSpinBox(area), u"axesCells"_s, tr("Cells of each model"));
    m_cells->setRange(0, MostCells);
    m_cells->setSpecialValueText(tr("all that exist"));
    m_cells->setToolTip(tr("So many cells of each model, drawn evenly from all combinations; each "
                           "is estimated in every compiler environment"));
    auto *cells = new QLabel(tr("Ce&lls"), area);
    cells->setBuddy(m_cells);
    m_seed = named(new QSpinBox(area), u"axesSeed"_s, tr("Seed of the drawing"));
    m_seed->setRange(0, std::numeric_limits<int>::max());
    m_seed->setValue(1);
    m_seed->setToolTip(tr("The same seed gives the same cells, here and on the command line"));
    auto *seed = new QLabel(tr("S&eed"), area);
    seed->setBuddy(m_seed);
    makeRow(area, { cells, m_cells, seed, m_seed, stretch(1) }, 8);
    return area;
}

void AxesDialog::fillMenu(QMenu &menu)
{
    for (const auto &option : spec::velaOptions()) {
        if (!isOffered(option))
            continue;
        const auto name = option.nameText();
        const auto choices = option.choiceList();
        const auto add = [&](const QString &flag, bool takesValue) {
            auto *action
                = menu.addAction(takesValue ? tr("%1 …", "a flag and its value").arg(flag) : flag);
            action->setObjectName(flag);
            connect(action, &QAction::triggered, this,
                [this, flag, takesValue] { addFlag(flag, takesValue); });
        };
        for (const auto &choice : choices)
            add(name + u' ' + choice, false);
        if (choices.isEmpty())
            add(name, option.takesValue());
    }
}

/// In a line of its own; where a value belongs, the cursor stands.
void AxesDialog::addFlag(const QString &flag, bool takesValue)
{
    auto text = m_flags->toPlainText().trimmed();
    if (!text.isEmpty())
        text += u'\n';
    m_flags->setPlainText(text + flag + (takesValue ? u" "_s : QString()));
    m_flags->moveCursor(QTextCursor::End);
    m_flags->setFocus();
}

void AxesDialog::addRow(const sweep::Variant &variant, bool isChosen)
{
    const QSignalBlocker quiet(m_list);
    auto *row = new QListWidgetItem(variant.name, m_list);
    const auto json = QJsonDocument(variant.spec).toJson(QJsonDocument::Compact);
    row->setToolTip(QString::fromUtf8(json));
    row->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    row->setCheckState(isChosen ? Qt::Checked : Qt::Unchecked);
    m_variants.push_back(variant);
}

void AxesDialog::add(const sweep::Variant &variant)
{
    const auto known = std::ranges::find(m_variants, variant.name, &sweep::Variant::name);
    if (known == m_variants.end()) {
        addRow(variant, true);
    } else {
        *known = variant;
        m_list->item(static_cast<int>(known - m_variants.begin()))->setCheckState(Qt::Checked);
    }
    refresh();
}

std::vector<QStringList> AxesDialog::alternatives(QString *problem) const
{
    std::vector<QStringList> all;
    const auto lines = m_flags->toPlainText().split(u'\n');
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const auto words = spec::shellWords(lines[i]);
        if (!words && problem)
            *problem = tr("Line %1: %2").arg(i + 1).arg(words.error().detail);
        if (!words)
            return {};
        QStringList flags;
        for (const auto &word : *words)
            flags.append(word.text);
        if (!flags.isEmpty() && std::ranges::find(all, flags) == all.end())
            all.push_back(std::move(flags));
    }
    return all;
}

sweep::Grid AxesDialog::grid() const
{
    sweep::Grid grid;
    if (m_performance->isChecked())
        grid.optimise.append(u"Performance"_s);
    if (m_size->isChecked())
        grid.optimise.append(u"Size"_s);
    grid.extraFlags = alternatives();
    if (!grid.extraFlags.empty() && m_plain->isChecked())
        grid.extraFlags.insert(grid.extraFlags.begin(), QStringList());
    for (int row = 0; row < m_list->count(); ++row) {
        if (m_list->item(row)->checkState() == Qt::Checked)
            grid.variants.push_back(m_variants[static_cast<std::size_t>(row)]);
    }
    if (m_cells->value() > 0)
        grid.sample = sweep::Sampling{ m_cells->value(), static_cast<quint64>(m_seed->value()) };
    std::ranges::sort(grid.variants, {}, &sweep::Variant::name); // as in a file
    return grid;
}

std::vector<sweep::Variant> AxesDialog::variants() const
{
    return m_variants;
}

/// What the rules say of a line stands here; its cells say it, too.
void AxesDialog::refresh()
{
    QString problem;
    const auto lines = alternatives(&problem);
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(problem.isEmpty());
    for (auto line = lines.begin(); line != lines.end() && problem.isEmpty(); ++line) {
        auto spec = m_current;
        spec.extraFlags = *line;
        for (const auto &hit : spec::checkRules(spec)) {
            if (hit.diagnostic.severity == Severity::Error
                && hit.diagnostic.location.entity.startsWith("extraFlags"_L1))
                problem
                    = tr("%1: its cells do not exist (%2)").arg(lineOf(*line), hit.diagnostic.text);
        }
    }
    m_plain->setEnabled(!lines.empty());
    m_seed->setEnabled(m_cells->value() > 0);
    m_note->setText(!problem.isEmpty()
            ? problem
            : tr("Every target and memory mode is estimated with each of them, in rows of its own: "
                 "%1. A variant that needs another lowering needs a compile, which the table "
                 "offers.")
                  .arg(axesText(grid())));
}

QString AxesDialog::axesText(const sweep::Grid &grid, bool isShort)
{
    const auto atLeastOne = [](qsizetype count) { return std::max<qsizetype>(count, 1); };
    const auto flags = atLeastOne(grid.optimise.size())
        * atLeastOne(static_cast<qsizetype>(grid.extraFlags.size()));
    const auto variants = static_cast<int>(grid.variants.size());
    QStringList parts;
    if (!grid.optimise.isEmpty() || !grid.extraFlags.empty())
        parts.append(isShort ? QString::number(flags)
                             : tr("%n kind(s) of flags", nullptr, static_cast<int>(flags)));
    if (variants > 0)
        parts.append(isShort ? QString::number(variants) : tr("%n variant(s)", nullptr, variants));
    if (isShort)
        return parts.join(u" × "_s);
    return parts.isEmpty() ? tr("as in the spec") : parts.join(u", "_s);
}

} // namespace tosaic::views
