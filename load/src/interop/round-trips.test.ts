import { utf8Encode } from '@bough/base';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { factsOfBoth, goneFacts } from './facts.ts';
import { roundTripOf } from './round-trips.ts';

const MM = `<map version="freeplane 1.7.0">
<!-- a comment -->
<attribute_registry SHOW_ATTRIBUTES="hide"/>
<node TEXT="root" ID="ID_1" CREATED="1" LOCALIZED_STYLE_REF="AutomaticLayout.level.root">
<hook NAME="MapStyle" zoom="1.5"><properties show_icon="false"/></hook>
<node POSITION="left" ID="ID_2" COLOR="#ff0000" LINK="#ID_4"><richcontent TYPE="NODE"><html><head/><body><p>a <b>rich</b> one</p></body></html></richcontent><font NAME="Serif" SIZE="14" BOLD="true"/><edge COLOR="#00ff00" WIDTH="2"/></node>
<node TEXT="attributes" POSITION="right" ID="ID_3" LINK="other.mm"><attribute NAME="k" VALUE="v"/><icon BUILTIN="idea"/><icon BUILTIN="help"/><cloud COLOR="#eeeeee"/>
<arrowlink DESTINATION="ID_2" STARTINCLINATION="10;20;" MIDDLE_LABEL="leads"/><hook URI="picture.png" SIZE="0.5" NAME="ExternalObject"/>
<node TEXT="&lt;html&gt;&lt;body&gt;&lt;p&gt;one&lt;br&gt;two&lt;/p&gt;&lt;/body&gt;&lt;/html&gt;" ID="ID_4"><richcontent TYPE="NOTE"><html><head/><body><p>a note</p></body></html></richcontent></node></node>
</node></map>`;
const OPML = `<opml version="2.0"><head><title>T</title><ownerEmail>a@example.org</ownerEmail></head><body>
<outline text="a &lt;b&gt;bold&lt;/b&gt; one" _note="n" url="https://example.org/" type="link" created="x"/><outline text="b" _status="checked"><outline text="c&#10;d" own="e"/></outline></body></opml>`;

test('[FMT-64] files of other programs have the same facts when they were read and written', () => {
  for (const [name, source] of [
    ['a.mm', MM],
    ['a.opml', OPML],
  ] as const) {
    const trip = roundTripOf(name, utf8Encode(source));
    expect(trip?.lost).toEqual([]);
    expect(trip?.listed.size).toBe(0);
    expect(trip?.facts).toBeGreaterThan(15);
  }
});

test('[FMT-64] XMind, in both of its forms', () => {
  const json = [{ id: 's', class: 'sheet', title: 'S', theme: { a: 1 }, rootTopic: { id: 'r', title: 'root', structureClass: 'x.y', children: { attached: [
    { id: 'a', title: 'one', href: 'https://example.org', labels: ['L'], markers: [{ markerId: 'priority-1' }, { markerId: 'flag-red' }], notes: { plain: { content: 'n' } }, image: { src: 'xap:resources/i.png', width: 10, height: 10 } },
    { id: 'b', title: 'two', boundaries: [{ id: 'x', range: 'master' }] }], detached: [{ id: 'd', title: 'free', position: { x: 3, y: 4 } }] } } }]; // prettier-ignore
  const newer = zipSync({ 'content.json': strToU8(JSON.stringify(json)), 'resources/i.png': Uint8Array.of(1, 2, 3) });
  const older = zipSync({
    'content.xml': strToU8(
      '<xmap-content xmlns="urn:xmind:xmap:xmlns:content:2.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:svg="http://www.w3.org/2000/svg"><sheet id="s"><topic id="r"><title>root</title><children><topics type="attached"><topic id="a" xlink:href="https://example.org"><title>one</title><notes><plain>n</plain></notes><labels><label>L</label></labels><marker-refs><marker-ref marker-id="flag-red"/></marker-refs></topic></topics><topics type="detached"><topic id="d"><title>free</title><position svg:x="3" svg:y="4"/></topic></topics></children></topic><title>S</title></sheet></xmap-content>',
    ),
  });
  for (const bytes of [newer, older]) {
    const trip = roundTripOf('a.xmind', bytes);
    expect(trip?.lost).toEqual([]);
    expect(trip?.facts).toBeGreaterThan(10);
  }
});

test('what is gone, or has another value, or is below another item is a loss', () => {
  const changed = (from: string, to: string): string[] => {
    const [before, after] = factsOfBoth('mm', utf8Encode(MM), utf8Encode(MM.replace(from, to)));
    return goneFacts(before, after).map(({ item, what }) => `${item} ${what}`);
  };
  expect(changed('', '')).toEqual([]);
  expect(changed('<b>rich</b>', 'rich')).toEqual(['ID_2 <richcontent> NODE']);
  expect(changed('<icon BUILTIN="help"/>', '')).toEqual(['ID_3 <icon>']);
  expect(changed('LINK="other.mm"', '')).toEqual(['ID_3 @LINK']);
  expect(changed('URI="picture.png"', 'URI="p.png"')).toEqual(['ID_3 <hook>']);
  expect(changed('one&lt;br&gt;two', 'one')).toEqual(['ID_4 words']);
  expect(
    changed('</node></node>\n</node></map>', '</node></node><node ID="ID_9" TEXT="more"/>\n</node></map>'),
  ).toEqual([]);
  expect(changed('<cloud COLOR="#eeeeee"/>', '</node><node ID="ID_9" TEXT="between">')).toEqual([
    'ID_3 <cloud>',
    'ID_3 <arrowlink> @DESTINATION',
    'ID_3 <arrowlink> @STARTINCLINATION',
    'ID_3 <arrowlink> @MIDDLE_LABEL',
    'ID_3 <hook>',
    'ID_4 below',
  ]);
});

test('[FMT-64] words in HTML that is not closed are words all the same, and stop nobody who looks at the next file', () => {
  const source = '<map version="1.0.1"><node TEXT="&lt;html&gt;&lt;b&gt;not closed &lt;p&gt;ever"/></map>';
  expect(roundTripOf('a.mm', utf8Encode(source))?.lost).toEqual([]);
});
