import type { ServerFrame } from '../wire/frames.ts';
import type { RoomSocket } from '../room/room-types.ts';
import { parseServerFrame } from '../wire/server-frame-parser.ts';

/** A socket that remembers what it was sent. */
export class TestSocket implements RoomSocket {
  readonly texts: string[] = [];
  held = 0;
  closed: { code: number; reason: string } | null = null;

  send(text: string): void {
    this.texts.push(text);
  }
  bufferedBytes(): number {
    return this.held;
  }
  close(code: number, reason: string): void {
    this.closed = { code, reason };
  }

  frames<K extends ServerFrame['kind']>(kind: K): Extract<ServerFrame, { kind: K }>[] {
    const frames = this.texts.map((text) => parseServerFrame(text)).flatMap((one) => (one.ok ? [one.value] : []));
    return frames.filter((one): one is Extract<ServerFrame, { kind: K }> => one.kind === kind);
  }
  seqs(): number[] {
    return this.frames('changes').flatMap((frame) => frame.changes.map((change) => change.seq));
  }
}
