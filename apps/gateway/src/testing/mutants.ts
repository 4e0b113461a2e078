// Small lies in how changes wait for docstore, each of which the tests beside it must notice. `npm run mutants -- gateway` tells one after the
// other in a scratch copy of this app and runs `run` there; it is killed when that fails. `find` stands exactly once in the file.

import { bellMutants } from './bell-mutants.ts';
import { sharingMutants } from './sharing-mutants.ts';
import { timingMutants } from './timing-mutants.ts';
import { watchMutants } from './watch-mutants.ts';

const BATCHING = 'src/features/rooms/batching.ts';
const IMPORTED_MAP = 'src/features/maps/imported-map.ts';
const IMPORT_ROUTES = 'src/features/maps/import-routes.ts';
const ROOM_ROLES = 'src/features/rooms/room-roles.ts';
const OWNERS = 'src/access/owners.ts';
const ends = { test: 'src/features/sharing/ends.test.ts', isInTree: true } as const;
const ASK_ROUTES = 'src/features/sharing/ask-routes.ts';
const ASK_MAILS = 'src/features/sharing/ask-mails.ts';
const asks = { test: 'src/features/sharing/asks.test.ts', isInTree: true } as const;
const TRANSFER = 'src/features/sharing/transfer-routes.ts';
const transfer = { test: 'src/features/sharing/transfer.test.ts', isInTree: true } as const;
const INVITING = 'src/features/sharing/inviting.ts';
const inviting = { test: 'src/features/sharing/inviting.test.ts', isInTree: true } as const;
const MENTIONS = 'src/features/comments/mentions.ts';
const mentions = { test: 'src/features/comments/mentions.test.ts', isInTree: true } as const;
const API = 'src/features/api/api.ts';
const programs = { test: 'src/features/api/exports.test.ts', isInTree: true } as const;
/** With exporter and docstore, in a scratch copy of the whole project. */
const imports = { test: 'src/features/api/imports.test.ts', isInTree: true } as const;

export const mutants = {
  run: ['node_modules/vitest/vitest.mjs', 'run', 'src/features/rooms/batching.test.ts'],
  mutants: [
    {
      name: 'a waiting change is left out of the batch',
      file: BATCHING,
      find: 'for (const { text, read } of held) read(text);',
      replace: 'for (const { text, read } of held.slice(1)) read(text);',
      why: 'what somebody typed stands on their screen alone until their page says it again',
    },
    {
      name: 'mentions: the chat is not read',
      file: MENTIONS,
      find: "(op.kind !== 'comment' && op.kind !== 'message')",
      replace: "op.kind !== 'comment'",
      why: 'who is asked something in the chat hears of it days later',
      ...mentions,
      rule: 'GW-480',
    },
    {
      name: 'mentions: a mail about the chat leads to an item',
      file: MENTIONS,
      find: 'item === null ? `#chat=${id}` : `#item=${item}&comment=${id}`',
      replace: '`#item=${String(item)}&comment=${id}`',
      why: 'the link of the email opens the map and shows nothing',
      ...mentions,
      rule: 'GW-480',
    },
    {
      name: 'the order within a map is swapped',
      file: BATCHING,
      find: 'for (const { text, read } of held) read(text);',
      replace: 'for (const { text, read } of held.toReversed()) read(text);',
      why: 'a later change of somebody comes before an earlier one, and is refused as a jump',
    },
    {
      name: 'a batch is not split at the most submits of a call',
      file: BATCHING,
      find: 'if (!this.#isReading || this.#submits.length >= CALL_MOST) this.#send();',
      replace: 'if (!this.#isReading) this.#send();',
      why: 'docstore calls the call malformed, and each submit is made again alone',
    },
    {
      name: 'a call of several maps grows without end',
      file: BATCHING,
      find: ' && characters <= CALL_CHARACTERS_MOST',
      replace: '',
      why: 'docstore refuses the call as too large, and each map is asked about again',
    },
    {
      name: 'a map that was answered late holds up the others',
      file: BATCHING,
      find: "(isSoon ? 'soon' : 'late')",
      replace: "(isSoon ? 'soon' : 'soon')",
      why: 'everybody waits for the slowest storage',
    },
    {
      name: 'frames are held without end',
      file: BATCHING,
      find: 'if (this.#held.length >= HELD_MOST || this.#characters >= HELD_CHARACTERS_MOST) this.flush();\n    else if',
      replace: 'if',
      why: 'a crowd that writes fast fills the memory of the gateway',
    },
    {
      name: 'search: items with one of the words are listed beside those that have all',
      file: 'src/features/search-index/find-in-texts.ts',
      find: 'const shown = whole.length > 0 ? whole : found;',
      replace: 'const shown = found;',
      why: 'what one looks for stands among what it is not',
      test: 'src/features/search-index/words.test.ts',
      rule: 'GW-84',
    },
    {
      name: 'API: a number that is not there is told as the storage tells it',
      file: API,
      find: "if (!(failure instanceof Failure) || failure.code !== 'bloblog/out-of-range') throw failure;",
      replace: 'if (failure !== null) throw failure;',
      why: 'a program is told about a log, and 400 for what is not there',
      rule: 'GW-435',
      ...programs,
    },
    {
      name: 'API: an item that is not there is a map that cannot be read',
      file: '../exporter/src/making/renderer.ts',
      find: 'return said === NO_BRANCH ? noBranch() : unreadable(said);',
      replace: 'return unreadable(said);',
      why: 'a program takes its own mistake for a damaged map',
      rule: 'GW-435',
      ...programs,
    },
    {
      name: 'images: what one was drawn from is no part of the upload',
      file: 'src/features/maps/asset-routes.ts',
      find: '{ params: { map, original }, body }',
      replace: '{ params: { map, original: null }, body }',
      why: 'whatever is sent behind an image is taken, and nobody looks what it is',
      test: 'src/features/maps/assets.test.ts',
      rule: 'GW-450',
      isInTree: true,
    },
    {
      name: 'exports: a service that is away is told in its own words',
      file: 'src/features/maps/services-away.ts',
      find: 'if (!isAway(cause)) throw cause;',
      replace: 'throw cause;',
      why: 'somebody reads "exporter cannot be reached." and knows neither what that is nor what to do',
      test: 'src/features/api/away.test.ts',
      rule: 'GW-466',
      isInTree: true,
    },
    {
      name: 'imports: an image that is not taken goes unnamed',
      file: IMPORTED_MAP,
      find: 'this.#missing.push({ name, of, why: failure.code });',
      replace: '',
      why: 'a map lacks an image and nobody is told',
      rule: 'GW-445',
      ...imports,
    },
    {
      name: 'imports: an image is put where the file had it',
      file: IMPORTED_MAP,
      find: 'this.#sources.set(source, `asset:${hash}`);',
      replace: 'this.#sources.set(source, source);',
      why: 'each image is a grey box',
      rule: 'GW-445',
      ...imports,
    },
    {
      name: 'imports: the first file that cannot be read ends the request',
      file: IMPORT_ROUTES,
      find: 'return this.#failed(part.file, { ...UNREADABLE, message: part.message });',
      replace: "throw new GatewayFailure('unreadable-file', part.message);",
      why: 'one damaged file of an archive keeps all others out',
      rule: 'GW-446',
      ...imports,
    },
    {
      name: 'imports: a map that cannot be whole stays',
      file: IMPORTED_MAP,
      find: 'await this.#parts.docstore.call(docstoreRoutes.purgeDocument, { params }, context);',
      replace: '',
      why: 'halves of maps lie in storage, and nobody can remove them',
      rule: 'GW-446',
      ...imports,
    },
    {
      name: 'imports: only the first map of an archive counts',
      file: IMPORT_ROUTES,
      find: 'if (this.#begun++ > 0) await mustBeMaker(this.#parts, asked.person, COUNT);',
      replace: '',
      why: 'one request makes as many maps as fit into an archive',
      rule: 'GW-447',
      ...imports,
    },
    {
      name: 'imports: they count with maps that are made by hand',
      file: IMPORT_ROUTES,
      find: "const COUNT = 'imported maps by person';",
      replace: "const COUNT = 'maps by person';",
      why: 'an honest import of two hundred files stops at the hundredth',
      rule: 'GW-447',
      ...imports,
    },
    {
      name: 'ends: nobody looks at an open socket when access ends',
      file: ROOM_ROLES,
      find: 'if (over.length > 0) this.look(wantedOf(over));',
      replace: '',
      why: 'somebody goes on reading and writing until they leave',
      rule: 'GW-451',
      ...ends,
    },
    {
      name: 'ends: what ended is listed as if it had not been',
      file: 'src/access/members.ts',
      find: 'return link === null && until !== null && until <= nowMs && !here.has(person);',
      replace: 'return false;',
      why: 'an owner cannot renew what they gave',
      rule: 'GW-452',
      ...ends,
    },
    {
      name: 'ends: a new role lifts the end',
      file: OWNERS,
      find: 'wanted === undefined ? (own?.until ?? null) : wanted',
      replace: 'wanted ?? null',
      why: 'who was to leave on Friday stays, because they may only look since Thursday',
      rule: 'GW-453',
      ...ends,
    },
    {
      name: 'ends: an invitation does not lift the end',
      file: 'src/features/sharing/invitations.ts',
      find: 'own: known === undefined ? given : together(given, known, at)',
      replace: 'own: known ?? given',
      why: 'somebody accepts an invitation and is out the next day',
      rule: 'GW-454',
      ...ends,
    },
    {
      name: 'ends: who had access once inherits a map',
      file: 'src/features/account/remove-account.ts',
      find: '...grantsAt(all, clock.now())',
      replace: '...all',
      why: 'a map belongs to somebody who was shut out of it',
      rule: 'GW-455',
      ...ends,
    },
    {
      name: 'inviting: who came by a link to look sees everybody',
      file: 'src/features/sharing/sharing-routes.ts',
      find: 'const members = all.filter((member) => seesAll || ',
      replace: 'const members = all.filter((member) => seesAll || member.role.length > 0 || ',
      why: 'a link that was posted somewhere tells the names of all who work on the map',
      rule: 'GW-456',
      ...inviting,
    },
    {
      name: 'inviting: editors invite though owners do not let them',
      file: INVITING,
      find: 'record?.mayEditorsInvite === true',
      replace: 'record !== null',
      why: 'a map is shared with people whom its owner does not want',
      rule: 'GW-457',
      ...inviting,
    },
    {
      name: 'inviting: access by a link, or with an end, is given away for good',
      file: 'src/access/giving.ts',
      find: "by !== 'link' && until === null",
      replace: 'by.length > 0 || until === null',
      why: 'who leaves on Friday invites their other address on Thursday',
      rule: 'GW-458',
      ...inviting,
    },
    {
      name: 'inviting: what a removed editor has sent stays',
      file: 'src/features/sharing/member-routes.ts',
      find: 'known.byGroup);\n      await withdrawOf(map, person);',
      replace: 'known.byGroup);',
      why: 'somebody who was shut out comes back by another address',
      rule: 'GW-459',
      ...inviting,
    },
    {
      name: 'asking: of a map that there is not another answer is given',
      file: ASK_ROUTES,
      find: 'if ((await metadata.asksAbout(map)).length >= ASKS_MOST) return undefined;',
      replace: "if ((await metadata.map(map)) === null) throw new GatewayFailure('absent', 'There is no such map.');",
      why: 'anybody finds out which maps there are',
      rule: 'GW-460',
      ...asks,
    },
    {
      name: 'asking: who was refused asks again',
      file: ASK_ROUTES,
      find: 'await metadata.setAskRefused((await mustFind(parts, params.map, params.ask)).id);',
      replace: 'await metadata.removeAsk((await mustFind(parts, params.map, params.ask)).id);',
      why: 'an owner is asked for the same every day',
      rule: 'GW-461',
      ...asks,
    },
    {
      name: 'asking: only one of the owners is told',
      file: ASK_MAILS,
      find: 'for (const { id, email } of await metadata.people(to)) {',
      replace: 'for (const { id, email } of (await metadata.people(to)).slice(0, 1)) {',
      why: 'the owner who is on holiday knows it alone',
      rule: 'GW-462',
      ...asks,
    },
    {
      name: 'asking: granting lowers a role',
      file: ASK_ROUTES,
      find: 'has === null || isAtLeast(role, has)',
      replace: 'has !== undefined',
      why: 'an editor is made a reader by an answer that came late',
      rule: 'GW-463',
      ...asks,
    },
    {
      name: 'transfer: a map is given away without being accepted',
      file: TRANSFER,
      find: 'await endTransfer(metadata, map, null);\n      const asked',
      replace:
        "await owners.set(map, person, 'own');\n      await endTransfer(metadata, map, null);\n      const asked",
      why: 'somebody owns what they never wanted',
      rule: 'GW-464',
      ...transfer,
    },
    {
      name: 'transfer: what was declined, or asked by somebody who owns it no more, is accepted',
      file: TRANSFER,
      find: 'return !isRefused && isOwners && ',
      replace: 'return isRefused || isOwners || ',
      why: 'a map changes hands by what nobody asks any more',
      rule: 'GW-465',
      ...transfer,
    },
    ...watchMutants,
    ...bellMutants,
    ...sharingMutants,
    ...timingMutants,
  ],
};
