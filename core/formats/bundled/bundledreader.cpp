// SPDX-FileCopyrightText: Tosaic contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/bundled/bundledreader.h"

#include "core/formats/openprogram.h"
#include "core/formats/readcontext.h"

#include "bundled_generated.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tosaic::formats {

namespace fb = tosaic::bundled::fb;

namespace {

class BundleReader
{
public:
    BundleReader(ReadContext &context, BundledFile &file) : m_context(context), m_file(file) { }

    void read(const fb::BundledProgram &root)
    {
        m_file.version = root.version();
        for (quint32 i = 0, count = m_context.count(root.method_test_suites()); i < count; ++i)
            m_file.suites.push_back(suite(*root.method_test_suites()->Get(i), i));
        readProgram(root.program());
        checkMethods();
    }

private:
    BundledSuite suite(const fb::BundledMethodTestSuite &from, quint32 index)
    {
        BundledSuite result;
        result.method = m_context.text(from.method_name());
        for (quint32 i = 0, count = m_context.count(from.test_cases()); i < count; ++i) {
            m_place = u"test suite %1, case %2"_s.arg(index).arg(i);
            const auto *test = from.test_cases()->Get(i);
            result.cases.push_back({ values(test->inputs(), u"input"_s),
                values(test->expected_outputs(), u"expected output"_s) });
        }
        return result;
    }

    using Values = flatbuffers::Vector<flatbuffers::Offset<fb::Value>>;
    std::vector<BundledValue> values(const Values *from, const QString &what)
    {
        std::vector<BundledValue> result;
        for (quint32 i = 0, count = m_context.count(from); i < count; ++i)
            result.push_back(value(*from->Get(i), u"%1 %2"_s.arg(what).arg(i)));
        return result;
    }

    BundledValue value(const fb::Value &from, const QString &what)
    {
        if (const auto *tensor = from.val_as_Tensor())
            return tensorFrom(*tensor, what);
        if (const auto *number = from.val_as_Int())
            return qint64(number->int_val());
        if (const auto *boolean = from.val_as_Bool())
            return boolean->bool_val();
        if (const auto *real = from.val_as_Double())
            return real->double_val();
        report(u"bpte.value"_s, Severity::Warning,
            u"%1 has no value of a known kind (%2)"_s.arg(what).arg(int(from.val_type())));
        return {};
    }

    BundledTensor tensorFrom(const fb::Tensor &from, const QString &what)
    {
        BundledTensor result;
        result.dtype = static_cast<model::ScalarType>(from.scalar_type());
        result.shape = m_context.list<qint32>(from.sizes());
        result.dimOrder = m_context.list<quint8>(from.dim_order());
        if (const auto *data = from.data())
            result.data = { m_context.offsetOf(data->Data()), data->size() };
        model::Tensor shaped;
        shaped.dtype = result.dtype;
        shaped.shape = result.shape;
        if (const auto needed = shaped.byteSize(); needed && *needed != result.data.size)
            report(u"bpte.tensor-size"_s, Severity::Error,
                u"%1 needs %2 bytes, %3 are stored: the runtime refuses the case"_s.arg(what)
                    .arg(*needed)
                    .arg(result.data.size));
        return result;
    }

    void readProgram(const flatbuffers::Vector<quint8> *bytes)
    {
        if (!bytes || bytes->size() == 0) {
            m_context.report(u"bpte.no-program"_s, Severity::Error,
                u"the bundle holds no program: there is nothing to run"_s, m_context.inFile());
            return;
        }
        m_file.programRange = { m_context.offsetOf(bytes->Data()), bytes->size() };
        auto part
            = ByteSource::part(m_file.source, m_file.programRange.offset, m_file.programRange.size);
        constexpr quint64 Alignment = 16;
        if (part && m_file.programRange.offset % Alignment != 0) {
            m_context.report(u"bpte.program-alignment"_s, Severity::Error,
                u"the program begins at %1, not at a multiple of 16: the runtime refuses it"_s.arg(
                    m_file.programRange.offset),
                m_context.inFile(m_file.programRange.offset));
            // Tables may only be read in place where they are aligned.
            part = ByteSource::fromBytes((*part)->bytes().toByteArray(), (*part)->name());
        }
        auto program = part ? formats::readProgram(*part)
                            : Result<std::shared_ptr<const model::Program>>(fail(part.error()));
        if (program)
            m_file.program = std::move(*program);
        else
            m_context.sink().add(diagnosticOf(program.error()));
    }

    void checkMethods()
    {
        if (!m_file.program)
            return;
        const auto &methods = m_file.program->methods;
        for (const auto &suite : m_file.suites) {
            const auto isKnown = std::any_of(methods.begin(), methods.end(),
                [&](const model::Method &method) { return method.name == suite.method; });
            if (!isKnown)
                m_context.report(u"bpte.unknown-method"_s, Severity::Error,
                    u"the program has no method '%1': its cases cannot run"_s.arg(suite.method),
                    m_context.inFile());
        }
    }

    void report(const QString &id, Severity severity, const QString &text)
    {
        m_context.report(id, severity, text, m_context.inEntity(m_place));
    }

    ReadContext &m_context;
    BundledFile &m_file;
    QString m_place;
};

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

} // namespace

Result<std::shared_ptr<const BundledFile>> readBundled(std::shared_ptr<const ByteSource> source)
{
    ReadContext context(*source);
    const auto bytes = context.flatBuffer();
    if (bytes.size() < 8 || bytes.sliced(4, 2) != "BP" || !isDigit(bytes[6]) || !isDigit(bytes[7]))
        return fail(ErrorCode::FormatUnknown, u"not a bundled program"_s, context.inFile());
    auto file = std::make_shared<BundledFile>();
    file->source = source;
    file->identifier = QString::fromLatin1(bytes.sliced(4, 4));
    if (file->identifier != "BP08"_L1)
        context.report(u"bpte.identifier"_s, Severity::Warning,
            u"identifier %1, BP08 is known: read as if it were BP08"_s.arg(file->identifier),
            context.inFile(4));
    auto verifier = verifierOf(bytes);
    if (!verifier.VerifyBuffer<fb::BundledProgram>(nullptr))
        return fail(ErrorCode::FormatDamaged,
            u"the FlatBuffer contradicts itself: the file was cut off, overwritten or is not a "
            "bundled program"_s,
            context.inSection(u"root table"_s, qFromLittleEndian<quint32>(bytes.data())));
    BundleReader(context, *file).read(*flatbuffers::GetRoot<fb::BundledProgram>(bytes.data()));
    if (const auto limit = context.limitError())
        return fail(*limit);
    file->diagnostics = context.takeDiagnostics();
    return std::shared_ptr<const BundledFile>(std::move(file));
}

} // namespace tosaic::formats
