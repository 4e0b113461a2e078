import { utf8Encode } from '@bough/base';
import { imageKindOf, isDrawable } from '@bough/formats/images';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { ImageDrawer } from './drawn-images.ts';
import { hasFewParts, isPlainSvg } from './plain-svg.ts';

const drawer = (): ImageDrawer => new ImageDrawer({ bytes: 1_000_000, ms: 30_000 });
const svg = (inside: string, attributes = 'width="40" height="20"'): Uint8Array =>
  utf8Encode(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`);

/** A square of one colour. */
function square(edge = 4) {
  const canvas = createCanvas(edge, edge);
  const context = canvas.getContext('2d');
  context.fillStyle = '#d02040';
  context.fillRect(0, 0, edge, edge);
  return canvas;
}

/** Four by four pixels of the same colour, 32 bits each; in an icon the height stands for two pictures. */
function bitmap(isInIcon: boolean, [width, height] = [4, 4]): Uint8Array {
  const bytes = Buffer.alloc(40 + 64 + (isInIcon ? 16 : 0));
  const fields = [40, width, isInIcon ? height * 2 : height] as const;
  fields.forEach((field, n) => bytes.writeInt32LE(field, n * 4));
  bytes.writeUInt16LE(1, 12);
  bytes.writeUInt16LE(32, 14);
  for (let n = 0; n < 16; n++) bytes.set([0x40, 0x20, 0xd0, 0xff], 40 + n * 4);
  return bytes;
}

function bmp(size?: [number, number]): Uint8Array {
  const head = Buffer.alloc(14);
  head.write('BM', 'latin1');
  head.writeUInt32LE(14 + 104, 2);
  head.writeUInt32LE(14 + 40, 10);
  return Buffer.concat([head, bitmap(false, size)]);
}

/** An icon that has this alone. */
function ico(image: Uint8Array): Uint8Array {
  const head = Buffer.from([0, 0, 1, 0, 1, 0, 4, 4, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 0, 0, 22, 0]);
  return Buffer.concat([head.subarray(0, 14), sizeOf(image), Buffer.from([22, 0, 0, 0]), image]);
}

function sizeOf({ length }: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(length);
  return bytes;
}

/** Its kind, size, and the colour in its middle. */
async function seen(bytes: Uint8Array) {
  const image = await loadImage(Buffer.from(bytes));
  const canvas = createCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(image.width >> 1, image.height >> 1, 1, 1);
  return { kind: imageKindOf(bytes), width: image.width, height: image.height, colour: [...data] };
}
const RED = [0xd0, 0x20, 0x40, 0xff];

test('[EXP-27] icons, BMP and AVIF become what docstore takes, and show the same', async () => {
  const png = square().toBuffer('image/png');
  for (const bytes of [ico(png), ico(bitmap(true)), bmp()]) {
    expect(await seen(await drawer().taken(bytes))).toEqual({ kind: 'png', width: 4, height: 4, colour: RED });
  }
  const avif = await square(64).encode('avif');
  expect(imageKindOf(avif)).toBe('avif');
  const { kind, width, colour } = await seen(await drawer().taken(avif));
  expect([kind, width]).toEqual(['webp', 64]);
  for (const [n, part] of colour.entries()) expect(Math.abs(part - (RED[n] ?? 0))).toBeLessThan(8);
});

test('[EXP-27] an SVG of shapes is drawn as large as the page draws it, and shows what it says', async () => {
  const drawings = [
    svg('<rect width="40" height="20" fill="#d02040"/>'),
    svg('<style>.a, .b{fill:#d02040}</style><g class="a"><path d="M0 0H40V20H0Z"/></g>'),
    svg(
      '<!-- <text> --><title>a &lt;text&gt; <b>x</b></title><rect style="fill:rgb(208,32,64)" width="40" height="20"/>',
    ),
    svg('<defs><circle id="c" cx="20" cy="10" r="9"/></defs><use href="#c" fill="#d02040"/>'),
  ];
  for (const bytes of drawings) {
    expect(await seen(await drawer().taken(bytes))).toEqual({ kind: 'png', width: 1_024, height: 512, colour: RED });
  }
});

test('[EXP-27] what would be drawn wrong, without end or not at all comes as it is', async () => {
  const others = [
    svg('<text x="1" y="9">Words</text>'),
    svg('<image href="data:image/png;base64,AAAA" width="9" height="9"/>'),
    svg('<image href="file:///etc/passwd" width="9" height="9"/>'),
    svg('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">x</p></foreignObject>'),
    svg(''),
    svg('<script>1</script>'),
    svg('<style>g > rect:first-child{fill:red}</style><g><rect width="9" height="9"/></g>'),
    svg('<style>@import url(a.css);</style>'),
    svg('<rect fill="var(--a)" width="9" height="9"/>'),
    svg('<filter id="f"><feFlood/></filter><rect filter="url(#f)" width="9" height="9"/>'),
    svg('<g id="a"><use href="#a"/></g>'),
    bmp([60_000, 60_000]),
    bmp().subarray(0, 20),
    ico(new Uint8Array(40)),
    utf8Encode('\0\0\0\x1cftypavif\0\0\0\0mif1'),
    square().toBuffer('image/png'),
    utf8Encode('no image'),
  ];
  for (const bytes of others) expect(await drawer().taken(bytes)).toBe(bytes);
});

test('[EXP-27] beyond so many bytes, and so much time, images come as they are', async () => {
  const bytes = svg('<rect width="9" height="9"/>');
  const few = new ImageDrawer({ bytes: 5_000, ms: 30_000 });
  const kinds = new Array<string | null>();
  for (let n = 0; n < 9; n++) kinds.push(imageKindOf(await few.taken(bytes)));
  expect([kinds[0], kinds.at(-1)]).toEqual(['png', 'svg']);
  const late = new ImageDrawer({ bytes: 1_000_000, ms: -1 });
  expect(await late.taken(bytes)).toBe(bytes);
});

test('[EXP-27] an SVG that takes a processor for long is given up early, however short it is', async () => {
  const [size, wide] = ['width="2000" height="2000"', 'fill="url(#g)" fill-opacity=".5"'];
  const gradient =
    '<radialGradient id="g"><stop offset="0" stop-color="red"/><stop offset="1" stop-color="blue"/></radialGradient>';
  const [circle, small] = [`<circle cx="1000" cy="1000" r="1000" ${wide}/>`, `<circle cx="9" cy="9" r="5" ${wide}/>`];
  let n = 7;
  const place = (): number => (n = (n * 16_807) % 2_147_483_647) % 2_000;
  const lines = (count: number) => Array.from({ length: count }, () => `L${place()} ${place()}`).join('');
  const stroked = (count: number) => `<path d="M0 0${lines(count)}" fill="none" stroke="#000" stroke-width="3"/>`;
  const endless = [
    svg(gradient + circle.repeat(3_000), size),
    svg(stroked(600_000), size),
    svg(stroked(60_000), size),
    svg(stroked(3_000).repeat(20), size),
  ];
  for (const bytes of endless) {
    const before = process.threadCpuUsage();
    expect((await drawer().taken(bytes)) === bytes).toBe(true);
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(8_000);
  }
  // As many small ones are drawn, and outlines that people made.
  expect(hasFewParts(stroked(3_000))).toBe(true);
  expect(imageKindOf(await drawer().taken(svg(gradient + small.repeat(3_000), size)))).toBe('png');
});

test('[EXP-27] whether an SVG is plain is known as fast as it is read', () => {
  const before = performance.now();
  const [open, close] = ['<title>'.repeat(150), '</title>'.repeat(150)];
  for (const inside of ['<title a="'.repeat(90_000), open + ' '.repeat(900_000) + close, '<style>.a,'.repeat(90_000)]) {
    const source = `<svg>${inside}</svg>`;
    if (isDrawable(source)) isPlainSvg(source);
  }
  expect(performance.now() - before).toBeLessThan(5_000);
});
