// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/layoutprotocol.h"

#include <QtEndian>

#include <cmath>
#include <cstring>

using namespace Qt::StringLiterals;

namespace tosaic::layout::protocol {

namespace {

constexpr char Magic[4] = { 'T', 'S', 'L', 'Y' };
constexpr double CoordinateLimit = 1e9; ///< pixels; beyond is not a drawing

class Writer
{
public:
    void u32(quint32 value) { put(value); }
    void i32(int value) { put(static_cast<qint32>(value)); }
    void u64(quint64 value) { put(value); }
    void f64(double value)
    {
        quint64 bits = 0;
        std::memcpy(&bits, &value, sizeof bits);
        put(bits);
    }
    void point(QPointF p)
    {
        f64(p.x());
        f64(p.y());
    }
    void rect(const QRectF &r)
    {
        point(r.topLeft());
        f64(r.width());
        f64(r.height());
    }
    QByteArray bytes;

private:
    template <typename T>
    void put(T value)
    {
        const auto little = qToLittleEndian(value);
        bytes.append(reinterpret_cast<const char *>(&little), sizeof little);
    }
};

/// Reads until something is wrong; from then on everything is zero and ok() is false.
class Reader
{
public:
    explicit Reader(QByteArrayView bytes) : m_bytes(bytes) { }
    quint32 u32() { return take<quint32>(); }
    qint32 i32() { return take<qint32>(); }
    double f64()
    {
        const auto bits = take<quint64>();
        double value = 0;
        std::memcpy(&value, &bits, sizeof value);
        if (!std::isfinite(value) || std::abs(value) > CoordinateLimit)
            m_ok = false;
        return m_ok ? value : 0;
    }
    QPointF point()
    {
        const auto x = f64();
        return { x, f64() };
    }
    QRectF rect()
    {
        const auto corner = point();
        const auto width = f64();
        return { corner.x(), corner.y(), width, f64() };
    }
    /// A count of things that take at least `bytesEach`: so no allocation exceeds the input.
    size_t count(quint32 limit, qsizetype bytesEach)
    {
        const auto n = u32();
        if (n > limit || static_cast<qsizetype>(n) > (m_bytes.size() - m_at) / bytesEach)
            m_ok = false;
        return m_ok ? n : 0;
    }
    int index(size_t size, bool mayBeNone)
    {
        const auto value = i32();
        if (value < (mayBeNone ? -1 : 0) || (value >= 0 && static_cast<size_t>(value) >= size))
            m_ok = false;
        return value;
    }
    void require(bool condition) { m_ok = m_ok && condition; }
    bool ok() const { return m_ok; }
    bool atEnd() const { return m_ok && m_at == m_bytes.size(); }

private:
    template <typename T>
    T take()
    {
        if (!m_ok || m_bytes.size() - m_at < static_cast<qsizetype>(sizeof(T))) {
            m_ok = false;
            return 0;
        }
        const auto value = qFromLittleEndian<T>(m_bytes.data() + m_at);
        m_at += static_cast<qsizetype>(sizeof(T));
        return value;
    }

    QByteArrayView m_bytes;
    qsizetype m_at = 0;
    bool m_ok = true;
};

QByteArray frame(Kind kind, const QByteArray &body)
{
    Writer header;
    header.bytes.append(Magic, sizeof Magic);
    header.u32(Version);
    header.u32(static_cast<quint32>(kind));
    header.u64(static_cast<quint64>(body.size()));
    return header.bytes + body;
}

/// Does every chain of parents end? A cluster must name one that stands before it.
bool parentsEnd(const std::vector<Cluster> &clusters)
{
    for (size_t i = 0; i < clusters.size(); ++i) {
        if (clusters[i].parent >= static_cast<int>(i))
            return false;
    }
    return true;
}

} // namespace

QByteArray encode(const Request &request)
{
    Writer w;
    w.f64(request.nodeSpacing);
    w.f64(request.rankSpacing);
    w.u32(static_cast<quint32>(request.clusters.size()));
    for (const auto &cluster : request.clusters) {
        w.i32(cluster.parent);
        w.f64(cluster.titleSize.width());
        w.f64(cluster.titleSize.height());
    }
    w.u32(static_cast<quint32>(request.nodes.size()));
    for (const auto &node : request.nodes) {
        w.f64(node.size.width());
        w.f64(node.size.height());
        w.i32(node.cluster);
    }
    w.u32(static_cast<quint32>(request.links.size()));
    for (const auto &link : request.links) {
        w.i32(link.from);
        w.i32(link.to);
        w.u32(link.constrainsRank ? 1 : 0);
    }
    return frame(Kind::Request, w.bytes);
}

QByteArray encode(const Layout &layout)
{
    Writer w;
    w.rect(layout.bounds);
    w.u32(static_cast<quint32>(layout.centres.size()));
    for (const auto &centre : layout.centres)
        w.point(centre);
    w.u32(static_cast<quint32>(layout.splines.size()));
    for (const auto &spline : layout.splines) {
        w.u32(spline.hasArrow ? 1 : 0);
        w.point(spline.arrowTip);
        w.u32(static_cast<quint32>(spline.points.size()));
        for (const auto &p : spline.points)
            w.point(p);
    }
    w.u32(static_cast<quint32>(layout.clusterRects.size()));
    for (const auto &rect : layout.clusterRects)
        w.rect(rect);
    return frame(Kind::Layout, w.bytes);
}

QByteArray encodeFailure(const QString &text)
{
    return frame(Kind::Failure, text.toUtf8());
}

Result<std::optional<Header>> readHeader(QByteArrayView bytes)
{
    const auto known = std::min<qsizetype>(bytes.size(), sizeof Magic);
    if (std::memcmp(bytes.data(), Magic, static_cast<size_t>(known)) != 0)
        return fail(ErrorCode::FormatDamaged, u"not a layout message"_s);
    if (bytes.size() < HeaderSize)
        return std::optional<Header>();
    if (const auto version = qFromLittleEndian<quint32>(bytes.data() + 4); version != Version)
        return fail(ErrorCode::FormatUnsupported,
            u"layout protocol version %1, expected %2"_s.arg(version).arg(Version));
    const auto kind = qFromLittleEndian<quint32>(bytes.data() + 8);
    const auto size = qFromLittleEndian<quint64>(bytes.data() + 12);
    if (kind < 1 || kind > 3)
        return fail(ErrorCode::FormatDamaged, u"unknown layout message kind %1"_s.arg(kind));
    if (size > BodyLimit)
        return fail(ErrorCode::LimitExceeded,
            u"layout message of %1 bytes; the limit is %2"_s.arg(size).arg(BodyLimit));
    return std::optional<Header>(Header{ static_cast<Kind>(kind), size });
}

Result<Request> decodeRequest(QByteArrayView body)
{
    Reader r(body);
    Request request;
    request.nodeSpacing = r.f64();
    request.rankSpacing = r.f64();
    request.clusters.resize(r.count(ClusterLimit, 20));
    for (auto &cluster : request.clusters) {
        cluster.parent = r.index(request.clusters.size(), true);
        cluster.titleSize.setWidth(r.f64());
        cluster.titleSize.setHeight(r.f64());
    }
    request.nodes.resize(r.count(NodeLimit, 20));
    for (auto &node : request.nodes) {
        node.size.setWidth(r.f64());
        node.size.setHeight(r.f64());
        node.cluster = r.index(request.clusters.size(), true);
        r.require(node.size.width() > 0 && node.size.height() > 0);
    }
    request.links.resize(r.count(LinkLimit, 12));
    for (auto &link : request.links) {
        link.from = r.index(request.nodes.size(), false);
        link.to = r.index(request.nodes.size(), false);
        link.constrainsRank = r.u32() != 0;
    }
    if (!r.atEnd() || !parentsEnd(request.clusters))
        return fail(ErrorCode::FormatDamaged, u"the layout request contradicts itself"_s);
    return request;
}

Result<Layout> decodeLayout(QByteArrayView body, const Request &request)
{
    Reader r(body);
    Layout layout;
    layout.bounds = r.rect();
    layout.centres.resize(r.count(NodeLimit, 16));
    for (auto &centre : layout.centres)
        centre = r.point();
    layout.splines.resize(r.count(LinkLimit, 24));
    for (auto &spline : layout.splines) {
        spline.hasArrow = r.u32() != 0;
        spline.arrowTip = r.point();
        spline.points.resize(r.count(PointLimit, 16));
        r.require(spline.points.empty() || spline.points.size() % 3 == 1);
        for (auto &p : spline.points)
            p = r.point();
    }
    layout.clusterRects.resize(r.count(ClusterLimit, 32));
    for (auto &rect : layout.clusterRects)
        rect = r.rect();
    if (!r.atEnd() || layout.centres.size() != request.nodes.size()
        || layout.splines.size() != request.links.size()
        || layout.clusterRects.size() != request.clusters.size())
        return fail(
            ErrorCode::FormatDamaged, u"the layout program's answer does not fit the graph"_s);
    return layout;
}

} // namespace tosaic::layout::protocol
