import { expect, it } from 'vitest';
import { imageKindOf, isDrawable, largestIcon, sizedSvg, svgRootAt } from '@bough/formats/images';

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const svg = (inside: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`;

it('[WEB-8] an image is known by its bytes, an SVG by its first element', () => {
  const kinds = [
    ['\x89PNG\r\n\x1a\n', 'png'],
    ['\xff\xd8\xff\xe0', 'jpeg'],
    ['GIF89a', 'gif'],
    ['RIFF\0\0\0\0WEBPVP8 ', 'webp'],
    ['\0\0\0\x1cftypavif\0\0\0\0mif1', 'avif'],
    ['\0\0\0\x1cftypmif1\0\0\0\0avif', 'avif'],
    ['\0\0\0\x1cftypisom\0\0\0\0mp41', null],
    ['\0\0\x01\0\x02\0', 'ico'],
    ['\0\0\x01\0\0\0', null],
    ['BM\x00\x01\0\0\0\0\0\0', 'bmp'],
    ['BM is how a text begins', null],
    ['<svg/>', 'svg'],
    ['<?xml version="1.0"?>\n<!-- <a> --><!DOCTYPE svg PUBLIC "x" "y" [<!ENTITY a "b">]>\n<svg:svg >', 'svg'],
    ['<html><svg/></html>', null],
    ['<svgs/>', null],
    ['words', null],
    ['', null],
  ] as const;
  for (const [start, kind] of kinds) expect([start, imageKindOf(bytesOf(start))]).toEqual([start, kind]);
  const wide = Uint8Array.of(0xff, 0xfe, ...bytesOf('<svg/>'.split('').join('\0') + '\0'));
  expect(imageKindOf(wide)).toBe('svg');
  // Grows with the length alone, whatever never ends.
  const before = performance.now();
  for (const start of ['<!DOCTYPE a>', '<!--', '<?a?>', '<!DOCTYPE [']) svgRootAt(start.repeat(100_000));
  expect(performance.now() - before).toBeLessThan(2_000);
});

/** An icon of entries: edge, bits and bytes of each. */
function iconOf(...entries: readonly (readonly [edge: number, bits: number, bytes: Uint8Array])[]): Uint8Array {
  let at = 6 + 16 * entries.length;
  const parts = entries.map(([edge, bits, { length }]) => {
    const head = [edge, edge, 0, 0, 1, 0, bits, 0, length, 0, 0, 0, at, 0, 0, 0];
    at += length;
    return head;
  });
  return Uint8Array.from([0, 0, 1, 0, entries.length, 0, ...parts.flat(), ...entries.flatMap(([, , all]) => [...all])]);
}

it('[WEB-8] of an icon the largest entry counts, and no browser chooses another', () => {
  const [small, large, deep] = [Uint8Array.of(1, 2), Uint8Array.of(3, 4, 5), Uint8Array.of(6, 7, 8, 9)];
  const icon = iconOf([16, 32, small], [48, 8, large], [48, 32, deep], [32, 32, small]);
  expect([...(largestIcon(icon) ?? [])]).toEqual([...iconOf([48, 32, deep])]);
  const png = bytesOf('\x89PNG\r\n\x1a\nrest');
  // 0 is how an icon writes 256.
  expect(largestIcon(iconOf([16, 32, small], [0, 32, png]))).toEqual(png);
  expect(largestIcon(icon.subarray(0, 40))).toBe(null);
  expect(largestIcon(Uint8Array.of(0, 0, 1, 0, 3, 0))).toBe(null);
});

it('[WEB-8] an SVG is drawn as large as it says, sharper, never endless', () => {
  const sizes = [
    ['width="100" height="50"', 100, 50],
    ['width="1in" height="2.54cm"', 96, 96],
    ['viewBox="0 0 400 200"', 400, 200],
    ['viewBox="0,0,400,200" width="100"', 100, 50],
    ['viewBox="0 0 400 200" width="100%" height="100%"', 400, 200],
    ['', 300, 150],
    ['width="-5" height="0"', 300, 150],
    ['width="1e9" height="1e9"', 8_192, 8_192],
    ["viewBox='0 0 0 0' height='10'", 300, 10],
  ] as const;
  for (const [attributes, width, height] of sizes) {
    const sized = sizedSvg(`<?xml version="1.0" encoding="latin1"?>${svg('<g width="7"/>', attributes)}`);
    expect([attributes, sized?.size]).toEqual([attributes, { width, height }]);
    const { drawn, source = '' } = sized ?? {};
    expect(Math.max(drawn?.width ?? 0, drawn?.height ?? 0)).toBeLessThanOrEqual(2_048);
    expect(source).toMatch(new RegExp(`^<svg width="${drawn?.width}" height="${drawn?.height}"`));
    expect(source).toContain('viewBox=');
    expect(source).toContain('<g width="7"/>');
  }
  expect(sizedSvg('<g/>')).toBe(null);
});

const grown = (use: (id: string) => string): string =>
  Array.from({ length: 9 }, (_, n) => `<g id="a${n + 1}">${use(`a${n}`).repeat(20)}</g>`).join('');

it('[WEB-8] an SVG that would draw for ever is refused before a browser begins', () => {
  const start = '<rect id="a0" width="1" height="1"/>';
  const bad = [
    start + grown((id) => `<use href="#${id}"/>`),
    start + grown((id) => `<use xlink:href='#${id}'/>`),
    start + grown((id) => `<use href="&#35;${id}"/>`),
    start + grown((id) => `<rect fill="url(#${id})"/>`),
    start + grown((id) => `<use><set attributeName="href" to="#${id}"/></use>`),
    '<g id="a"><use href="#a"/></g>',
    '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>',
    `<style>.x{fill:u\\72l(\\23 a)}</style>`,
    `<style>g{filter:url(#f)}</style><filter id="f"><feTurbulence/></filter>${'<g/>'.repeat(10_000)}`,
    `<marker id="m">${'<rect/>'.repeat(1_000)}</marker><path marker-mid="url(#m)" d="${'M1 1'.repeat(10_000)}"/>`,
    `<style>path{marker-mid:url(#m)}</style><marker id="m">${'<rect/>'.repeat(1_000)}</marker><path d="${'M1 1'.repeat(10_000)}"/>`,
    '<g filter="url(#f)"/>'.repeat(1_000) + '<filter id="f"><feGaussianBlur stdDeviation="9"/></filter>',
    '<g>'.repeat(10_000),
    '<rect/>'.repeat(400_000),
    '<g id="never ends',
    '<!-- never ends',
  ];
  for (const inside of bad)
    expect([inside.slice(0, 80), isDrawable(svg(inside))]).toEqual([inside.slice(0, 80), false]);
  const entity = '<!DOCTYPE svg [<!ENTITY a "<g/>"><!ENTITY b "&a;&a;">]>';
  expect(isDrawable(entity + svg(''))).toBe(false);
});

it('[WEB-8] what people draw is drawn', () => {
  const good = [
    '<rect width="9" height="9"/>',
    `<linearGradient id="g"><stop/></linearGradient>${'<rect fill="url(#g)" stroke="#fff"/>'.repeat(5_000)}`,
    `<symbol id="s">${'<path d="M0 0"/>'.repeat(50)}</symbol>${'<use href="#s"/>'.repeat(500)}`,
    `<style><![CDATA[.a{fill:#d02040;font-family:"\\5FAE\\8F6F"}]]></style><text class="a">1 &gt; 0</text>`,
    `<image href="data:image/png;base64,${'A'.repeat(3_000_000)}"/>`,
    '<filter id="f"><feGaussianBlur/></filter><g filter="url(#f)"/>',
    '<path d="a > b" id="x"/><a href="https://a.example/#x"><text>x</text></a>',
    `<path d="${'L1.234 5.678'.repeat(50_000)}"/>`,
  ];
  for (const inside of good)
    expect([inside.slice(0, 80), isDrawable(svg(inside))]).toEqual([inside.slice(0, 80), true]);
  const doctype = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x" [<!ENTITY ns "http://ns.adobe.com/">]>';
  expect(isDrawable(doctype + svg('<g/>'))).toBe(true);
});
