// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/statestack.h"

#include "views/widgets/iconlabel.h"
#include "views/widgets/wrappedlabel.h"

#include <QApplication>
#include <QClipboard>
#include <QIcon>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace tosaic::views {

namespace {

constexpr int LoadingDelay = 300; // ms
constexpr int IconSize = 48; // px
constexpr int TextWidth = 500; // px; longer lines are hard to read

QLabel *makeLabel(QWidget *parent, const QString &name, const char *role)
{
    auto *label = new WrappedLabel(parent);
    label->setObjectName(name);
    label->setProperty("role", QString::fromLatin1(role));
    label->setAlignment(Qt::AlignCenter);
    label->setMaximumWidth(TextWidth);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

/// Centred; a label takes the room there is up to its largest width, and wraps in a narrow panel.
void addCentred(QVBoxLayout *layout, QWidget *widget)
{
    if (!qobject_cast<QLabel *>(widget)) {
        layout->addWidget(widget, 0, Qt::AlignHCenter);
        return;
    }
    auto *row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(widget, 1000);
    row->addStretch(1);
    layout->addLayout(row);
}

/// What is hidden has no height: a stack would ask all its pages, and wrapped texts take long to
/// answer. Where there is not room for all, the icon goes.
class StatePage : public QWidget
{
public:
    StatePage(const QString &name, QWidget *parent)
        : QWidget(parent), m_icon(new IconLabel(IconSize, this))
    {
        setObjectName(name);
    }
    IconLabel *icon() const { return m_icon; }
    /// Empty: there is none.
    void setIconName(const QString &name)
    {
        m_icon->setIconName(name);
        m_hasIcon = !name.isEmpty();
        makeRoom();
    }
    bool hasHeightForWidth() const override { return !isHidden() && QWidget::hasHeightForWidth(); }
    int heightForWidth(int width) const override
    {
        return isHidden() ? -1 : QWidget::heightForWidth(width);
    }

protected:
    void resizeEvent(QResizeEvent *event) override
    {
        QWidget::resizeEvent(event);
        makeRoom();
    }

private:
    void makeRoom()
    {
        const auto icon = m_icon->sizeHint().height() + layout()->spacing();
        const auto all = layout()->totalHeightForWidth(width()) + (m_icon->isHidden() ? icon : 0);
        m_icon->setVisible(m_hasIcon && all <= height());
    }

    IconLabel *m_icon;
    bool m_hasIcon = false;
};

QVBoxLayout *centred(QWidget *page)
{
    auto *layout = new QVBoxLayout(page);
    layout->setContentsMargins(16, 8, 16, 8);
    layout->setSpacing(8);
    layout->addStretch();
    return layout;
}

} // namespace

StateStack::StateStack(QWidget *content, QWidget *parent)
    : QStackedWidget(parent), m_content(content)
{
    addWidget(m_content);
    giveWay();
    m_loadingTimer.setSingleShot(true);
    m_loadingTimer.setInterval(LoadingDelay);
    connect(&m_loadingTimer, &QTimer::timeout, this, [this] { showPage(m_loading); });
}

/// The page, made if need be.
QWidget *StateStack::known(QWidget *&page, QWidget *(StateStack::*make)())
{
    if (!page) {
        page = (this->*make)();
        addWidget(page);
        giveWay();
    }
    return page;
}

QWidget *StateStack::emptyPage()
{
    return known(m_empty, &StateStack::makeEmpty);
}

QWidget *StateStack::makeEmpty()
{
    auto *page = new StatePage(u"emptyState"_s, this);
    auto *layout = centred(page);
    m_emptyTitle = makeLabel(page, u"emptyTitle"_s, "title");
    m_emptyText = makeLabel(page, u"emptyText"_s, "muted");
    m_emptyAction = new QPushButton(page);
    m_emptyAction->setObjectName(u"emptyAction"_s);
    connect(m_emptyAction, &QPushButton::clicked, this, &StateStack::actionTriggered);
    for (auto *widget :
        std::initializer_list<QWidget *>{ page->icon(), m_emptyTitle, m_emptyText, m_emptyAction })
        addCentred(layout, widget);
    layout->addStretch();
    return page;
}

QWidget *StateStack::makeLoading()
{
    auto *page = new StatePage(u"loadingState"_s, this);
    auto *layout = centred(page);
    m_loadingText = makeLabel(page, u"loadingText"_s, "muted");
    auto *progress = new QProgressBar(page);
    progress->setObjectName(u"loadingProgress"_s);
    progress->setAccessibleName(tr("Loading"));
    progress->setRange(0, 0);
    progress->setTextVisible(false);
    progress->setFixedWidth(200);
    auto *cancel = new QPushButton(tr("Cancel"), page);
    cancel->setObjectName(u"loadingCancel"_s);
    connect(cancel, &QPushButton::clicked, this, &StateStack::cancelRequested);
    for (auto *widget : std::initializer_list<QWidget *>{ m_loadingText, progress, cancel })
        addCentred(layout, widget);
    layout->addStretch();
    return page;
}

QWidget *StateStack::makeError()
{
    auto *page = new StatePage(u"errorState"_s, this);
    auto *layout = centred(page);
    m_errorTitle = makeLabel(page, u"errorTitle"_s, "title");
    m_errorText = makeLabel(page, u"errorText"_s, "plain");
    m_errorText->setAlignment(Qt::AlignLeft);
    m_errorText->setMaximumWidth(TextWidth * 3 / 2);
    m_errorText->setTextFormat(Qt::RichText);
    auto *buttons = new QWidget(page);
    auto *row = new QHBoxLayout(buttons);
    row->setContentsMargins(0, 8, 0, 0);
    m_errorAction = new QPushButton(buttons);
    m_errorAction->setObjectName(u"errorAction"_s);
    connect(m_errorAction, &QPushButton::clicked, this, &StateStack::actionTriggered);
    auto *copy = new QPushButton(QIcon::fromTheme(u"edit-copy"_s), tr("Copy"), buttons);
    copy->setObjectName(u"errorCopy"_s);
    connect(copy, &QPushButton::clicked, this,
        [this] { QApplication::clipboard()->setText(m_errorPlain); });
    row->addWidget(m_errorAction);
    row->addWidget(copy);
    for (auto *widget :
        std::initializer_list<QWidget *>{ page->icon(), m_errorTitle, m_errorText, buttons })
        addCentred(layout, widget);
    layout->addStretch();
    return page;
}

/// States that are not shown ask for no room; the error alone would make every panel high.
void StateStack::giveWay()
{
    for (int i = 0; i < count(); ++i) {
        auto *page = widget(i);
        auto policy = page->sizePolicy();
        policy.setVerticalPolicy(
            page == currentWidget() ? QSizePolicy::Preferred : QSizePolicy::Ignored);
        page->setSizePolicy(policy);
    }
}

void StateStack::showPage(QWidget *page)
{
    m_loadingTimer.stop();
    setCurrentWidget(page);
    giveWay();
    auto *action = page == m_empty ? m_emptyAction : page == m_error ? m_errorAction : nullptr;
    setFocusProxy(action && !action->isHidden() ? action : nullptr);
}

void StateStack::showContent()
{
    showPage(m_content);
}

void StateStack::showEmpty(const EmptyState &state)
{
    auto *page = static_cast<StatePage *>(emptyPage());
    m_emptyTitle->setText(state.title);
    m_emptyText->setText(state.text);
    m_emptyAction->setText(state.actionText);
    m_emptyAction->setVisible(!state.actionText.isEmpty());
    page->setIconName(state.iconName);
    showPage(page);
}

void StateStack::showLoading(const QString &text)
{
    auto *page = known(m_loading, &StateStack::makeLoading);
    m_loadingText->setText(text);
    if (currentWidget() != page)
        m_loadingTimer.start();
}

void StateStack::showError(
    const ErrorText &error, const QString &actionText, const QKeySequence &key)
{
    auto *page = static_cast<StatePage *>(known(m_error, &StateStack::makeError));
    m_errorPlain = error.toPlainText();
    m_errorTitle->setText(error.title);
    QString rows;
    const auto add = [&rows](const QString &name, const QString &value) {
        if (!value.isEmpty()) {
            rows
                += u"<tr><td style='padding:4px 16px 4px 0'><b>%1</b></td><td style='padding:4px 0'>%2</td></tr>"_s
                       .arg(name, value.toHtmlEscaped());
        }
    };
    add(tr("Place"), error.place);
    add(tr("Cause"), error.cause);
    add(tr("Next step"), error.nextStep);
    m_errorText->setText(u"<table>%1</table>"_s.arg(rows));
    m_errorAction->setText(actionText);
    m_errorAction->setShortcut(key);
    m_errorAction->setToolTip(key.toString(QKeySequence::NativeText));
    m_errorAction->setVisible(!actionText.isEmpty());
    page->setIconName(u"dialog-error"_s);
    showPage(page);
}

} // namespace tosaic::views
