// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/target/lineforms.h"

#include "views/widgets/building.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QProcess>
#include <QSerialPortInfo>
#include <QSignalBlocker>
#include <QSpinBox>

#include <utility>

using namespace Qt::StringLiterals;

namespace tosaic::views {

SerialForm::SerialForm(QWidget *parent)
    : TargetForm(u"serial"_s, tr("Board at a serial port"), parent)
{
    m_port = makeChoice(this, u"serialPort"_s, tr("Serial port"));
    m_port->setEditable(true);
    m_port->setInsertPolicy(QComboBox::NoInsert);
    auto *refreshButton = named(new QPushButton(tr("Look again"), this), u"serialRefresh"_s,
        tr("Look for serial ports again"));
    connect(refreshButton, &QPushButton::clicked, this, &SerialForm::refresh);
    auto *row = makeRow(nullptr, { { m_port, 1 }, refreshButton }, 6);
    m_baud = makeChoice(this, u"serialBaud"_s, tr("Baud rate"));
    m_baud->setEditable(true);
    m_baud->setInsertPolicy(QComboBox::NoInsert);
    for (const int rate : { 9600, 38400, 57600, 115200, 230400, 460800, 921600 })
        m_baud->addItem(QString::number(rate));
    m_baud->setCurrentText(u"115200"_s);
    m_reconnects = makeCheck(this, u"serialReconnect"_s, tr("Wait for it after an unplug"));
    m_reconnects->setChecked(true);
    m_note = wrapped(named(new QLabel(this), u"serialNote"_s, {}, u"muted"_s));
    m_note->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    auto *form = makeForm(this);
    form->addRow(tr("Port"), row);
    form->addRow(QString(), m_note);
    form->addRow(tr("Baud rate"), m_baud);
    form->addRow(QString(), m_reconnects);
    follow(m_port);
    connect(m_port, &QComboBox::currentTextChanged, this, [this](const QString &port) {
        m_chosen = port; // what refresh() finds nobody chose
    });
    keep(
        u"port"_s, [this] { return m_chosen; },
        [this](const QJsonValue &value) {
            const auto port = value.toString();
            m_port->setCurrentText(port.isEmpty() ? m_port->itemText(0) : port);
            m_chosen = port;
        });
    follow(m_baud, u"baud"_s);
    follow(m_reconnects, u"reconnects"_s);
}

void SerialForm::choose()
{
    if (!std::exchange(m_hasLooked, true))
        refresh();
}

void SerialForm::refresh()
{
    const auto chosen = m_port->currentText();
    {
        const QSignalBlocker blocker(m_port);
        m_port->clear();
        for (const auto &port : QSerialPortInfo::availablePorts()) {
            QStringList parts{ port.description(), port.manufacturer(), port.serialNumber() };
            parts.removeAll(QString());
            m_port->addItem(port.systemLocation());
            m_port->setItemData(m_port->count() - 1,
                parts.isEmpty() ? tr("No description") : parts.join(u" · "_s), Qt::ToolTipRole);
        }
        if (!chosen.isEmpty())
            m_port->setCurrentText(chosen);
    }
    const auto found = m_port->count();
    const auto described = m_port->currentData(Qt::ToolTipRole).toString();
    m_note->setText(found == 0
            ? tr("No serial port is found. Plug the board in and look again, or write the name of "
                 "a port. Everything else in this list works without a board.")
            : described);
    Q_EMIT changed();
}

std::optional<profile::RunTarget> SerialForm::target() const
{
    return profile::SerialTarget{ .port = m_port->currentText().trimmed(),
        .baudRate = m_baud->currentText().toInt(),
        .reconnects = m_reconnects->isChecked() };
}

TcpForm::TcpForm(QWidget *parent) : TargetForm(u"tcp"_s, tr("Console at a TCP port"), parent)
{
    m_host = new DefaultLine(u"tcpHost"_s, tr("Host"), this);
    m_host->setText(u"localhost"_s);
    m_port = makeNumber(this, u"tcpPort"_s, tr("TCP port"), 1, 65535);
    m_port->setValue(5000);
    m_port->setToolTip(tr("5000 is the first telnet terminal of an FVP"));
    m_port->setGroupSeparatorShown(false);
    m_reconnects = makeCheck(this, u"tcpReconnect"_s, tr("Connect again when it goes away"));
    m_reconnects->setChecked(true);
    auto *form = makeForm(this);
    form->addRow(tr("Host"), m_host);
    form->addRow(tr("Port"), m_port);
    form->addRow(QString(), m_reconnects);
    follow(m_host, u"host"_s);
    follow(m_port, u"port"_s);
    follow(m_reconnects, u"reconnects"_s);
}

std::optional<profile::RunTarget> TcpForm::target() const
{
    return profile::TcpTarget{ .host = m_host->text().trimmed(),
        .port = static_cast<quint16>(m_port->value()),
        .reconnects = m_reconnects->isChecked() };
}

CommandForm::CommandForm(QWidget *parent) : TargetForm(u"command"_s, tr("Command"), parent)
{
    m_program = new PathLine({ u"commandProgram"_s, tr("Program") }, this);
    m_program->line().setPlaceholderText(tr("A script or program that prints the console"));
    m_arguments = new DefaultLine(u"commandArguments"_s, tr("Arguments"), this);
    m_arguments->setPlaceholderText(tr("As in a shell; quotes keep words together"));
    m_folder = new PathLine(
        { u"commandFolder"_s, tr("Working folder"), {}, PathLine::Kind::Folder }, this);
    m_folder->line().setPlaceholderText(tr("Where Tosaic was started"));
    auto *form = makeForm(this);
    form->addRow(tr("Program"), m_program);
    form->addRow(tr("Arguments"), m_arguments);
    form->addRow(tr("Folder"), m_folder);
    follow(m_program, u"program"_s);
    follow(m_arguments, u"arguments"_s);
    follow(m_folder, u"folder"_s);
}

std::optional<profile::RunTarget> CommandForm::target() const
{
    return profile::CommandTarget{ .program = m_program->path(),
        .arguments = QProcess::splitCommand(m_arguments->text()),
        .workingFolder = m_folder->path() };
}

} // namespace tosaic::views
