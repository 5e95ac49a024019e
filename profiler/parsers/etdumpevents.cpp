// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/parsers/etdumpevents.h"

#include "etdump_generated.h"

#include <QHash>
#include <QtEndian>

#include <limits>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

constexpr quint64 MaxEvents = 2'000'000;
constexpr quint64 MaxRuns = 1'000'000;
constexpr quint64 MaxNumbers = 20'000'000; ///< sizes, strides and allocators of all events
constexpr quint64 MaxText = 64'000'000; ///< bytes of different texts

QString kindName(fb::ValueKind kind)
{
    if (kind < fb::ValueKind::MIN || kind > fb::ValueKind::MAX)
        return u"ValueType(%1)"_s.arg(int(kind));
    return QString::fromLatin1(fb::EnumNameValueKind(kind));
}

class RunReader
{
public:
    explicit RunReader(QByteArrayView file) : m_file(file) { }

    Result<std::vector<EtDumpRun>> read(const fb::ETDump &dump)
    {
        std::vector<EtDumpRun> runs;
        if (!dump.run_data())
            return runs;
        if (dump.run_data()->size() > MaxRuns)
            return tooMany(u"runs"_s, MaxRuns);
        for (const auto *run : *dump.run_data()) {
            runs.push_back(read(*run));
            if (!m_met.isEmpty())
                return tooMany(m_met, m_limit);
        }
        return runs;
    }

private:
    static tl::unexpected<Error> tooMany(const QString &what, quint64 limit)
    {
        return fail(ErrorCode::LimitExceeded,
            u"an ETDump of more than %1 %2 is refused"_s.arg(limit).arg(what));
    }

    /// Counts; false once a limit is met.
    bool spend(quint64 &spent, quint64 amount, quint64 limit, const QString &what)
    {
        spent += amount;
        if (spent <= limit)
            return true;
        m_met = what;
        m_limit = limit;
        return false;
    }

    /// Texts repeat: each is converted once.
    QString text(const flatbuffers::String &string)
    {
        const auto found = m_texts.constFind(&string);
        if (found != m_texts.cend())
            return *found;
        if (!spend(m_textSpent, string.size(), MaxText, u"bytes of text"_s))
            return {};
        const auto converted = QString::fromUtf8(string.c_str(), qsizetype(string.size()));
        m_texts.insert(&string, converted);
        return converted;
    }

    std::optional<QString> optionalText(const flatbuffers::String *string)
    {
        return string ? std::optional(text(*string)) : std::nullopt;
    }

    EtDumpRun read(const fb::RunData &run)
    {
        EtDumpRun result;
        if (run.name())
            result.name = text(*run.name());
        if (run.bundled_input_index() >= 0)
            result.bundledInput = run.bundled_input_index();
        if (const auto *allocators = run.allocators()) {
            if (!spend(m_numbers, allocators->size(), MaxNumbers, u"numbers"_s))
                return result;
            for (const auto *allocator : *allocators)
                result.allocators.push_back(optionalText(allocator->name()).value_or(QString()));
        }
        if (!run.events() || !spend(m_events, run.events()->size(), MaxEvents, u"events"_s))
            return result;
        result.events.reserve(run.events()->size());
        for (const auto *event : *run.events()) {
            add(result, *event);
            if (!m_met.isEmpty())
                break;
        }
        return result;
    }

    /// Exactly one member is set, as the runtime writes them; all that are, are taken.
    void add(EtDumpRun &run, const fb::Event &event)
    {
        if (const auto *profile = event.profile_event())
            run.events.emplace_back(read(*profile));
        if (const auto *allocation = event.allocation_event())
            run.events.emplace_back(
                EtDumpAllocation{ allocation->allocator_id(), allocation->allocation_size() });
        if (const auto *debug = event.debug_event())
            run.events.emplace_back(read(*debug));
    }

    template <typename Event>
    EtDumpPlace placeOf(const Event &event)
    {
        EtDumpPlace place;
        place.instruction = event.instruction_id();
        if (event.delegate_debug_id_int() != -1)
            place.delegateId = event.delegate_debug_id_int();
        place.delegateName = optionalText(event.delegate_debug_id_str());
        return place;
    }

    EtDumpProfileEvent read(const fb::ProfileEvent &event)
    {
        EtDumpProfileEvent result{ placeOf(event), optionalText(event.name()), event.start_time(),
            event.end_time(), std::nullopt };
        if (event.chain_index() >= 0)
            result.place.chain = event.chain_index();
        if (const auto *metadata = event.delegate_debug_metadata()) {
            const auto *start = reinterpret_cast<const char *>(metadata->Data());
            result.metadata
                = model::ByteRange{ quint64(start - m_file.data()), quint64(metadata->size()) };
        }
        return result;
    }

    EtDumpDebugEvent read(const fb::DebugEvent &event)
    {
        EtDumpDebugEvent result;
        result.place = placeOf(event);
        // Unsigned here: -1 is written as the largest number.
        if (event.chain_index() <= quint64(std::numeric_limits<qint64>::max()))
            result.place.chain = qint64(event.chain_index());
        result.name = optionalText(event.name());
        if (event.debug_entry())
            readValue(result, *event.debug_entry());
        return result;
    }

    void readValue(EtDumpDebugEvent &event, const fb::DebugValue &value)
    {
        event.kind = kindName(value.val());
        event.isProgramOutput = value.output() && value.output()->bool_val();
        if (value.val() == fb::ValueKind::Int && value.int_value())
            event.value = qint64(value.int_value()->int_val());
        else if (value.val() == fb::ValueKind::Bool && value.bool_value())
            event.value = value.bool_value()->bool_val();
        else if (value.val() == fb::ValueKind::Float && value.float_value())
            event.value = double(value.float_value()->float_val());
        else if (value.val() == fb::ValueKind::Double && value.double_value())
            event.value = value.double_value()->double_val();
        else if (value.val() == fb::ValueKind::Tensor && value.tensor())
            event.value = std::vector{ read(*value.tensor()) };
        else if (value.val() == fb::ValueKind::TensorList && value.tensor_list())
            event.value = readList(*value.tensor_list());
    }

    std::vector<EtDumpTensor> readList(const fb::TensorListValue &list)
    {
        std::vector<EtDumpTensor> tensors;
        if (!list.tensors() || !spend(m_numbers, list.tensors()->size(), MaxNumbers, u"numbers"_s))
            return tensors;
        for (const auto *tensor : *list.tensors())
            tensors.push_back(read(*tensor));
        return tensors;
    }

    EtDumpTensor read(const fb::TensorValue &tensor)
    {
        return { model::ScalarType(tensor.scalar_type()), numbers(tensor.sizes()),
            numbers(tensor.strides()), tensor.offset() };
    }

    std::vector<qint64> numbers(const flatbuffers::Vector<int64_t> *vector)
    {
        if (!vector || vector->size() == 0
            || !spend(m_numbers, vector->size(), MaxNumbers, u"numbers"_s))
            return {};
        // Byte by byte: FlatBuffers verifies that a vector lies on 4 bytes, not that its elements
        // do on 8.
        std::vector<qint64> result(vector->size());
        qFromLittleEndian<qint64>(vector->Data(), qsizetype(result.size()), result.data());
        return result;
    }

    QByteArrayView m_file;
    QHash<const flatbuffers::String *, QString> m_texts;
    quint64 m_textSpent = 0;
    quint64 m_events = 0;
    quint64 m_numbers = 0;
    QString m_met; ///< what there is too much of
    quint64 m_limit = 0;
};

} // namespace

Result<std::vector<EtDumpRun>> readEtDumpRuns(const fb::ETDump &dump, QByteArrayView file)
{
    return RunReader(file).read(dump);
}

} // namespace tosaic::profile
