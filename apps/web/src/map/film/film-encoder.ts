import { type WebmCodec, type WebmColours, WebmWriter } from '@bough/formats/webm';

/** How large a film is, in pixels. */
export interface FilmSize {
  readonly width: number;
  readonly height: number;
}

/** Whether this page can make films: it cannot over HTTP, and not in a browser without an encoder for WebM. */
export type FilmMaking = 'possible' | 'insecure' | 'unsupported';

const CODECS: readonly (readonly [WebmCodec, string])[] = [
  ['vp9', 'vp09.00.40.08'],
  ['vp8', 'vp8'],
];
/** For a picture of a map, which is paper for the most part, that is plenty. */
const BITS_PER_PIXEL = 2.6;
/** A player that seeks has to begin at a key picture. */
const KEY_EVERY_MS = 3_000;
/** So many pictures may wait: each is as large as the canvas. */
const MOST_WAITING = 6;

/** Whether a film of that size can be made here. */
export async function canMakeFilm(size: FilmSize): Promise<FilmMaking> {
  if (!isSecureContext) return 'insecure';
  return (await configFor(size)) === null ? 'unsupported' : 'possible';
}

async function configFor({
  width,
  height,
}: FilmSize): Promise<{ readonly codec: WebmCodec; readonly config: VideoEncoderConfig } | null> {
  if (typeof VideoEncoder === 'undefined') return null;
  for (const [codec, name] of CODECS) {
    const config: VideoEncoderConfig = {
      ...{ codec: name, width, height, framerate: 30, bitrate: Math.round(width * height * BITS_PER_PIXEL) },
      ...{ bitrateMode: 'variable', latencyMode: 'realtime' },
    };
    const answer = await VideoEncoder.isConfigSupported(config).catch(() => null);
    if (answer?.supported === true) return { codec, config };
  }
  return null;
}

/** Makes a film of pictures on a canvas, by the browser's encoder. What goes wrong in it is thrown by what is asked of it next. */
export class FilmEncoder {
  readonly #encoder: VideoEncoder;
  readonly #writer: WebmWriter;
  #keyMs = -Infinity;
  #error: Error | null = null;

  private constructor(config: VideoEncoderConfig, writer: WebmWriter) {
    this.#writer = writer;
    this.#encoder = new VideoEncoder({
      output: (chunk, metadata) => this.#take(chunk, metadata),
      error: (error) => (this.#error = error),
    });
    this.#encoder.configure(config);
  }

  /** null: this browser has no encoder for it. */
  static async begin(size: FilmSize, title: string): Promise<FilmEncoder | null> {
    const found = await configFor(size);
    if (found === null) return null;
    return new FilmEncoder(found.config, new WebmWriter({ codec: found.codec, ...size, title }));
  }

  /** Takes what is on the canvas; waits while the encoder has enough to do. */
  async add(canvas: HTMLCanvasElement, timeMs: number): Promise<void> {
    const frame = new VideoFrame(canvas, { timestamp: Math.round(timeMs * 1_000) });
    try {
      this.#check();
      const keyFrame = timeMs - this.#keyMs >= KEY_EVERY_MS;
      if (keyFrame) this.#keyMs = timeMs;
      this.#encoder.encode(frame, { keyFrame });
    } finally {
      frame.close();
    }
    while (this.#encoder.encodeQueueSize > MOST_WAITING && this.#error === null) await this.#dequeued();
  }

  /** The film, once everything is written. */
  async finish(lengthMs: number): Promise<Blob> {
    this.#check();
    await this.#encoder.flush();
    this.#check();
    return new Blob(
      this.#writer.finish(lengthMs).map((part) => new Uint8Array(part)),
      { type: 'video/webm' },
    );
  }

  close(): void {
    if (this.#encoder.state !== 'closed') this.#encoder.close();
  }

  /** The encoder has one less to do, or has failed. */
  #dequeued(): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        resolve();
      };
      // An encoder that has failed takes nothing more, and says so elsewhere.
      const timer = setTimeout(done, 1_000);
      this.#encoder.addEventListener('dequeue', done, { once: true });
    });
  }

  #check(): void {
    if (this.#error !== null) throw new Error('the encoder has failed', { cause: this.#error });
  }

  #take(chunk: EncodedVideoChunk, metadata: EncodedVideoChunkMetadata | undefined): void {
    const colours = coloursOf(metadata?.decoderConfig?.colorSpace);
    if (colours !== null) this.#writer.setColours(colours);
    const bytes = new Uint8Array(chunk.byteLength);
    chunk.copyTo(bytes);
    this.#writer.add({ timeMs: chunk.timestamp / 1_000, isKey: chunk.type === 'key', bytes });
  }
}

const MATRICES: Readonly<Record<string, number>> = { rgb: 0, bt709: 1, bt470bg: 5, smpte170m: 6 };
const TRANSFERS: Readonly<Record<string, number>> = { bt709: 1, smpte170m: 6, 'iec61966-2-1': 13 };
const PRIMARIES: Readonly<Record<string, number>> = { bt709: 1, bt470bg: 5, smpte170m: 6 };

/** What the encoder says of its colours, as WebM writes it; null: it does not say all of it. */
function coloursOf(space: VideoColorSpaceInit | undefined): WebmColours | null {
  const matrix = MATRICES[space?.matrix ?? ''];
  const transfer = TRANSFERS[space?.transfer ?? ''];
  const primaries = PRIMARIES[space?.primaries ?? ''];
  if (matrix === undefined || transfer === undefined || primaries === undefined) return null;
  return { matrix, transfer, primaries, isFullRange: space?.fullRange === true };
}
