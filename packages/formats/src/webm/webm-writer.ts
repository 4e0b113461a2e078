import { assert } from '@bough/base';
import { type Element, element, float, raw, text, unsigned } from './ebml.ts';

// WebM (webmproject.org, the part of Matroska, RFC 9559, that browsers play) with one track of pictures:
//
//   EBML header
//   Segment
//     SeekHead   where the next three stand, counted from the segment's content
//     Info       milliseconds as the unit of all times, the duration, the title
//     Tracks     the codec, the size, and the colours when they are known
//     Cues       the time and the place of each cluster
//     Cluster *  its time, and SimpleBlocks: track, time since the cluster's, whether it is a key picture, the picture
//
// Each cluster begins with a picture that needs none before it, so a player that goes to one can show what comes. All sizes are written:
// the pictures are kept until the film is whole, and the cues stand before them, where a player finds them at once.

/** The codecs of WebM that browsers make. */
export type WebmCodec = 'vp8' | 'vp9';

/** How colours were written into the pictures, by the numbers of ITU-T H.273; null: unknown. */
export interface WebmColours {
  readonly matrix: number;
  readonly transfer: number;
  readonly primaries: number;
  readonly isFullRange: boolean;
}

export interface WebmTrack {
  readonly codec: WebmCodec;
  readonly width: number;
  readonly height: number;
  readonly title: string;
}

/** One picture as the encoder made it; `isKey`: it needs none before it. */
export interface WebmPicture {
  readonly timeMs: number;
  readonly isKey: boolean;
  readonly bytes: Uint8Array;
}

interface Cluster {
  readonly timeMs: number;
  readonly blocks: Element[];
}

const ID = {
  ...{ ebml: 0x1a45dfa3, version: 0x4286, readVersion: 0x42f7, idLength: 0x42f2, sizeLength: 0x42f3 },
  ...{ docType: 0x4282, docVersion: 0x4287, docReadVersion: 0x4285, segment: 0x18538067 },
  ...{ seekHead: 0x114d9b74, seek: 0x4dbb, seekId: 0x53ab, seekPosition: 0x53ac },
  ...{ info: 0x1549a966, scale: 0x2ad7b1, duration: 0x4489, title: 0x7ba9, muxer: 0x4d80, writer: 0x5741 },
  ...{ tracks: 0x1654ae6b, track: 0xae, number: 0xd7, uid: 0x73c5, type: 0x83, codec: 0x86, lacing: 0x9c },
  ...{ video: 0xe0, width: 0xb0, height: 0xba, colour: 0x55b0, matrix: 0x55b1, range: 0x55b9, transfer: 0x55ba },
  ...{ primaries: 0x55bb, cues: 0x1c53bb6b, cue: 0xbb, cueTime: 0xb3, cueTrack: 0xb7, cueNumber: 0xf7, cuePlace: 0xf1 },
  ...{ cluster: 0x1f43b675, time: 0xe7, block: 0xa3 },
} as const;
const CODECS: Readonly<Record<WebmCodec, string>> = { vp8: 'V_VP8', vp9: 'V_VP9' };
const NS_IN_MS = 1_000_000;
const PROGRAM = 'Bough';
/** A block says its time in 16 bits with a sign. */
const MOST_IN_CLUSTER_MS = 32_767;
/** Places have one length, so that what stands before them is as long whatever they say. */
const PLACE_BYTES = 8;

/** Takes the pictures of a film in the order of their times, and makes the file of them. */
export class WebmWriter {
  readonly #track: WebmTrack;
  readonly #clusters: Cluster[] = [];
  #lastMs = -1;
  #colours: WebmColours | null = null;

  constructor(track: WebmTrack) {
    this.#track = track;
  }

  /** How the colours of the pictures are to be read, once the encoder says it. */
  setColours(colours: WebmColours): void {
    this.#colours = colours;
  }

  /** The next picture. The first one is a key picture, and within half a minute there is always another. */
  add({ timeMs, isKey, bytes }: WebmPicture): void {
    const at = Math.round(timeMs);
    assert(at > this.#lastMs, 'pictures come in the order of their times');
    this.#lastMs = at;
    if (isKey) this.#clusters.push({ timeMs: at, blocks: [] });
    const cluster = this.#clusters.at(-1);
    assert(cluster !== undefined, 'a film begins with a key picture');
    const since = at - cluster.timeMs;
    assert(since <= MOST_IN_CLUSTER_MS, 'there is a key picture every half a minute');
    const head = Uint8Array.of(0x81, since >> 8, since & 0xff, isKey ? 0x80 : 0);
    cluster.blocks.push(element(ID.block, raw(head), raw(bytes)));
  }

  /** The whole file, in pieces that follow each other. The last picture is shown until the duration is over. */
  finish(durationMs: number): readonly Uint8Array[] {
    const clusters = this.#clusters.map(({ timeMs, blocks }) => ({
      timeMs,
      whole: element(ID.cluster, unsigned(ID.time, timeMs), ...blocks),
    }));
    const info = this.#info(Math.max(durationMs, this.#lastMs));
    const tracks = this.#tracks();
    const seekSize = seekHead(0, 0, 0).size;
    const cuesAt = seekSize + info.size + tracks.size;
    let place = cuesAt + cuesOf(clusters.map(({ timeMs }) => ({ timeMs, place: 0 }))).size;
    const cues = cuesOf(
      clusters.map(({ timeMs, whole }) => {
        const own = { timeMs, place };
        place += whole.size;
        return own;
      }),
    );
    const seek = seekHead(seekSize, seekSize + info.size, cuesAt);
    const segment = element(ID.segment, seek, info, tracks, cues, ...clusters.map(({ whole }) => whole));
    return [...HEADER.parts, ...segment.parts];
  }

  #info(durationMs: number): Element {
    return element(
      ID.info,
      unsigned(ID.scale, NS_IN_MS),
      float(ID.duration, durationMs),
      text(ID.title, this.#track.title),
      text(ID.muxer, PROGRAM),
      text(ID.writer, PROGRAM),
    );
  }

  #tracks(): Element {
    const { codec, width, height } = this.#track;
    const colour = this.#colours === null ? [] : [colourOf(this.#colours)];
    return element(
      ID.tracks,
      element(
        ID.track,
        unsigned(ID.number, 1),
        unsigned(ID.uid, 1),
        unsigned(ID.type, 1),
        unsigned(ID.lacing, 0),
        text(ID.codec, CODECS[codec]),
        element(ID.video, unsigned(ID.width, width), unsigned(ID.height, height), ...colour),
      ),
    );
  }
}

const HEADER = element(
  ID.ebml,
  unsigned(ID.version, 1),
  unsigned(ID.readVersion, 1),
  unsigned(ID.idLength, 4),
  unsigned(ID.sizeLength, 8),
  text(ID.docType, 'webm'),
  unsigned(ID.docVersion, 4),
  unsigned(ID.docReadVersion, 2),
);

function colourOf({ matrix, transfer, primaries, isFullRange }: WebmColours): Element {
  return element(
    ID.colour,
    unsigned(ID.matrix, matrix),
    unsigned(ID.range, isFullRange ? 2 : 1),
    unsigned(ID.transfer, transfer),
    unsigned(ID.primaries, primaries),
  );
}

function seekHead(info: number, tracks: number, cues: number): Element {
  const seeks = [
    [ID.info, info],
    [ID.tracks, tracks],
    [ID.cues, cues],
  ] as const;
  return element(
    ID.seekHead,
    ...seeks.map(([id, place]) =>
      element(ID.seek, unsigned(ID.seekId, id), unsigned(ID.seekPosition, place, PLACE_BYTES)),
    ),
  );
}

function cuesOf(places: readonly { readonly timeMs: number; readonly place: number }[]): Element {
  return element(
    ID.cues,
    ...places.map(({ timeMs, place }) =>
      element(
        ID.cue,
        unsigned(ID.cueTime, timeMs),
        element(ID.cueTrack, unsigned(ID.cueNumber, 1), unsigned(ID.cuePlace, place, PLACE_BYTES)),
      ),
    ),
  );
}
