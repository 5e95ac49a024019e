// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/teamstore/storeaddress.h"

#include <QObject>
#include <QThread>

#include <memory>

namespace tosaic::teamstore {

/// Hears what arrives in a store, through a connection and a thread of its own. A server that is
/// away is asked again. Lives on the thread that made it.
class StoreNews : public QObject
{
    Q_OBJECT
public:
    explicit StoreNews(StoreAddress address, QObject *parent = nullptr);
    ~StoreNews() override;

Q_SIGNALS:
    /// Somebody, perhaps this program, has added something; told once for what comes together.
    void arrived();
    /// It is listened to, or not any more; `why` is empty if it is.
    void listeningChanged(bool isListening, const QString &why);

private:
    class Ear;
    QThread m_thread;
};

} // namespace tosaic::teamstore
