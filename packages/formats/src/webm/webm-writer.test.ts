import { tryUtf8Decode } from '@bough/base';
import { expect, it } from 'vitest';
import { type WebmPicture, WebmWriter } from './webm-writer.ts';

// Read by ids and sizes alone, as a player does that knows nothing of who wrote it.

interface Read {
  readonly id: number;
  /** Where the element begins, and its content, in the file. */
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

const SEGMENT = 0x18538067;
const [SEEK_HEAD, INFO, TRACKS, CUES, CLUSTER] = [0x114d9b74, 0x1549a966, 0x1654ae6b, 0x1c53bb6b, 0x1f43b675];

function elementsIn(bytes: Uint8Array, from: number, to: number): readonly Read[] {
  const found: Read[] = [];
  for (let at = from; at < to;) {
    const idLength = Math.clz32(bytes[at] ?? 0) - 23;
    const sizeAt = at + idLength;
    const sizeLength = Math.clz32(bytes[sizeAt] ?? 0) - 23;
    const size = numberIn(bytes, sizeAt, sizeAt + sizeLength) - 2 ** (7 * sizeLength);
    expect(size).toBeLessThan(2 ** (7 * sizeLength) - 1);
    const start = sizeAt + sizeLength;
    found.push({ id: numberIn(bytes, at, sizeAt), at, start, end: start + size });
    at = start + size;
    expect(at).toBeLessThanOrEqual(to);
  }
  return found;
}

function numberIn(bytes: Uint8Array, from: number, to: number): number {
  return bytes.slice(from, to).reduce((sum, byte) => sum * 256 + byte, 0);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** The file of these pictures, and the elements of its segment. */
function written(pictures: readonly WebmPicture[], durationMs: number, isColoured = false) {
  const writer = new WebmWriter({ codec: 'vp9', width: 1280, height: 720, title: 'Flüsse' });
  for (const picture of pictures) writer.add(picture);
  if (isColoured) writer.setColours({ matrix: 6, transfer: 13, primaries: 1, isFullRange: false });
  const bytes = joined(writer.finish(durationMs));
  const [header, segment, ...others] = elementsIn(bytes, 0, bytes.length);
  expect([header?.id, segment?.id, others.length]).toEqual([0x1a45dfa3, SEGMENT, 0]);
  const start = segment?.start ?? 0;
  const inside = elementsIn(bytes, start, segment?.end ?? 0);
  const valueOf = (path: readonly number[], within: readonly Read[] = inside): Uint8Array => {
    const [id, ...rest] = path;
    const one = within.find((read) => read.id === id);
    if (one === undefined) return new Uint8Array();
    return rest.length === 0 ? bytes.slice(one.start, one.end) : valueOf(rest, elementsIn(bytes, one.start, one.end));
  };
  return { bytes, start, inside, valueOf };
}

/** Every third picture is a key picture. Their lengths are such that some blocks, of four bytes more, have a size at the edge of what one or two bytes say. */
const PICTURES = Array.from({ length: 20 }, (_, n): WebmPicture => {
  return {
    timeMs: n * 400,
    isKey: n % 3 === 0,
    bytes: new Uint8Array([1, 122, 123, 124, 16_379, 40_000][n % 6] ?? 1).fill(n),
  };
});

it('[FMT-91] every size of a WebM file is right to the last byte, and says what the film is', () => {
  const { bytes, inside, valueOf } = written(PICTURES, 9_000);
  const blocks = inside.filter(({ id }) => id === CLUSTER).flatMap(({ start, end }) => elementsIn(bytes, start, end));
  expect(blocks).toHaveLength(27);
  expect(inside.map(({ id }) => id)).toEqual([
    SEEK_HEAD,
    INFO,
    TRACKS,
    CUES,
    ...Array.from({ length: 7 }, () => CLUSTER),
  ]);
  expect(new DataView(valueOf([INFO, 0x4489]).buffer).getFloat64(0)).toBe(9_000);
  expect(tryUtf8Decode(valueOf([INFO, 0x7ba9]))).toBe('Flüsse');
  expect(numberIn(valueOf([INFO, 0x2ad7b1]), 0, 3)).toBe(1_000_000);
  expect(tryUtf8Decode(valueOf([TRACKS, 0xae, 0x86]))).toBe('V_VP9');
  const [width, height] = [valueOf([TRACKS, 0xae, 0xe0, 0xb0]), valueOf([TRACKS, 0xae, 0xe0, 0xba])];
  expect([numberIn(width, 0, 2), numberIn(height, 0, 2)]).toEqual([1280, 720]);
  expect(valueOf([TRACKS, 0xae, 0xe0, 0x55b0])).toHaveLength(0);
  const coloured = written(PICTURES, 9_000, true);
  expect([...coloured.valueOf([TRACKS, 0xae, 0xe0, 0x55b0, 0x55b1])]).toEqual([6]);
  expect([...coloured.valueOf([TRACKS, 0xae, 0xe0, 0x55b0, 0x55b9])]).toEqual([1]);
});

it('[FMT-92] each cluster begins with a key picture; its pictures come back with their times', () => {
  const { bytes, inside } = written(PICTURES, 9_000);
  const found = inside
    .filter(({ id }) => id === CLUSTER)
    .flatMap((cluster) => {
      const [time, ...blocks] = elementsIn(bytes, cluster.start, cluster.end);
      expect(time?.id).toBe(0xe7);
      expect((bytes[(blocks[0]?.start ?? 0) + 3] ?? 0) & 0x80).toBe(0x80);
      return blocks.map(({ id, start, end }) => {
        expect([id, bytes[start]]).toEqual([0xa3, 0x81]);
        return {
          timeMs: numberIn(bytes, time?.start ?? 0, time?.end ?? 0) + numberIn(bytes, start + 1, start + 3),
          isKey: bytes[start + 3] === 0x80,
          bytes: bytes.slice(start + 4, end),
        };
      });
    });
  expect(found).toEqual(PICTURES);
});

it('[FMT-93] cues name the time and place of each cluster, and stand before the first, where the file says', () => {
  const { bytes, start, inside } = written(PICTURES, 9_000);
  const idAt = (place: number) => inside.find(({ at }) => at === start + place)?.id;
  const cues = inside.find(({ id }) => id === CUES);
  const points = elementsIn(bytes, cues?.start ?? 0, cues?.end ?? 0).map((point) => {
    const [time, track] = elementsIn(bytes, point.start, point.end);
    const place = elementsIn(bytes, track?.start ?? 0, track?.end ?? 0).find(({ id }) => id === 0xf1);
    return {
      timeMs: numberIn(bytes, time?.start ?? 0, time?.end ?? 0),
      to: numberIn(bytes, place?.start ?? 0, place?.end ?? 0),
    };
  });
  expect(points.map(({ timeMs }) => timeMs)).toEqual(PICTURES.filter(({ isKey }) => isKey).map(({ timeMs }) => timeMs));
  for (const { timeMs, to } of points) {
    const cluster = inside.find(({ at }) => at === start + to);
    expect(cluster?.id).toBe(CLUSTER);
    const [time] = elementsIn(bytes, cluster?.start ?? 0, cluster?.end ?? 0);
    expect(numberIn(bytes, time?.start ?? 0, time?.end ?? 0)).toBe(timeMs);
  }
  const seek = inside.find(({ id }) => id === SEEK_HEAD);
  const sought = elementsIn(bytes, seek?.start ?? 0, seek?.end ?? 0).map((one) => {
    const [id, place] = elementsIn(bytes, one.start, one.end);
    return [numberIn(bytes, id?.start ?? 0, id?.end ?? 0), idAt(numberIn(bytes, place?.start ?? 0, place?.end ?? 0))];
  });
  expect(sought).toEqual([INFO, TRACKS, CUES].map((id) => [id, id]));
});

it('[FMT-93] the last picture is shown until the film is over, and no film ends before its last picture', () => {
  const { valueOf } = written(PICTURES, 100);
  expect(new DataView(valueOf([INFO, 0x4489]).buffer).getFloat64(0)).toBe(7_600);
});

it('[FMT-92] what cannot be a film is a bug of who asks', () => {
  const writer = new WebmWriter({ codec: 'vp8', width: 16, height: 16, title: '' });
  const bytes = Uint8Array.of(1);
  expect(() => writer.add({ timeMs: 0, isKey: false, bytes })).toThrow('begins with a key picture');
  writer.add({ timeMs: 10, isKey: true, bytes });
  expect(() => writer.add({ timeMs: 10, isKey: false, bytes })).toThrow('order of their times');
  expect(() => writer.add({ timeMs: 40_000, isKey: false, bytes })).toThrow('every half a minute');
});
