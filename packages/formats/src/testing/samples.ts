import { utf8Encode } from '@bough/base';
import { zipSync } from 'fflate';
import type { ReadableFormat } from '../formats.ts';

// A made-up file of each program, in the shape of its real ones. None of them may be taken for another's.

export interface Sample {
  readonly format: ReadableFormat;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The first letters do not say what it is: its name does. */
  readonly isKnownByName?: boolean;
}

/** Document.xml of a MindManager map. */
export const MINDMANAGER = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<ap:Map Dirty="0000000000000001" OId="bWFwAAAAAAAAAAAAAAAAAA==" xmlns:ap="http://schemas.mindjet.com/MindManager/Application/2003" xmlns:cor="http://schemas.mindjet.com/MindManager/Core/2003" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<cor:Custom Uri="http://schemas.mindjet.com/MindManager/UpdateCompatibility/2004" Index="0"/>
<ap:OneTopic><ap:Topic OId="t0">
 <ap:SubTopics>
  <ap:Topic OId="t1"><ap:SubTopics><ap:Topic OId="t11"><ap:Text PlainText="jam"><ap:Font/></ap:Text></ap:Topic></ap:SubTopics>
   <ap:TopicViewGroup ViewIndex="0"><ap:Collapsed Collapsed="true"/></ap:TopicViewGroup>
   <ap:Text PlainText="pears &amp; *plums*&#xA;of autumn" ReadOnly="false"><ap:Font Size="12."/><ap:FontRange From="0" To="4" Bold="true"/></ap:Text>
   <ap:Offset CX="-40." CY="-12."/><ap:Color FillColor="ff96b3df" LineColor="ffC6331F"/><ap:SubTopicShape SubTopicShape="urn:mindjet:Oval"/>
   <ap:IconsGroup><ap:Icons><ap:Icon xsi:type="ap:StockIcon" IconType="urn:mindjet:Lightbulb"/><ap:Icon xsi:type="ap:CustomIcon" IconType="urn:mindjet:None"/></ap:Icons></ap:IconsGroup>
   <ap:NotesGroup><ap:NotesXhtmlData PreviewPlainText="ripe soon"><html xmlns="http://www.w3.org/1999/xhtml"><p>ripe <b>soon</b></p></html></ap:NotesXhtmlData></ap:NotesGroup>
   <ap:HyperlinkGroup><ap:Hyperlink Url="https://example.org/pears"/></ap:HyperlinkGroup>
   <ap:FloatingTopics><ap:Topic OId="c1"><ap:Text PlainText="a callout"/></ap:Topic></ap:FloatingTopics>
  </ap:Topic>
  <ap:Topic OId="t2"><ap:Text PlainText="cellar"><ap:Font Bold="true"/></ap:Text><ap:Offset CX="40." CY="3."/>
   <ap:Task TaskPriority="urn:mindjet:Prio2" TaskPercentage="100" DeadlineDate="2026-01-02T00:00:00"/>
   <ap:Hyperlink Url="#xpointer(//Topic[@OId='t1'])"/><ap:OneBoundary><ap:Boundary OId="b"/></ap:OneBoundary>
   <ap:OneImage><ap:Image OId="i"><ap:ImageData ImageType="urn:mindjet:PngImage"><cor:Uri xsi:nil="false">mmarch://bin/one.bin</cor:Uri></ap:ImageData><ap:ImageSize Width="25.4" Height="12.7"/></ap:Image></ap:OneImage>
  </ap:Topic>
 </ap:SubTopics>
 <ap:FloatingTopics><ap:Topic OId="f1"><ap:Text PlainText="beside"/><ap:Offset CX="100." CY="50."/></ap:Topic></ap:FloatingTopics>
 <ap:Text PlainText="Orchard"/><ap:Offset CX="0." CY="0."/>
</ap:Topic></ap:OneTopic>
<ap:Relationships><ap:Relationship OId="r1">
 <ap:ConnectionGroup Index="1"><ap:Connection CX="0." CY="0."><ap:ObjectReference OIdRef="t2"/></ap:Connection></ap:ConnectionGroup>
 <ap:ConnectionGroup Index="0"><ap:Connection CX="0." CY="0."><ap:ObjectReference OIdRef="t11"/></ap:Connection></ap:ConnectionGroup>
 <ap:FloatingTopics><ap:Topic OId="l1"><ap:Text PlainText="is kept in"/></ap:Topic></ap:FloatingTopics>
</ap:Relationship></ap:Relationships>
</ap:Map>`;

/** content.xml of XMind 3, as it stands in its archive. */
const XMIND_3 = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<xmap-content xmlns="urn:xmind:xmap:xmlns:content:2.0" xmlns:xlink="http://www.w3.org/1999/xlink" version="2.0"><sheet id="s1"><topic id="r"><title>Orchard</title>
<children><topics type="attached"><topic id="a"><title>pears</title><notes><plain>ripe</plain></notes></topic><topic id="b" xlink:href="https://example.org"><title>cellar</title></topic></topics></children></topic><title>Sheet 1</title></sheet></xmap-content>`;

const text = (format: ReadableFormat, name: string, source: string): Sample => ({
  format,
  name,
  bytes: utf8Encode(source),
});

const archive = (
  format: ReadableFormat,
  name: string,
  parts: Readonly<Record<string, string | Uint8Array>>,
): Sample => {
  const entries = Object.entries(parts).map(([part, of]) => [part, typeof of === 'string' ? utf8Encode(of) : of]);
  return { format, name, bytes: zipSync(Object.fromEntries(entries) as Record<string, Uint8Array>) };
};

/** The samples, at least one of each format that is read. */
export const SAMPLES: readonly Sample[] = [
  text('mm', 'orchard.mm', '<map version="freeplane 1.11.1"><node TEXT="Orchard"><node TEXT="pears"/></node></map>'),
  text(
    'opml',
    'orchard.opml',
    '<?xml version="1.0"?><opml version="2.0"><head/><body><outline text="Orchard"/></body></opml>',
  ),
  text('xmind', 'content.xml', XMIND_3),
  archive('xmind', 'orchard.xmind', { 'content.xml': XMIND_3, 'meta.xml': '<meta/>' }),
  text('mindmanager', 'Document.xml', MINDMANAGER),
  archive('mindmanager', 'orchard.mmap', {
    'Document.xml': MINDMANAGER,
    'bin/one.bin': Uint8Array.of(0x89, 0x50),
    'xsd/a.xsd': '<xs/>',
  }),
  { ...text('markdown', 'orchard.md', 'Orchard\n\n- pears\n  - jam\n'), isKnownByName: true },
  text('markdown', 'orchard.md', '# Orchard\n\n- pears\n'),
  text('html', 'orchard.html', '<!DOCTYPE html><html><body><ul><li>Orchard<ul><li>pears</ul></ul></body></html>'),
  text(
    'html',
    'bookmarks.html',
    '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>\n<DL><p>\n<DT><H3>Orchard</H3>\n<DL><p>\n<DT><A HREF="https://example.org">pears</A>\n</DL><p>\n</DL><p>\n',
  ),
  text(
    'drawio',
    'orchard.drawio',
    '<mxfile host="app.diagrams.net"><diagram name="Page-1"><mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/><mxCell id="2" value="Orchard" vertex="1" parent="1"/></root></mxGraphModel></diagram></mxfile>',
  ),
  text(
    'drawio',
    'orchard.xml',
    '<mxGraphModel><root><mxCell id="0"/><mxCell id="2" value="Orchard" vertex="1" parent="0"/></root></mxGraphModel>',
  ),
  text(
    'excalidraw',
    'orchard.excalidraw',
    '{"type":"excalidraw","version":2,"source":"x","elements":[{"id":"a","type":"text","text":"Orchard","x":0,"y":0,"width":9,"height":9}],"appState":{},"files":{}}',
  ),
  archive('vsdx', 'orchard.vsdx', {
    'visio/document.xml': '<VisioDocument/>',
    'visio/pages/page1.xml': '<PageContents><Shapes><Shape ID="1"><Text>Orchard</Text></Shape></Shapes></PageContents>',
  }),
  text('outline', 'orchard.txt', 'Orchard\n\tpears\n\t\tjam\n'),
  text('mermaid', 'orchard.mmd', 'mindmap\n  root((Orchard))\n    pears\n'),
  text(
    'canvas',
    'orchard.canvas',
    '{"nodes":[{"id":"a","type":"text","text":"Orchard","x":0,"y":0,"width":9,"height":9}],"edges":[]}',
  ),
];
