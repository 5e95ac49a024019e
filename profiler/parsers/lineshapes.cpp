// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/lineshapes.h"

#include <algorithm>
#include <cstring>

namespace tosaic::profile {

namespace {

constexpr quint64 all(quint64 byte)
{
    return byte * 0x0101010101010101ULL;
}

/// Eight bytes with '0' in place of digits.
constexpr quint64 withoutDigits(quint64 bytes)
{
    const auto value = bytes ^ all(0x30); // digits become 0 to 9
    const auto others = ((value & all(0x7f)) + all(0x76)) | value; // their high bits are set
    const auto digits = ((~others & all(0x80)) >> 7) * 0xff;
    return (bytes & ~digits) | (all(0x30) & digits);
}
static_assert(withoutDigits(0x2f'30'39'3a'b0'b9'20'41ULL) == 0x2f'30'30'3a'b0'b9'20'41ULL);

constexpr quint64 mixed(quint64 hash, quint64 bytes)
{
    hash = (hash ^ bytes) * 0x9E3779B97F4A7C15ULL;
    return hash ^ hash >> 32;
}

} // namespace

quint64 LineShapes::normalise(QByteArrayView line)
{
    quint64 hash = static_cast<quint64>(line.size());
    const auto *from = line.data();
    auto *to = m_text.data();
    auto left = line.size();
    quint64 bytes = 0;
    for (; left >= 8; left -= 8, from += 8, to += 8) {
        std::memcpy(&bytes, from, 8);
        bytes = withoutDigits(bytes);
        std::memcpy(to, &bytes, 8);
        hash = mixed(hash, bytes);
    }
    bytes = 0;
    std::memcpy(&bytes, from, static_cast<size_t>(left));
    bytes = withoutDigits(bytes);
    std::memcpy(to, &bytes, 8);
    return mixed(hash, bytes);
}

/// Of the shape, or the free one where it belongs; none if too many shapes crowd there.
std::optional<size_t> LineShapes::slotOf(QByteArrayView line, quint64 hash) const
{
    constexpr size_t Probes = 16;
    const auto size = static_cast<size_t>(line.size());
    for (size_t i = 0; i < Probes; ++i) {
        const auto slot = static_cast<size_t>(hash + i) & (Slots - 1);
        if (m_slots[slot] == 0)
            return slot;
        const auto &text = m_shapes[m_slots[slot] - 1U].text;
        if (text.size() == line.size() && std::memcmp(text.constData(), m_text.data(), size) == 0)
            return slot;
    }
    return std::nullopt;
}

const LineShape *LineShapes::find(QByteArrayView line)
{
    if (m_shapes.empty() || line.isEmpty() || line.size() > LargestLine)
        return nullptr;
    const auto slot = slotOf(line, normalise(line));
    if (!slot || m_slots[*slot] == 0)
        return nullptr;
    follow(m_slots[*slot]);
    return &m_shapes[m_last - 1U];
}

void LineShapes::remember(QByteArrayView line, LineShape shape)
{
    if (line.isEmpty() || line.size() > LargestLine || m_shapes.size() >= Largest)
        return;
    m_slots.resize(Slots);
    const auto slot = slotOf(line, normalise(line));
    if (!slot || m_slots[*slot] != 0)
        return;
    shape.text = QByteArray(m_text.data(), line.size());
    if (shape.isElastic)
        makeElastic(shape);
    m_shapes.push_back(std::move(shape));
    m_slots[*slot] = static_cast<quint16>(m_shapes.size());
    follow(m_slots[*slot]);
}

void LineShapes::follow(quint16 number)
{
    if (m_last != 0)
        m_shapes[m_last - 1U].next = number;
    m_last = number;
}

/// Cuts the text at its numbers. It stays rigid if a capture begins or ends inside a number.
void LineShapes::makeElastic(LineShape &shape) const
{
    shape.isElastic = false;
    std::vector<qsizetype> ends; // of the numbers
    const auto &text = shape.text;
    for (qsizetype at = 0; at < text.size();) {
        auto digits = text.indexOf('0', at);
        digits = digits < 0 ? text.size() : digits;
        auto end = digits;
        while (end < text.size() && text[end] == '0')
            ++end;
        shape.pieces.push_back(
            { static_cast<quint16>(digits - at), static_cast<quint16>(end - digits) });
        ends.push_back(end);
        at = end;
    }
    if (shape.pieces.size() > MostPieces)
        return;
    const auto numbersBefore = [&](qsizetype place) -> std::optional<quint8> {
        quint8 count = 0;
        for (size_t i = 0; i < ends.size() && shape.pieces[i].digits > 0; ++i) {
            const auto begin = ends[i] - shape.pieces[i].digits;
            if (place > begin && place < ends[i])
                return std::nullopt;
            count = static_cast<quint8>(count + (place >= ends[i]));
        }
        return count;
    };
    for (auto &hit : shape.hits) {
        if (hit.captures.size() > MostCaptures)
            return;
        for (const auto &capture : hit.captures) {
            const auto at = capture.at < 0 ? 0 : capture.at + shape.messageAt;
            const auto before = numbersBefore(at);
            const auto behind = numbersBefore(capture.at < 0 ? 0 : at + capture.size);
            if (!before || !behind)
                return;
            hit.moves.push_back({ *before, *behind });
        }
    }
    shape.isElastic = true;
}

ShapedLine LineShapes::expected(QByteArrayView text)
{
    const auto number = m_last == 0 ? quint16(0) : m_shapes[m_last - 1U].next;
    if (number == 0 || !m_shapes[number - 1U].isElastic)
        return {};
    const auto &shape = m_shapes[number - 1U];
    const auto *at = text.data();
    const auto *const end = at + text.size();
    const auto *wanted = shape.text.constData();
    size_t piece = 0;
    m_moved[0] = 0;
    for (const auto &[size, digits] : shape.pieces) {
        if (end - at <= size || std::memcmp(at, wanted, size) != 0)
            return {};
        at += size;
        const auto *const begin = at;
        while (at != end && *at >= '0' && *at <= '9')
            ++at;
        // Those of the prefix are as many as they were: what a prefix is depends on it.
        const auto count = at - begin;
        const bool isInPrefix = begin - text.data() < shape.messageAt;
        if ((count == 0) != (digits == 0) || count > MostDigits || (isInPrefix && count != digits))
            return {};
        m_moved[piece + 1] = m_moved[piece] + count - digits;
        ++piece;
        wanted += size + digits;
    }
    const auto size = at - text.data();
    while (at != end && *at == '\r')
        ++at;
    if (at == end || *at != '\n')
        return {};
    follow(number);
    return { &shape, size, at + 1 - text.data() };
}

std::span<const RuleMatch::Capture> LineShapes::captures(const RuleHit &hit)
{
    for (size_t i = 0; i < hit.captures.size(); ++i) {
        const auto &capture = hit.captures[i];
        const auto before = m_moved[hit.moves[i].before];
        const auto behind = m_moved[hit.moves[i].behind];
        m_captures[i] = capture.at < 0
            ? capture
            : RuleMatch::Capture{ capture.at + before, capture.size + behind - before };
    }
    return { m_captures.data(), hit.captures.size() };
}

bool isPlainLine(QByteArrayView line)
{
    // Controls are written out in capitals ("<NUL>"), levels of Zephyr are not ("<inf>"); what is
    // between "<metrics>" and its end has no shape.
    const auto isLevel = [end = line.end()](const char *at) {
        return at != end && *at >= 'a' && *at <= 'z' && *at != 'm';
    };
    for (const auto *at = line.begin(); at != line.end(); ++at) {
        const bool isPrintable = *at == '\t' || (*at >= ' ' && *at <= '~');
        if (!isPrintable || *at == '^' || *at == '\\' || (*at == '<' && !isLevel(at + 1)))
            return false;
    }
    return true;
}

} // namespace tosaic::profile
