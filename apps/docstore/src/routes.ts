import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import {
  type ClientId,
  holdsPrefix,
  type MapId,
  parsePrefixName,
  type PersonId,
  type PrefixName,
  prefixText,
  presentLineage,
  utf8Encode,
} from '@bough/base';
import {
  AUTHORS_MOST,
  type Append,
  type Appended,
  briefAppended,
  type BytesAnswer,
  docstoreRoutes,
} from '@bough/contracts';
import { handle, type MountedRoute } from '@bough/service';
import type { Assets } from './assets/assets.ts';
import { MOST_CHANGES } from './documents/document.ts';
import type { Asker, Documents } from './documents/documents.ts';
import { manyWords } from './failure.ts';
import { ensureCurrent } from './reading/ensure-current.ts';
import type { MapNews } from './reading/map-news.ts';
import { commentsIn } from './reading/thread-comments.ts';
import { authorsIn, type Writer } from './changes/writers.ts';

/** On a thread of its own: a large map takes longer than others should wait. */
const inflate = promisify(zstdDecompress);

/** What docstore answers, route by route. Whoever knows several docstores is answered by what storage has at that moment. */
export function documentRoutes(documents: Documents, assets: Assets, news: MapNews): readonly MountedRoute[] {
  return [...readingRoutes(documents), ...newsRoutes(news), ...writingRoutes(documents, assets)];
}

function newsRoutes(news: MapNews): readonly MountedRoute[] {
  return [
    handle(docstoreRoutes.readNews, ({ body, context }) => {
      // One docstore alone need not ask storage what others did.
      return news.answer({ ...body, mustBeFresh: body.mustBeFresh && context.isShared });
    }),
  ];
}

function readingRoutes(documents: Documents): readonly MountedRoute[] {
  return [
    handle(docstoreRoutes.listDocuments, ({ params }) => documents.list(params.after, params.limit)),
    handle(docstoreRoutes.listTrash, ({ params }) => documents.listTrash(params.after, params.limit)),
    handle(docstoreRoutes.readDocument, async ({ params, context }): Promise<BytesAnswer> => {
      const { at, map, known, encoding, view } = params;
      await ensureCurrent(documents, map, context);
      const found = await (at === null ? documents.packed(map, view) : documents.packedAt(map, at, view));
      const { seq, lineages, packed } = found;
      const name = nameOf({ lineage: presentLineage(lineages), seq });
      const theirs = parsePrefixName(known ?? '');
      if (theirs?.seq === seq && holdsPrefix(lineages, theirs)) return { kind: 'unchanged', ...name };
      const isPacked = encoding === 'zstd';
      const bytes = isPacked ? packed : await inflate(packed);
      const coding = isPacked ? 'zstd' : null;
      return { kind: 'bytes', bytes, type: 'application/json', encoding: coding, ...name, fileName: null };
    }),
    handle(docstoreRoutes.readWords, async ({ params, context }): Promise<BytesAnswer> => {
      const { map, known } = params;
      const most = params.most ?? docstoreRoutes.readWords.answerLimit;
      await ensureCurrent(documents, map, context);
      const { text, ...found } = await documents.words(map, parsePrefixName(known ?? ''), most);
      const name = nameOf(found);
      if (text === null) return { kind: 'unchanged', ...name };
      const bytes = utf8Encode(text);
      if (bytes.length > most) throw manyWords(map, most);
      const type = 'application/x-ndjson';
      return { kind: 'bytes', bytes, type, encoding: null, ...name, fileName: null };
    }),
    handle(docstoreRoutes.documentFacts, async ({ params, context }) => {
      await ensureCurrent(documents, params.map, context);
      return documents.facts(params.map);
    }),
    handle(docstoreRoutes.readAuthors, async ({ params, context }) => {
      await ensureCurrent(documents, params.map, context);
      return { authors: (await documents.look(params.map, authorsIn)).slice(0, AUTHORS_MOST) };
    }),
    handle(docstoreRoutes.readThreads, async ({ params, body, context }) => {
      await ensureCurrent(documents, params.map, context);
      return { threads: await documents.look(params.map, (_log, map) => commentsIn(map, body.threads)) };
    }),
    handle(docstoreRoutes.documentState, async ({ params, context }) => {
      await ensureCurrent(documents, params.map, context);
      return documents.state(params.map, writerIn(params));
    }),
    handle(docstoreRoutes.readChanges, async ({ params, context }) => {
      const { map, from, to } = params;
      const page = await documents.page(map, from, to);
      // What a number stands for in its lineage never changes; only that there are more of them may be news.
      const { changes } = page;
      if (!context.isShared || changes.at(-1)?.seq === to || changes.length === MOST_CHANGES) return page;
      await documents.ensureCurrent(map);
      return documents.page(map, from, to);
    }),
  ];
}

function writingRoutes(documents: Documents, assets: Assets): readonly MountedRoute[] {
  return [
    handle(docstoreRoutes.createDocument, ({ body }) => documents.create(body)),
    handle(docstoreRoutes.appendChanges, ({ params, body, context }) =>
      context.timing.measure('append', () => documents.append(params.map, body, context)),
    ),
    handle(docstoreRoutes.appendSubmits, ({ params, body, context }) =>
      context.timing.measure('append', async () => ({
        answers: await appendAll(documents, params.map, body.submits, context),
      })),
    ),
    handle(docstoreRoutes.appendToMaps, ({ body, context }) =>
      context.timing.measure('append', async () => {
        // A failure is told to who asks about its map alone.
        const each = body.maps.map(({ map, submits }) => appendAll(documents, map, submits, context).catch(() => null));
        return { maps: await Promise.all(each) };
      }),
    ),
    handle(docstoreRoutes.copyDocument, async ({ params, body, context }) => {
      await ensureCurrent(documents, params.map, context);
      await assets.copyAll(params.map, body.to);
      return documents.copy(params.map, params.at, body.to, body.view);
    }),
    handle(docstoreRoutes.trashDocument, async ({ params, body, context }) => {
      await ensureCurrent(documents, params.map, context);
      return documents.trash(params.map, body.by);
    }),
    handle(docstoreRoutes.restoreDocument, async ({ params, context }) => {
      await ensureCurrent(documents, params.map, context);
      return documents.restore(params.map);
    }),
    handle(docstoreRoutes.purgeDocument, async ({ params }) => {
      await documents.purge(params.map);
      return undefined;
    }),
  ];
}

/** Appends submits of different writers to one map, in this order. */
async function appendAll(
  documents: Documents,
  map: MapId,
  submits: readonly Append[],
  asker: Asker,
): Promise<readonly Appended[]> {
  const appends = submits.map(async (submit) => briefAppended(await documents.append(map, submit, asker), submit));
  return await Promise.all(appends);
}

/** Who is asked about; a client without its person is nobody. */
function writerIn(params: {
  readonly client: ClientId | null;
  readonly person: PersonId | null;
  readonly formerly: PersonId | null;
}): Writer | null {
  const { client, person, formerly } = params;
  return client === null || person === null ? null : { client, author: person, formerly: formerly ?? undefined };
}

/** What an answer of bytes says of the prefix that they are. */
function nameOf(name: PrefixName): Required<Pick<BytesAnswer, 'seq' | 'lineage' | 'etag'>> {
  const { lineage, seq } = name;
  return { lineage, seq, etag: `"${prefixText({ lineage, seq })}"` };
}
