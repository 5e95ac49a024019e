// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/teamstore/storeaddress.h"

#include <QRegularExpression>
#include <QUrl>
#include <QUrlQuery>

#include <array>

using namespace Qt::StringLiterals;

namespace tosaic::teamstore {

namespace {

constexpr std::array Schemes{ "postgresql"_L1, "postgres"_L1 };
constexpr std::array Options{ "sslmode"_L1, "sslrootcert"_L1, "sslcert"_L1, "sslkey"_L1 };
constexpr int UsualPort = 5432;

/// libpq reads options as words: quotes and blanks would begin others.
bool isPlain(const QString &value)
{
    return std::ranges::none_of(value, [](QChar character) {
        return character.isSpace() || character == u'\'' || character == u'\\' || character == u';'
            || character == u'=' || !character.isPrint();
    });
}

} // namespace

bool StoreAddress::isLocal() const
{
    if (host.isEmpty() || host.startsWith(u'/') || host == "localhost"_L1)
        return true;
    static const QRegularExpression loopback(u"^(127\\.\\d+\\.\\d+\\.\\d+|::1)$"_s);
    return loopback.match(host).hasMatch();
}

QString StoreAddress::toText() const
{
    QUrl url;
    url.setScheme(u"postgresql"_s);
    url.setUserName(user);
    QUrlQuery query;
    if (host.startsWith(u'/'))
        query.addQueryItem(u"host"_s, host);
    else
        url.setHost(host);
    if (port != UsualPort && !host.startsWith(u'/'))
        url.setPort(port);
    if (port != UsualPort && host.startsWith(u'/'))
        query.addQueryItem(u"port"_s, QString::number(port));
    url.setPath(u'/' + database);
    for (const auto &[key, value] : options)
        query.addQueryItem(key, value);
    if (!artefacts.isEmpty())
        query.addQueryItem(u"artefacts"_s, artefacts);
    url.setQuery(query);
    return url.toString(QUrl::FullyEncoded)
        .replace("postgresql:/"_L1 + database, // no host
            "postgresql:///"_L1 + database);
}

bool isStoreAddress(const QString &text)
{
    return text.contains("://"_L1);
}

Result<StoreAddress> readStoreAddress(const QString &text)
{
    const auto wrong = [](const QString &why) { return fail(ErrorCode::SpecInvalid, why); };
    const QUrl url(text, QUrl::StrictMode);
    if (!url.isValid() || std::ranges::find(Schemes, url.scheme()) == Schemes.end())
        return wrong(u"a store is postgresql://HOST/DATABASE"_s);
    if (!url.password().isEmpty())
        return wrong(u"no password belongs into an address: keep it in ~/.pgpass"_s);
    StoreAddress address{ .host = url.host(),
        .port = url.port(UsualPort),
        .database = url.path().mid(1),
        .user = url.userName() };
    const auto items = QUrlQuery(url).queryItems(QUrl::FullyDecoded);
    for (const auto &[key, value] : items) {
        if (key == "host"_L1 && address.host.isEmpty() && value.startsWith(u'/'))
            address.host = value;
        else if (key == "port"_L1)
            address.port = value.toInt();
        else if (key == "artefacts"_L1)
            address.artefacts = value;
        else if (std::ranges::find(Options, key) != Options.end() && isPlain(value)
            && !value.isEmpty())
            address.options[key] = value;
        else
            return wrong(u"'%1' is no option of an address (host, port, artefacts, sslmode, "
                         "sslrootcert, sslcert, sslkey)"_s.arg(key));
    }
    if (address.database.isEmpty() || address.database.contains(u'/') || !isPlain(address.host)
        || !isPlain(address.user) || !isPlain(address.database) || address.port < 1
        || address.port > 65535)
        return wrong(u"a store is postgresql://HOST/DATABASE"_s);
    auto &mode = address.options[u"sslmode"_s];
    if (address.isLocal())
        return mode.isEmpty() ? (address.options.erase(u"sslmode"_s), address) : address;
    if (mode.isEmpty())
        mode = u"verify-full"_s;
    if (mode != "verify-full"_L1)
        return wrong(u"beyond this machine a store is only asked with sslmode=verify-full"_s);
    return address;
}

} // namespace tosaic::teamstore
