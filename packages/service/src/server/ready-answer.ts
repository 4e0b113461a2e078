import { STATUS_CODES } from 'node:http';
import { type Problem, statusOf } from '@bough/contracts';
import { problemHeaders } from './answer.ts';

/** An answer that is made before anybody asks. */
export interface ReadyAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** All of it, as HTTP/1.1 sends it to somebody who asked with GET. The connection stays. */
  readonly bytes: Buffer;
}

/** Makes one; it says its length by itself. The headers come from nobody who asks. */
export function readyAnswer(status: number, headers: Readonly<Record<string, string>>, text: string): ReadyAnswer {
  const body = Buffer.from(text);
  const all = { ...headers, 'content-length': String(body.length) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`;
  return { status, headers: all, body, bytes: Buffer.concat([Buffer.from(head, 'latin1'), body]) };
}

/** A problem as such an answer, for somebody who is no service. */
export function readyProblem(problem: Problem, headers: Readonly<Record<string, string>>): ReadyAnswer {
  return readyAnswer(statusOf(problem), { ...headers, ...problemHeaders(problem.requestId) }, JSON.stringify(problem));
}
