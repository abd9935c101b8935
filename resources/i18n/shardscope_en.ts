<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>ui::SamplePane</name>
    <message numerus="yes">
        <source>Every %n steps the model continues a prompt,
so that you see it learn.</source>
        <translation>
            <numerusform>After every step the model continues a prompt,
so that you see it learn.</numerusform>
            <numerusform>Every %n steps the model continues a prompt,
so that you see it learn.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ui::Topology</name>
    <message numerus="yes">
        <source>%n cards</source>
        <translation>
            <numerusform>%n card</numerusform>
            <numerusform>%n cards</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>on %n nodes</source>
        <translation>
            <numerusform>on %n node</numerusform>
            <numerusform>on %n nodes</numerusform>
        </translation>
    </message>
</context>
</TS>
