import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrameReader, frameText, packFrames } from './frames.ts';

test('[SVC-28] frames come out as they went in, however the connection cuts them', () => {
  const frame = fc.tuple(fc.array(fc.jsonValue(), { maxLength: 3 }), fc.string({ unit: 'grapheme', maxLength: 300 }));
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 6 }), fc.array(fc.nat(40), { minLength: 1 }), (frames, cuts) => {
      const bytes = packFrames(frames.map(([head, body]) => frameText(head, body)));
      const reader = new FrameReader({ longest: 100_000 });
      const read: unknown[] = [];
      for (let at = 0, i = 0; at < bytes.length; i++) {
        const end = at + 1 + (cuts[i % cuts.length] ?? 0);
        read.push(...reader.take(bytes.subarray(at, end)));
        at = end;
      }
      const sent = frames.map(([head, body]) => ({
        head: JSON.parse(JSON.stringify(head)),
        body: body.toWellFormed(),
      }));
      expect(read).toEqual(sent);
    }),
  );
});

test('[SVC-29] what is no frame, or too long a one, throws', () => {
  const take = (bytes: Buffer): unknown => new FrameReader({ longest: 100 }).take(bytes);
  const framed = (text: string | Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(Buffer.byteLength(text));
    return Buffer.concat([length, Buffer.from(text)]);
  };
  expect(take(framed('[1]\n'))).toEqual([{ head: [1], body: '' }]);
  for (const bad of ['', '[1]', 'x\n', '{}\n', Buffer.from([0x5b, 0x5d, 0x0a, 0xff]), 'x'.repeat(101)]) {
    expect(() => take(framed(bad))).toThrow('cannot be read');
  }
});
