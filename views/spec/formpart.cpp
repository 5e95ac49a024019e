// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/spec/formpart.h"

#include "views/spec/fieldnote.h"
#include "views/spec/fieldwords.h"
#include "views/spec/undokeys.h"
#include "views/widgets/building.h"
#include "views/widgets/filedialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QLineEdit>
#include <QSpinBox>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {
constexpr int LabelWidth = 124; // px, the same in every part so that fields align
constexpr int LineHeight = 26; // px of a field of one line
constexpr int ShortestChoice = 13; // characters that a list has room for
constexpr int ResetWidth = 26; // px, kept free also where there is no button
constexpr int WideForm = 600; // px from which labels have room beside the longest field

void collectFocusable(QLayout *layout, QList<QWidget *> &found);

void collectFocusable(QWidget *widget, QList<QWidget *> &found)
{
    if (widget->focusPolicy() & Qt::TabFocus)
        found << widget;
    else if (auto *layout = widget->layout())
        collectFocusable(layout, found);
}

/// In the order of the layout, which is the one that is seen.
void collectFocusable(QLayout *layout, QList<QWidget *> &found)
{
    for (int i = 0; i < layout->count(); ++i) {
        if (auto *widget = layout->itemAt(i)->widget())
            collectFocusable(widget, found);
        else if (auto *inner = layout->itemAt(i)->layout())
            collectFocusable(inner, found);
    }
}
}

FormPart::FormPart(const QString &title, const Theme &theme, QWidget *parent)
    : QWidget(parent), m_theme(theme), m_title(title), m_heading(new QToolButton(this)),
      m_summaryLabel(new QLabel(this)), m_body(new QWidget(this)), m_rows(new QVBoxLayout(m_body)),
      m_undoKeys(new UndoKeys(this))
{
    setAccessibleName(title);
    named(m_heading, u"partHeading"_s, {}, u"fold"_s);
    m_heading->setText(title);
    m_heading->setCheckable(true);
    m_heading->setChecked(true);
    m_heading->setAutoRaise(true);
    m_heading->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_heading->setArrowType(Qt::DownArrow);
    m_heading->setFocusPolicy(Qt::StrongFocus);
    auto font = m_heading->font();
    font.setWeight(QFont::DemiBold);
    m_heading->setFont(font);
    named(m_summaryLabel, u"partSummary"_s, {}, u"muted"_s);
    m_summaryLabel->setTextFormat(Qt::PlainText);
    m_summaryLabel->setMinimumWidth(0);
    m_summaryLabel->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *top = makeRow(nullptr, { m_heading, { m_summaryLabel, 1 } }, 8);
    m_rows->setContentsMargins(20, 4, 0, 12);
    m_rows->setSpacing(8);
    makeColumn(this, { top, m_body }, 0, { 0, 0, 0, 4 });
    connect(m_heading, &QToolButton::toggled, this, [this](bool open) { setFolded(!open); });
}

QList<QWidget *> FormPart::tabOrder() const
{
    QList<QWidget *> order{ m_heading };
    for (const auto &key : m_order)
        collectFocusable(m_fields.value(key).row, order);
    return order;
}

bool FormPart::isFolded() const
{
    return m_body->isHidden();
}

void FormPart::setFolded(bool folded)
{
    m_body->setHidden(folded);
    m_heading->setChecked(!folded);
    m_heading->setArrowType(folded ? Qt::RightArrow : Qt::DownArrow);
    showTitle();
}

void FormPart::showTitle()
{
    m_heading->setAccessibleName(
        isFolded() ? tr("%1, folded: %2").arg(m_title, m_summary) : m_title);
    m_heading->setToolTip(isFolded() ? tr("Show the fields") : tr("Fold to one line"));
    m_summaryLabel->setText(isFolded() ? m_summary : QString());
    m_summaryLabel->setToolTip(m_summary);
}

FieldNote *FormPart::makeNote(const QString &key)
{
    auto *note = new FieldNote(key, m_theme, m_body);
    connect(note, &FieldNote::fixRequested, this, &FormPart::fixRequested);
    return note;
}

void FormPart::makeReset(const QString &key, Field &field)
{
    auto *button = named(new QToolButton(m_body), u"reset-%1"_s.arg(key),
        tr("%1: back to the default").arg(fieldName(key)));
    button->setIcon(QIcon::fromTheme(u"edit-undo"_s));
    button->setAutoRaise(true);
    button->setFixedWidth(ResetWidth);
    button->setToolTip(tr("Back to the default"));
    auto policy = button->sizePolicy();
    policy.setRetainSizeWhenHidden(true); // fields keep their width
    button->setSizePolicy(policy);
    button->hide();
    connect(button, &QToolButton::clicked, this,
        [this, key] { change(key, [key](spec::CompileSpec &s) { spec::reset(s, key); }); });
    field.resetButton = button;
}

void FormPart::addField(const QString &key, const QString &label, QWidget *widget, Reset reset)
{
    Field field{ .widget = widget, .reset = reset };
    field.row = makeFieldRow(key, label, field);
    m_rows->addWidget(field.row);
    m_fields.insert(key, field);
    m_order.append(key);
    watchField(widget);
}

void FormPart::bind(QLineEdit *line, const QString &key)
{
    connect(line, &QLineEdit::textChanged, this, [this, key](const QString &text) {
        changeTo(key, text.isEmpty() ? QJsonValue(QJsonValue::Undefined) : text, true);
    });
    m_editors.push_back([line, field = spec::fieldOf(key)](const spec::CompileSpec &spec) {
        if (const auto text = field->value(spec).toString(); line->text() != text)
            line->setText(text);
    });
}

QLineEdit *FormPart::addLine(
    const QString &key, const QString &label, const QString &name, const QString &placeholder)
{
    auto *line = named(new QLineEdit(this), name);
    line->setPlaceholderText(placeholder);
    addField(key, label, line);
    bind(line, key);
    return line;
}

ChoiceBox *FormPart::addChoice(
    const QString &key, const QString &label, const QString &name, ChoiceBox::Names names)
{
    auto *box = named(new ChoiceBox(names, this), name);
    addField(key, label, box);
    const auto pass = [this, key](bool isTyping) {
        return [this, key, isTyping](const std::optional<QString> &value) {
            changeTo(key, value ? QJsonValue(*value) : QJsonValue::Undefined, isTyping);
        };
    };
    connect(box, &ChoiceBox::valueChosen, this, pass(false));
    connect(box, &ChoiceBox::valueTyped, this, pass(true));
    m_editors.push_back([box, field = spec::fieldOf(key)](const spec::CompileSpec &spec) {
        box->setValue(
            field->isDefault(spec) ? std::nullopt : std::optional(field->value(spec).toString()));
    });
    return box;
}

QCheckBox *FormPart::addSwitch(
    const QString &key, const QString &label, const QString &name, const QString &text, Reset reset)
{
    auto *box = named(new QCheckBox(text, this), name);
    addField(key, label, box, reset);
    connect(box, &QCheckBox::toggled, this, [this, key](bool on) { changeTo(key, on); });
    m_editors.push_back([box, field = spec::fieldOf(key)](const spec::CompileSpec &spec) {
        box->setChecked(field->value(spec).toBool());
    });
    return box;
}

QComboBox *FormPart::addList(
    const QString &key, const QString &label, const QString &name, const QStringList &texts)
{
    auto *box = named(new QComboBox(this), name);
    box->addItems(texts);
    addField(key, label, box);
    const auto *field = spec::fieldOf(key);
    connect(box, &QComboBox::activated, this,
        [this, key, field](int index) { changeTo(key, field->choices.value(index)); });
    m_editors.push_back([box, field](const spec::CompileSpec &spec) {
        box->setCurrentIndex(
            static_cast<int>(field->choices.indexOf(field->value(spec).toString())));
    });
    return box;
}

QWidget *FormPart::withChooser(QLineEdit *line, const Chooser &chooser)
{
    auto *field = new QWidget(this);
    auto *choose = makeButton(field, chooser.name, tr("Choose…"), chooser.accessibleName);
    connect(choose, &QPushButton::clicked, this, [this, line, chooser] {
        auto *dialog = named(
            newFileDialog(this, chooser.title, line->text(), chooser.filter), chooser.dialogName);
        dialog->setFileMode(
            chooser.filter.isEmpty() ? QFileDialog::Directory : QFileDialog::ExistingFile);
        dialog->setOption(QFileDialog::ShowDirsOnly, chooser.filter.isEmpty());
        connect(dialog, &QFileDialog::fileSelected, line, &QLineEdit::setText);
        dialog->open();
    });
    field->setFocusProxy(line);
    makeRow(field, { { line, 1 }, choose }, 4);
    return field;
}

/// Caption, field and button side by side; default and notes below the field.
QWidget *FormPart::makeFieldRow(const QString &key, const QString &label, Field &field)
{
    auto *widget = field.widget;
    auto *row = new QWidget(m_body);
    auto *caption = new QLabel(label, row);
    caption->setFixedSize(LabelWidth, LineHeight);
    field.focus = widget;
    while (field.focus->focusProxy())
        field.focus = field.focus->focusProxy();
    // A proxy that stands behind its own field in the tab order would lead Tab round in a circle.
    if (field.focus != widget)
        widget->setFocusProxy(nullptr);
    caption->setBuddy(field.focus);
    if (widget->accessibleName().isEmpty())
        widget->setAccessibleName(label.isEmpty() ? fieldName(key) : label);
    auto *line = makeRow(nullptr, { { widget, 1 } }, 4);
    if (field.reset == Reset::Offered) {
        makeReset(key, field);
        line->addWidget(field.resetButton, 0, Qt::AlignTop);
    } else {
        line->addSpacing(ResetWidth);
    }
    field.fallback = explanation({}, row);
    field.fallback->setObjectName(u"default-%1"_s.arg(key));
    field.fallback->hide();
    field.note = makeNote(key);
    auto *column = makeColumn(nullptr, { line, field.fallback, field.note }, 2);
    auto *layout = new QBoxLayout(QBoxLayout::LeftToRight, row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    layout->addWidget(caption, 0, Qt::AlignTop);
    layout->addLayout(column, 1);
    return row;
}

int FormPart::wideEnough()
{
    return WideForm;
}

void FormPart::setNarrow(bool narrow)
{
    for (const auto &field : std::as_const(m_fields)) {
        auto *layout = static_cast<QBoxLayout *>(field.row->layout());
        layout->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
        layout->setSpacing(narrow ? 0 : 12);
    }
}

/// Lines of one height, none wider than the form; keys and focus as the spec's history needs them.
void FormPart::watchField(QWidget *widget)
{
    m_undoKeys->watch(widget);
    auto lines = widget->findChildren<QLineEdit *>();
    if (auto *own = qobject_cast<QLineEdit *>(widget))
        lines.append(own);
    for (auto *line : lines) {
        connect(line, &QLineEdit::editingFinished, this, &FormPart::typingEnded);
        if (!qobject_cast<QComboBox *>(line->parent()))
            line->setMinimumHeight(LineHeight);
    }
    auto boxes = widget->findChildren<QComboBox *>();
    if (auto *own = qobject_cast<QComboBox *>(widget))
        boxes.append(own);
    for (auto *box : boxes) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(ShortestChoice);
        box->setMinimumHeight(LineHeight);
        box->setFocusPolicy(Qt::StrongFocus);
        box->installEventFilter(this);
    }
    for (auto *box : widget->findChildren<QSpinBox *>()) {
        box->setFocusPolicy(Qt::StrongFocus);
        box->installEventFilter(this);
    }
}

/// Scrolling the form must not change what the pointer happens to pass.
bool FormPart::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::Wheel || static_cast<QWidget *>(watched)->hasFocus())
        return QWidget::eventFilter(watched, event);
    event->ignore();
    return true;
}

void FormPart::setFieldVisible(const QString &key, bool visible)
{
    m_fields.value(key).row->setVisible(visible);
}

void FormPart::showSpec(const spec::CompileSpec &spec)
{
    m_isShowing = true;
    load(spec);
    for (const auto &show : m_editors)
        show(spec);
    m_isShowing = false;
    for (auto field = m_fields.cbegin(); field != m_fields.cend(); ++field) {
        if (field->resetButton)
            field->resetButton->setVisible(spec::isSet(spec, field.key()));
    }
    m_summary = summary(spec);
    showTitle();
}

void FormPart::showDefaults(
    const std::vector<spec::SilentDefault> &defaults, const spec::CompileSpec &spec)
{
    QHash<QString, std::vector<spec::SilentDefault>> byField;
    for (const auto &fallback : defaults)
        byField[fieldKey(fallback.key)].push_back(fallback);
    for (auto field = m_fields.cbegin(); field != m_fields.cend(); ++field) {
        const auto text = defaultText(byField.value(field.key()), spec.target);
        field->fallback->setText(text);
        field->fallback->setVisible(!text.isEmpty());
    }
}

QString FormPart::fieldKey(const QString &key) const
{
    for (auto part = key; !part.isEmpty(); part = parentKey(part)) {
        if (m_fields.contains(part))
            return part;
    }
    // Of a section, its first field.
    for (const auto &own : m_order) {
        if (own.startsWith(key + u'.') && !key.isEmpty())
            return own;
    }
    return {};
}

std::vector<spec::RuleHit> FormPart::takeHits(const std::vector<spec::RuleHit> &hits)
{
    std::vector<spec::RuleHit> others;
    QHash<QString, std::vector<spec::RuleHit>> byField;
    for (const auto &hit : hits) {
        const auto key = fieldKey(hit.diagnostic.location.entity);
        if (key.isEmpty())
            others.push_back(hit);
        else
            byField[key].push_back(hit);
    }
    for (auto field = m_fields.cbegin(); field != m_fields.cend(); ++field)
        field->note->setHits(byField.value(field.key()));
    return others;
}

QWidget *FormPart::goTo(const QString &key)
{
    const auto known = m_fields.constFind(fieldKey(key));
    if (known == m_fields.constEnd())
        return nullptr;
    setFolded(false);
    known->focus->setFocus(Qt::OtherFocusReason);
    return known->widget;
}

void FormPart::change(const QString &key, const Edit &edit)
{
    if (!m_isShowing)
        Q_EMIT edited(edit, key, false);
}

void FormPart::changeTo(const QString &key, const QJsonValue &value, bool isTyping)
{
    if (!m_isShowing)
        Q_EMIT edited(
            [key, value](spec::CompileSpec &s) { spec::setField(s, key, value); }, key, isTyping);
}

void FormPart::changeTyping(const QString &key, const Edit &edit)
{
    if (!m_isShowing)
        Q_EMIT edited(edit, key, true);
}

} // namespace tosaic::views
