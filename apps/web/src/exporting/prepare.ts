import { err, ok, type Result, tryJson } from '@bough/base';
import type { ExportReport, ExportState } from '@bough/contracts';
import { exportState, fileRoutes, problem } from '@bough/contracts';
import { addressOf, type Trouble } from '../api/api.ts';

/** How a file is asked for: the parameters of its route. */
export type ExportAsked = Parameters<typeof addressOf<ParamsOf<typeof fileRoutes.exportMap>>>[1];
type ParamsOf<R> = R extends { readonly params: (input: unknown) => infer T }
  ? Extract<T, { readonly ok: true }> extends { readonly value: infer V }
    ? V
    : never
  : never;

/** What is told while somebody waits. */
export type Waited = Extract<ExportState, { readonly state: 'waiting' | 'working' }>;

/**
 * Has the file made and tells how far it is; once it can be fetched, what it does not hold, else why it cannot be made. Aborting the signal ends the work
 * at the server too.
 */
export async function prepareExport(
  asked: ExportAsked,
  onState: (state: Waited) => void,
  signal: AbortSignal,
): Promise<Result<ExportReport, Trouble>> {
  try {
    const response = await fetch(addressOf(fileRoutes.prepareExport, asked), {
      credentials: 'same-origin',
      signal,
    });
    if (!response.ok || response.body === null) return err(troubleOf(await response.text()));
    for await (const line of linesOf(response.body)) {
      const said = exportState(tryJson(line));
      if (!said.ok) return err({ kind: 'unreadable' });
      const state = said.value;
      if (state.state === 'done') return ok(state.report);
      if (state.state === 'failed') return err({ kind: 'refused', problem: state.problem });
      onState(state);
    }
  } catch {
    // Told below: the line was cut, or whoever waited has left.
  }
  return err({ kind: 'unreachable' });
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const lines = (rest + decoder.decode(next.value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

function troubleOf(text: string): Trouble {
  const said = problem(tryJson(text));
  return said.ok ? { kind: 'refused', problem: said.value } : { kind: 'unreadable' };
}
