<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en">
<context>
    <name>Arena</name>
    <message numerus="yes">
        <source>%n buffer(s) only wait there (%1 together): the step does not use them. The largest, %2, is needed next by %3.</source>
        <translation>
            <numerusform>%n buffer (%1) only waits there: the step does not use it. Its %2 are needed next by %3.</numerusform>
            <numerusform>%n buffers only wait there (%1 together): the step does not use them. The largest, %2, is needed next by %3.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other step(s) need as much; the peak falls only if all of them do.</source>
        <translation>
            <numerusform>%n other step needs as much; the peak falls only if both do.</numerusform>
            <numerusform>%n other steps need as much; the peak falls only if all of them do.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n buffer(s) have no known size, so the peak is at least this high.</source>
        <translation>
            <numerusform>%n buffer has no known size, so the peak is at least this high.</numerusform>
            <numerusform>%n buffers have no known size, so the peak is at least this high.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ChangeWords</name>
    <message numerus="yes">
        <source>%n operator(s) kept on the CPU</source>
        <translation>
            <numerusform>%n operator kept on the CPU</numerusform>
            <numerusform>%n operators kept on the CPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n kind(s) of operator kept on the CPU</source>
        <translation>
            <numerusform>%n kind of operator kept on the CPU</numerusform>
            <numerusform>%n kinds of operator kept on the CPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n module(s) kept on the CPU</source>
        <translation>
            <numerusform>%n module kept on the CPU</numerusform>
            <numerusform>%n modules kept on the CPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n name pattern(s) kept on the CPU</source>
        <translation>
            <numerusform>%n name pattern kept on the CPU</numerusform>
            <numerusform>%n name patterns kept on the CPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) moved to the CPU</source>
        <translation>
            <numerusform>%n operator moved to the CPU</numerusform>
            <numerusform>%n operators moved to the CPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) moved to the NPU</source>
        <translation>
            <numerusform>%n operator moved to the NPU</numerusform>
            <numerusform>%n operators moved to the NPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No operator runs on %1; all %n are on the CPU.</source>
        <translation>
            <numerusform>No operator runs on %1; the only one is on the CPU.</numerusform>
            <numerusform>No operator runs on %1; all %n are on the CPU.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n partition(s)</source>
        <translation>
            <numerusform>%n partition</numerusform>
            <numerusform>%n partitions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %n operators run on %1 in %2.</source>
        <translation>
            <numerusform>The only operator runs on %1 in %2.</numerusform>
            <numerusform>All %n operators run on %1 in %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n operators run on %2 in %3; %4 on the CPU.</source>
        <translation>
            <numerusform>%1 of %n operator runs on %2 in %3; %4 on the CPU.</numerusform>
            <numerusform>%1 of %n operators run on %2 in %3; %4 on the CPU.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n kernel call(s) on the CPU</source>
        <translation>
            <numerusform>%n kernel call on the CPU</numerusform>
            <numerusform>%n kernel calls on the CPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n delegate(s) of other backends</source>
        <translation>
            <numerusform>%n delegate of other backends</numerusform>
            <numerusform>%n delegates of other backends</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n boundary step(s)</source>
        <translation>
            <numerusform>%n boundary step</numerusform>
            <numerusform>%n boundary steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n NPU operation(s)</source>
        <translation>
            <numerusform>%n NPU operation</numerusform>
            <numerusform>%n NPU operations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Constants</name>
    <message numerus="yes">
        <source>%n scale(s) along dimension %1</source>
        <translation>
            <numerusform>%n scale along dimension %1</numerusform>
            <numerusform>%n scales along dimension %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GraphSummary</name>
    <message numerus="yes">
        <source>No operator runs on %1; all %n are on the CPU</source>
        <translation>
            <numerusform>No operator runs on %1; the only one is on the CPU</numerusform>
            <numerusform>No operator runs on %1; all %n are on the CPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n operator(s) on %2 in %3</source>
        <translation>
            <numerusform>%1 of %n operator on %2 in %3</numerusform>
            <numerusform>%1 of %n operators on %2 in %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n partition(s)</source>
        <translation>
            <numerusform>%n partition</numerusform>
            <numerusform>%n partitions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; %n on the CPU</source>
        <translation>
            <numerusform>%1; %n on the CPU</numerusform>
            <numerusform>%1; %n on the CPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Everything runs on the CPU: %n kernel(s), no delegate</source>
        <translation>
            <numerusform>Everything runs on the CPU: %n kernel, no delegate</numerusform>
            <numerusform>Everything runs on the CPU: %n kernels, no delegate</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n partition(s) on %1</source>
        <translation>
            <numerusform>%n partition on %1</numerusform>
            <numerusform>%n partitions on %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n NPU operation(s))</source>
        <translation>
            <numerusform>%1 (%n NPU operation)</numerusform>
            <numerusform>%1 (%n NPU operations)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; %n CPU kernel(s)</source>
        <translation>
            <numerusform>%1; %n CPU kernel</numerusform>
            <numerusform>%1; %n CPU kernels</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NetworkSentence</name>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation>
            <numerusform>%n operator</numerusform>
            <numerusform>%n operators</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n kind(s)</source>
        <translation>
            <numerusform>%n kind</numerusform>
            <numerusform>%n kinds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n NPU operation(s) on %1</source>
        <translation>
            <numerusform>%n NPU operation on %1</numerusform>
            <numerusform>%n NPU operations on %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n command stream(s) for Ethos-U</source>
        <translation>
            <numerusform>%1: %n command stream for Ethos-U</numerusform>
            <numerusform>%1: %n command streams for Ethos-U</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; %n CPU operator(s)</source>
        <translation>
            <numerusform>%1; %n CPU operator</numerusform>
            <numerusform>%1; %n CPU operators</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message numerus="yes">
        <source>Program and compile belong together: the bytes of all %n delegate(s) have the SHA-256 that the compile recorded.</source>
        <translation>
            <numerusform>Program and compile belong together: the bytes of its delegate have the SHA-256 that the compile recorded.</numerusform>
            <numerusform>Program and compile belong together: the bytes of all %n delegates have the SHA-256 that the compile recorded.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only %1 of %n delegate(s) have the SHA-256 that the compile recorded; estimates of the others are not known.</source>
        <translation>
            <numerusform>Only %1 of %n delegate has the SHA-256 that the compile recorded; estimates of the others are not known.</numerusform>
            <numerusform>Only %1 of %n delegates have the SHA-256 that the compile recorded; estimates of the others are not known.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::shell::CompileController</name>
    <message numerus="yes">
        <source>%n operator(s) kept on the CPU. Compile to see what changes.</source>
        <translation>
            <numerusform>%n operator kept on the CPU. Compile to see what changes.</numerusform>
            <numerusform>%n operators kept on the CPU. Compile to see what changes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rule(s) keep operators on the CPU. Compile to see what changes.</source>
        <translation>
            <numerusform>%n rule keeps operators on the CPU. Compile to see what changes.</numerusform>
            <numerusform>%n rules keep operators on the CPU. Compile to see what changes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::shell::Docks</name>
    <message numerus="yes">
        <source>Problems (%n)</source>
        <translation>
            <numerusform>Problems (%n)</numerusform>
            <numerusform>Problems (%n)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::shell::StatusLine</name>
    <message numerus="yes">
        <source>%n job(s)</source>
        <translation>
            <numerusform>%n job</numerusform>
            <numerusform>%n jobs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::ArenaPage</name>
    <message numerus="yes">
        <source>%n buffer(s)</source>
        <translation>
            <numerusform>%n buffer</numerusform>
            <numerusform>%n buffers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::ComparePage</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) moved</source>
        <translation>
            <numerusform>%n operator moved</numerusform>
            <numerusform>%n operators moved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>None: all %n operators stayed where they were.</source>
        <translation>
            <numerusform>None: the operator stayed where it was.</numerusform>
            <numerusform>None: all %n operators stayed where they were.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::DelegateInspection</name>
    <message numerus="yes">
        <source>%n byte(s) of padding</source>
        <translation>
            <numerusform>%n byte of padding</numerusform>
            <numerusform>%n bytes of padding</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n byte(s) an element, offset %1 in %2</source>
        <translation>
            <numerusform>%n byte an element, offset %1 in %2</numerusform>
            <numerusform>%n bytes an element, offset %1 in %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::DisassemblyBar</name>
    <message numerus="yes">
        <source>%n operation(s)</source>
        <translation>
            <numerusform>%n operation</numerusform>
            <numerusform>%n operations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n command(s)</source>
        <translation>
            <numerusform>%1 of %n command</numerusform>
            <numerusform>%1 of %n commands</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n command(s)</source>
        <translation>
            <numerusform>%n command</numerusform>
            <numerusform>%n commands</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unknown</source>
        <translation>
            <numerusform>%n unknown</numerusform>
            <numerusform>%n unknown</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::DisassemblyModel</name>
    <message numerus="yes">
        <source>%n command(s)</source>
        <translation>
            <numerusform>%n command</numerusform>
            <numerusform>%n commands</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::FileInspection</name>
    <message numerus="yes">
        <source>%n method(s)</source>
        <translation>
            <numerusform>%n method</numerusform>
            <numerusform>%n methods</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n instruction(s)</source>
        <translation>
            <numerusform>%n instruction</numerusform>
            <numerusform>%n instructions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n delegate(s)</source>
        <translation>
            <numerusform>%n delegate</numerusform>
            <numerusform>%n delegates</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation>
            <numerusform>%n operator</numerusform>
            <numerusform>%n operators</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::HistogramChart</name>
    <message numerus="yes">
        <source>%1 to %2: %n element(s)</source>
        <translation>
            <numerusform>%1 to %2: %n element</numerusform>
            <numerusform>%1 to %2: %n elements</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::HoverCard</name>
    <message numerus="yes">
        <source>Stands for %n quantise or dequantise step(s) beside it</source>
        <translation>
            <numerusform>Stands for %n quantise or dequantise step beside it</numerusform>
            <numerusform>Stands for %n quantise or dequantise steps beside it</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::NetworkFacts</name>
    <message numerus="yes">
        <source>%n scale(s) along dimension %1</source>
        <translation>
            <numerusform>%n scale along dimension %1</numerusform>
            <numerusform>%n scales along dimension %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more channel(s)</source>
        <translation>
            <numerusform>%n more channel</numerusform>
            <numerusform>%n more channels</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::NetworkInspection</name>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation>
            <numerusform>%n operator</numerusform>
            <numerusform>%n operators</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::NodeInspection</name>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation>
            <numerusform>%n operator</numerusform>
            <numerusform>%n operators</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::NpuInspection</name>
    <message numerus="yes">
        <source>kernels until %n are left</source>
        <translation>
            <numerusform>kernels until %n is left</numerusform>
            <numerusform>kernels until %n are left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>DMA until %n are left</source>
        <translation>
            <numerusform>DMA until %n is left</numerusform>
            <numerusform>DMA until %n are left</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::PartitionChangeModel</name>
    <message numerus="yes">
        <source>%n node(s) are in both</source>
        <translation>
            <numerusform>%n node is in both</numerusform>
            <numerusform>%n nodes are in both</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::PartitionPage</name>
    <message numerus="yes">
        <source>Keep %n operator(s) on the CPU</source>
        <translation>
            <numerusform>Keep %n operator on the CPU</numerusform>
            <numerusform>Keep %n operators on the CPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Keep every %1 on the CPU (%n operator(s))</source>
        <translation>
            <numerusform>Keep every %1 on the CPU (%n operator)</numerusform>
            <numerusform>Keep every %1 on the CPU (%n operators)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Keep module %1 on the CPU (%n operator(s))</source>
        <translation>
            <numerusform>Keep module %1 on the CPU (%n operator)</numerusform>
            <numerusform>Keep module %1 on the CPU (%n operators)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n partition(s)</source>
        <translation>
            <numerusform>%n partition</numerusform>
            <numerusform>%n partitions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing runs on an Ethos-U: %n kernel(s) on the CPU</source>
        <translation>
            <numerusform>Nothing runs on an Ethos-U: %n kernel on the CPU</numerusform>
            <numerusform>Nothing runs on an Ethos-U: %n kernels on the CPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) on the CPU</source>
        <translation>
            <numerusform>%n operator on the CPU</numerusform>
            <numerusform>%n operators on the CPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s)</source>
        <translation>
            <numerusform>%n operator</numerusform>
            <numerusform>%n operators</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n row(s)</source>
        <translation>
            <numerusform>%1 of %n row</numerusform>
            <numerusform>%1 of %n rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::PatternDialog</name>
    <message numerus="yes">
        <source>%n operator(s) match</source>
        <translation>
            <numerusform>%n operator matches</numerusform>
            <numerusform>%n operators match</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tosaic::views::SectionView</name>
    <message numerus="yes">
        <source>Show %n more</source>
        <translation>
            <numerusform>Show %n more</numerusform>
            <numerusform>Show %n more</numerusform>
        </translation>
    </message>
</context>
</TS>
