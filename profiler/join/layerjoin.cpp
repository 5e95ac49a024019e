// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/join/layerjoin.h"

#include "profiler/join/operatorrows.h"

#include <QRegularExpression>

#include <algorithm>
#include <map>
#include <set>

using namespace Qt::StringLiterals;

namespace tosaic::profile {

namespace {

using Refusal = LayerJoin::Refusal;
using Role = TimedOperation::Role;

/// Rounding of means, and reading the counters themselves.
constexpr double TotalTolerance = 1.01;

/// What one row would be.
struct Place
{
    int stream = 0;
    std::optional<qint64> key; ///< of its operator
    std::optional<quint64> macs;
    bool operator==(const Place &) const = default;
};

struct Candidate
{
    QString what; ///< "operations"
    std::vector<Place> places;
};

LayerJoin refused(Refusal refusal, const QString &text)
{
    return { .refusal = refusal, .text = text };
}

std::vector<Place> operationsOf(const OperationTable &table, int stream, bool withMembers)
{
    std::vector<Place> places;
    for (const auto &operation : table.operations) {
        const bool isOne
            = operation.role == Role::Kernel || (withMembers && operation.role == Role::Member);
        if (isOne && (stream < 0 ? operation.stream >= 0 : operation.stream == stream))
            places.push_back({ operation.stream, operation.origin.key, operation.macs });
    }
    return places;
}

std::vector<Place> operatorsOf(const OperationTable &table, int stream)
{
    std::vector<Place> places;
    for (const auto &row : operatorRows(table)) {
        if (row.origin.source && (stream < 0 ? row.stream >= 0 : row.stream == stream))
            places.push_back({ row.stream, row.origin.key, row.macs });
    }
    return places;
}

/// All that a table of layers may list. `isWhole`: of every stream; else one stream by itself.
std::vector<Candidate> candidatesOf(const OperationTable &table, size_t rows)
{
    std::set<int> streams;
    for (const auto &operation : table.operations) {
        if (operation.stream >= 0)
            streams.insert(operation.stream);
    }
    std::vector<Candidate> all;
    const auto add = [&](int stream, const QString &of) {
        all.push_back({ u"operations"_s + of, operationsOf(table, stream, false) });
        all.push_back({ u"scheduled operations"_s + of, operationsOf(table, stream, true) });
        all.push_back({ u"operators"_s + of, operatorsOf(table, stream) });
    };
    add(-1, {});
    if (streams.size() > 1) {
        for (const auto stream : streams)
            add(stream, u" of command stream %1"_s.arg(stream));
    }
    std::erase_if(all, [rows](const Candidate &one) { return one.places.size() != rows; });
    return all;
}

/// Index of a column that a test accepts; -1 if none, -2 if several.
template <typename Test>
int onlyColumn(const LayerTable &layers, Test test)
{
    int found = -1;
    for (size_t i = 1; i < layers.columns.size(); ++i) { // the first counts the layers
        if (!test(layers.columns[i]))
            continue;
        if (found >= 0)
            return -2;
        found = static_cast<int>(i);
    }
    return found;
}

int cyclesColumn(const LayerTable &layers)
{
    return onlyColumn(layers, [](const QString &name) {
        return name.contains(u"cycle"_s, Qt::CaseInsensitive)
            && !name.contains(u"cpu"_s, Qt::CaseInsensitive);
    });
}

/// MAC_ACTIVE and the like are events, no numbers of MACs.
int macsColumn(const LayerTable &layers)
{
    static const QRegularExpression macs(
        u"^(n|num|nn)?[ _]*macs?([ _]*count)?$"_s, QRegularExpression::CaseInsensitiveOption);
    return onlyColumn(layers, [](const QString &name) { return macs.match(name).hasMatch(); });
}

/// By name or number; -1 if it is not there.
int statedColumn(const LayerTable &layers, const QString &stated)
{
    const auto named = std::ranges::find_if(layers.columns,
        [&](const QString &name) { return name.compare(stated, Qt::CaseInsensitive) == 0; });
    if (named != layers.columns.end())
        return static_cast<int>(named - layers.columns.begin());
    const int number = stated.toInt() - 1;
    const bool isThere = number >= 1 && !layers.rows.empty()
        && static_cast<size_t>(number) < layers.rows.front().size();
    return isThere ? number : -1;
}

/// The first row whose MACs are others; absent if all that are known agree.
std::optional<size_t> otherMacs(
    const std::vector<Place> &places, const LayerTable &layers, size_t column)
{
    for (size_t i = 0; i < places.size(); ++i) {
        if (places[i].macs && static_cast<qint64>(*places[i].macs) != layers.rows[i][column])
            return i;
    }
    return std::nullopt;
}

class Joining
{
public:
    Joining(
        const OperationTable &table, const LayerTable &layers, const LayerConditions &conditions)
        : m_table(table), m_layers(layers), m_conditions(conditions)
    {
    }

    LayerJoin join();

private:
    std::optional<LayerJoin> chooseColumn();
    std::optional<LayerJoin> checkTarget();
    std::optional<LayerJoin> checkTotal() const;
    std::optional<LayerJoin> choosePlaces();
    LayerJoin result() const;

    const OperationTable &m_table;
    const LayerTable &m_layers;
    const LayerConditions &m_conditions;
    size_t m_column = 0;
    Candidate m_chosen;
    QStringList m_proof;
};

std::optional<LayerJoin> Joining::chooseColumn()
{
    const auto names = columnNames(m_layers).join(u", "_s);
    if (!m_conditions.column.isEmpty()) {
        const auto stated = statedColumn(m_layers, m_conditions.column);
        if (stated < 0)
            return refused(Refusal::ColumnUnknown,
                u"the rows have no column \"%1\": there are %2"_s.arg(m_conditions.column, names));
        m_column = static_cast<size_t>(stated);
        m_proof << u"column %1 as stated"_s.arg(m_conditions.column);
        return std::nullopt;
    }
    const auto only = cyclesColumn(m_layers);
    if (only == -1)
        return refused(Refusal::NoColumn,
            u"no column is named cycles of the NPU: state which it is (%1)"_s.arg(names));
    if (only < 0)
        return refused(Refusal::SeveralColumns,
            u"several columns are named cycles: state which it is (%1)"_s.arg(names));
    m_column = static_cast<size_t>(only);
    return std::nullopt;
}

std::optional<LayerJoin> Joining::checkTarget()
{
    const auto &told = m_conditions;
    const bool isOther = (!told.product.isEmpty() && !told.compiledProduct.isEmpty()
                             && told.product != told.compiledProduct)
        || (told.npuMacs && told.compiledMacs && *told.npuMacs != *told.compiledMacs);
    const auto name = [](const QString &product, const std::optional<quint32> &macs) {
        return u"%1 with %2 MACs per cycle"_s.arg(
            product.isEmpty() ? u"an NPU"_s : u"Ethos-"_s + product,
            macs ? QString::number(*macs) : u"an unknown number of"_s);
    };
    if (isOther)
        return refused(Refusal::OtherTarget,
            u"it ran on %1, the program is compiled for %2"_s.arg(
                name(told.product, told.npuMacs), name(told.compiledProduct, told.compiledMacs)));
    if (told.npuMacs && told.compiledMacs && !told.product.isEmpty()
        && !told.compiledProduct.isEmpty())
        m_proof << u"the NPU is the one compiled for"_s;
    return std::nullopt;
}

std::optional<LayerJoin> Joining::choosePlaces()
{
    auto candidates = candidatesOf(m_table, m_layers.rows.size());
    if (candidates.empty())
        return refused(Refusal::OtherCount,
            u"there are %1 rows, but %2 operations and %3 operators"_s.arg(m_layers.rows.size())
                .arg(operationsOf(m_table, -1, false).size())
                .arg(operatorsOf(m_table, -1).size()));
    if (const auto column = macsColumn(m_layers); column >= 0) {
        const auto macs = static_cast<size_t>(column);
        const auto first = candidates.front();
        std::erase_if(candidates, [&](const Candidate &one) {
            return otherMacs(one.places, m_layers, macs).has_value();
        });
        if (candidates.empty()) {
            const auto row = *otherMacs(first.places, m_layers, macs);
            return refused(Refusal::OtherMacs,
                u"row %1 has %2 MACs, where the program has %3: the rows are of another "
                "compile, or in another order"_s.arg(row)
                    .arg(m_layers.rows[row][macs])
                    .arg(*first.places[row].macs));
        }
        const bool isTelling = std::ranges::any_of(candidates.front().places,
            [](const Place &place) { return place.macs.value_or(0) > 0; });
        if (isTelling)
            m_proof << u"MACs are equal in every row"_s;
    }
    const auto isOther
        = [&](const Candidate &one) { return one.places != candidates.front().places; };
    if (std::ranges::any_of(candidates, isOther))
        return refused(Refusal::Ambiguous,
            u"the rows may be %1 or %2, and nothing tells which"_s.arg(
                candidates.front().what, candidates.back().what));
    if (m_proof.isEmpty())
        return refused(Refusal::Unproven,
            u"there are as many rows as %1, but neither MACs nor the NPU are told: state the "
            u"column "
            "if they are the same"_s.arg(candidates.front().what));
    m_chosen = std::move(candidates.front());
    return std::nullopt;
}

std::optional<LayerJoin> Joining::checkTotal() const
{
    double sum = 0;
    for (const auto &row : m_layers.rows)
        sum += static_cast<double>(row[m_column]);
    const auto &total = m_conditions.totalCycles;
    if (!total || sum <= *total * TotalTolerance)
        return std::nullopt;
    return refused(Refusal::MoreThanTotal,
        u"the rows add up to %1 cycles, more than the %2 of the whole inference"_s
            .arg(sum, 0, 'f', 0)
            .arg(*total, 0, 'f', 0));
}

LayerJoin Joining::result() const
{
    LayerJoin joined;
    std::map<std::pair<int, qint64>, double> cycles;
    for (size_t i = 0; i < m_chosen.places.size(); ++i) {
        const auto &place = m_chosen.places[i];
        if (place.key)
            cycles[{ place.stream, *place.key }] += static_cast<double>(m_layers.rows[i][m_column]);
        else
            ++joined.withoutOperator;
    }
    if (cycles.empty())
        return refused(Refusal::NoOperators,
            u"the operations name no operators of the input file: a debug database of the compile "
            "is needed"_s);
    for (const auto &[place, value] : cycles)
        joined.board.push_back({ .stream = place.first, .key = place.second, .cycles = value });
    joined.text = u"%1 rows of layers are the %2: %3"_s.arg(m_layers.rows.size())
                      .arg(m_chosen.what, m_proof.join(u", "_s));
    return joined;
}

LayerJoin Joining::join()
{
    if (auto no = chooseColumn())
        return *no;
    if (auto no = checkTarget())
        return *no;
    if (auto no = choosePlaces())
        return *no;
    if (auto no = checkTotal())
        return *no;
    return result();
}

} // namespace

LayerJoin joinLayers(
    const OperationTable &table, const LayerTable &layers, const LayerConditions &conditions)
{
    return Joining(table, layers, conditions).join();
}

QStringList columnNames(const LayerTable &layers)
{
    QStringList names(layers.columns.begin(), layers.columns.end());
    if (!names.isEmpty() || layers.rows.empty())
        return names;
    for (size_t i = 1; i < layers.rows.front().size(); ++i)
        names << QString::number(i + 1);
    return names;
}

} // namespace tosaic::profile
