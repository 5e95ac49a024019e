// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/mutators/mutators.h"

#include <QtEndian>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

namespace tosaic::fuzz {

namespace {

constexpr size_t MostTables = 4000;
constexpr qsizetype LargestBuffer = 1 << 20;

enum class Form
{
    Table,
    Vector,
    Text
};

struct Reference
{
    qsizetype at = 0; ///< of the offset
    qsizetype target = 0;
    Form form = Form::Table;
};

struct VectorPlace
{
    qsizetype at = 0; ///< of the length
    qsizetype count = 0;
    bool hasOffsets = false;
};

/// What is in a buffer, as far as its form tells.
class Anatomy
{
public:
    explicit Anatomy(const QByteArray &buffer) : m_buffer(buffer)
    {
        if (buffer.size() < MostPrefix + 8)
            return;
        const qsizetype start = hasSizePrefix(buffer) ? MostPrefix : 0;
        if (const auto root = start + number(start); tableAt(root))
            visitTable(root);
    }
    static bool hasSizePrefix(const QByteArray &buffer)
    {
        return buffer.size() > MostPrefix
            && qFromLittleEndian<quint32>(buffer.constData()) == buffer.size() - MostPrefix;
    }
    static constexpr qsizetype MostPrefix = 4; ///< bytes

    std::vector<Reference> places;
    std::vector<VectorPlace> vectors;
    std::vector<qsizetype> texts; ///< of the lengths
    std::vector<std::pair<qsizetype, int>> numbers; ///< fields without an offset, and their bytes
    std::vector<std::pair<qsizetype, int>> layouts; ///< of tables: first entry, entries

private:
    quint32 number(qsizetype at) const
    {
        return qFromLittleEndian<quint32>(m_buffer.constData() + at);
    }
    quint16 half(qsizetype at) const
    {
        return qFromLittleEndian<quint16>(m_buffer.constData() + at);
    }
    bool holds(qsizetype at, qsizetype size) const
    {
        return at >= 0 && size >= 0 && at <= m_buffer.size() && size <= m_buffer.size() - at;
    }
    bool tableAt(qsizetype at) const
    {
        if (!holds(at, 4) || at % 4 != 0)
            return false;
        const auto layout = at - qint32(number(at));
        if (!holds(layout, 4) || layout % 2 != 0)
            return false;
        const int bytes = half(layout);
        const int inlined = half(layout + 2);
        if (bytes < 4 || bytes % 2 != 0 || !holds(layout, bytes) || inlined < 4
            || !holds(at, inlined))
            return false;
        for (int entry = 4; entry < bytes; entry += 2) {
            if (half(layout + entry) >= inlined)
                return false;
        }
        return true;
    }
    bool textAt(qsizetype at) const
    {
        const auto size = qsizetype(number(at));
        return holds(at + 4, size + 1) && m_buffer[at + 4 + size] == '\0'
            && std::all_of(m_buffer.begin() + at + 4, m_buffer.begin() + at + 4 + size,
                [](char c) { return quint8(c) >= 0x20; });
    }
    std::optional<Form> formAt(qsizetype at) const
    {
        if (!holds(at, 4))
            return {};
        if (tableAt(at))
            return Form::Table;
        if (number(at) > 0 && textAt(at))
            return Form::Text;
        if (at % 4 == 0 && holds(at + 4, qsizetype(number(at))))
            return Form::Vector;
        return {};
    }
    void visitOffset(qsizetype at, qsizetype target, Form form)
    {
        places.push_back({ at, target, form });
        if (form == Form::Table)
            visitTable(target);
        else if (!m_seen.insert(target).second)
            return;
        else if (form == Form::Text)
            texts.push_back(target);
        else
            visitVector(target);
    }
    void visitVector(qsizetype at)
    {
        const auto count = qsizetype(number(at));
        bool hasOffsets = count > 0 && holds(at + 4, count * 4);
        for (qsizetype i = 0; hasOffsets && i < std::min<qsizetype>(count, 8); ++i) {
            const auto place = at + 4 + i * 4;
            const auto form = number(place) > 0 ? formAt(place + number(place)) : std::nullopt;
            hasOffsets = form == Form::Table || form == Form::Text;
        }
        vectors.push_back({ at, count, hasOffsets });
        for (qsizetype i = 0; hasOffsets && i < count && places.size() < MostTables; ++i) {
            const auto place = at + 4 + i * 4;
            if (const auto form = formAt(place + number(place)))
                visitOffset(place, place + number(place), *form);
        }
    }
    void visitTable(qsizetype at)
    {
        if (!m_seen.insert(at).second || m_seen.size() > MostTables)
            return;
        const auto layout = at - qint32(number(at));
        const int entries = (half(layout) - 4) / 2;
        layouts.emplace_back(layout + 4, entries);
        std::vector<int> offsets{ half(layout + 2) };
        for (int i = 0; i < entries; ++i)
            offsets.push_back(half(layout + 4 + i * 2));
        std::ranges::sort(offsets);
        for (int i = 0; i < entries; ++i) {
            const int offset = half(layout + 4 + i * 2);
            if (offset == 0)
                continue;
            const int room = *std::ranges::upper_bound(offsets, offset) - offset;
            const auto place = at + offset;
            if (room >= 4 && holds(place, 4) && number(place) >= 4) {
                if (const auto form = formAt(place + number(place))) {
                    visitOffset(place, place + number(place), *form);
                    continue;
                }
            }
            numbers.emplace_back(place, room >= 8 ? 8 : room >= 4 ? 4 : room >= 2 ? 2 : 1);
        }
    }

    const QByteArray &m_buffer;
    std::set<qsizetype> m_seen;
};

template <typename T>
const T &oneOf(const std::vector<T> &all, Random &random)
{
    return all[random() % all.size()];
}

void put(QByteArray *buffer, qsizetype at, quint64 value, int bytes)
{
    for (int i = 0; i < bytes && at + i < buffer->size(); ++i)
        (*buffer)[at + i] = char(value >> (8 * i));
}

quint64 extreme(Random &random)
{
    static constexpr std::array<quint64, 20> Values{ 0, 1, 2, 3, 7, 16, 127, 128, 255, 256, 32767,
        65535, 65536, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, 0x7fffffffffffffff,
        0x8000000000000000, 0xffffffffffffffff };
    return random() % 4 == 0 ? random() % 64 : Values[random() % Values.size()];
}

/// Behind everything else, where any offset can lead.
qsizetype appendText(QByteArray *buffer, const QByteArray &text)
{
    while (buffer->size() % 4 != 0)
        buffer->append('\0');
    const auto at = buffer->size();
    buffer->append(4, '\0');
    put(buffer, at, quint64(text.size()), 4);
    buffer->append(text).append('\0');
    return at;
}

void redirect(QByteArray *buffer, const Anatomy &anatomy, Random &random)
{
    const auto &place = oneOf(anatomy.places, random);
    std::vector<qsizetype> others;
    for (const auto &other : anatomy.places) {
        if (other.form == place.form && other.target > place.at && other.target != place.target)
            others.push_back(other.target);
    }
    if (!others.empty())
        put(buffer, place.at, quint64(oneOf(others, random) - place.at), 4);
}

/// All elements become one of them: what is behind it counts so many times.
void share(QByteArray *buffer, const VectorPlace &vector, Random &random)
{
    const auto last = vector.at + 4 * vector.count; // the only one that each can lead to for sure
    const auto chosen
        = random() % 2 ? last : vector.at + 4 * (1 + qsizetype(random()) % vector.count);
    const auto target
        = chosen + qFromLittleEndian<quint32>(std::as_const(*buffer).constData() + chosen);
    for (qsizetype at = vector.at + 4; at <= last; at += 4) {
        if (target > at)
            put(buffer, at, quint64(target - at), 4);
    }
}

void changeVector(QByteArray *buffer, const VectorPlace &vector, Random &random)
{
    if (vector.hasOffsets && random() % 2) {
        share(buffer, vector, random);
    } else if (vector.count > 0 && !vector.hasOffsets && random() % 2) {
        const int bytes = 1 << random() % 4;
        put(buffer, vector.at + 4 + bytes * (qsizetype(random()) % vector.count), extreme(random),
            bytes);
    } else {
        const auto count = random() % 3 == 0 ? extreme(random)
            : vector.count == 0              ? 1
                                             : random() % quint64(vector.count + 2);
        put(buffer, vector.at, count, 4);
    }
}

void changeLayout(QByteArray *buffer, const std::pair<qsizetype, int> &layout, Random &random)
{
    const auto [first, entries] = layout;
    if (entries == 0)
        return;
    const auto at = first + 2 * qsizetype(random() % quint32(entries));
    const auto other = first + 2 * qsizetype(random() % quint32(entries));
    const auto entryAt = [&](qsizetype place) {
        return qFromLittleEndian<quint16>(std::as_const(*buffer).constData() + place);
    };
    const auto [one, two] = std::pair(entryAt(at), entryAt(other));
    switch (random() % 3) {
    case 0:
        put(buffer, at, 0, 2);
        break;
    case 1:
        put(buffer, at, two, 2);
        break;
    default:
        put(buffer, at, two, 2);
        put(buffer, other, one, 2);
    }
}

void changeOne(QByteArray *buffer, const Anatomy &anatomy, Random &random)
{
    switch (random() % 8) {
    case 0:
        redirect(buffer, anatomy, random);
        break;
    case 1:
    case 2:
        if (!anatomy.vectors.empty())
            changeVector(buffer, oneOf(anatomy.vectors, random), random);
        break;
    case 3:
        if (!anatomy.layouts.empty())
            changeLayout(buffer, oneOf(anatomy.layouts, random), random);
        break;
    case 4: {
        const auto &place = oneOf(anatomy.places, random);
        if (place.form == Form::Text)
            put(buffer, place.at, quint64(appendText(buffer, hostileText(random)) - place.at), 4);
        break;
    }
    case 5:
        if (!anatomy.texts.empty()) {
            const auto at = oneOf(anatomy.texts, random);
            const auto size = qFromLittleEndian<quint32>(std::as_const(*buffer).constData() + at);
            const auto text = hostileText(random).left(qsizetype(size));
            buffer->replace(at + 4, text.size(), text);
        }
        break;
    default:
        if (!anatomy.numbers.empty()) {
            const auto [at, bytes] = oneOf(anatomy.numbers, random);
            put(buffer, at, extreme(random), bytes);
        }
    }
}

} // namespace

QByteArray mutateFlatBuffer(const QByteArray &input, Random &random, const ByteMutator &)
{
    if (input.size() > LargestBuffer)
        return {};
    auto buffer = input;
    for (auto rounds = 1 + random() % 4; rounds > 0; --rounds) {
        const auto before = buffer;
        const Anatomy anatomy(before);
        if (anatomy.places.empty())
            return {};
        changeOne(&buffer, anatomy, random);
        if (Anatomy::hasSizePrefix(before))
            put(&buffer, 0, quint64(buffer.size() - Anatomy::MostPrefix), 4);
    }
    return buffer;
}

} // namespace tosaic::fuzz
