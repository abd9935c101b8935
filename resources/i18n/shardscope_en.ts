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
        <source>%Ln cards</source>
        <translation>
            <numerusform>%Ln card</numerusform>
            <numerusform>%Ln cards</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>only in A: %Ln cards</source>
        <translation>
            <numerusform>only in A: %Ln card</numerusform>
            <numerusform>only in A: %Ln cards</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>on %Ln nodes</source>
        <translation>
            <numerusform>on %Ln node</numerusform>
            <numerusform>on %Ln nodes</numerusform>
        </translation>
    </message>
</context>
</TS>
