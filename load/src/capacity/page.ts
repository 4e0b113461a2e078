import type { Results } from '../results/results-file.ts';
import { BLOBS, CROWD, FLEET, IDLE, type Measured, measuredIn, STEPS, STEPS_FULL } from './measured.ts';
import { AMAZON_S3, CORE_HOUR, STORAGE_PRICES } from './prices.ts';
import { BUSY, MILLION_PEOPLE, needsOf, ofMillionChanges, peopleOfCore, priceOfMillionChanges } from './worked-out.ts';

// docs/capacity.md: what one machine carries and what it costs, worked out from load/RESULTS.md. Written by `npm run capacity`.

/** The page. */
export function capacityPage(results: Results): string {
  const measured = measuredIn(results);
  return [
    '# Capacity',
    head(results),
    carries(measured, results),
    costs(measured),
    givesFirst(measured),
    million(measured),
    LEFT_OUT,
  ].join('\n\n');
}

function head({ machine, sections }: Results): string {
  const used = sections.filter(({ command }) => [CROWD, IDLE, STEPS, STEPS_FULL, FLEET, BLOBS].includes(command));
  const days = used.map(({ day }) => day).toSorted();
  const standIns = [...new Set(used.flatMap(({ standIns: some }) => some))];
  const beside = standIns.length === 0 ? '' : ` ${standIns.join(', ')}.`;
  return `How many people a machine carries, what a million edits cost, and what to add when. \`npm run capacity\` works this out from
[load/RESULTS.md](../load/RESULTS.md), which \`npm run results\` measures: run both on a machine like yours. The figures here are from
${machine}, on ${[...new Set([days[0], days.at(-1)])].join(' to ')}.${beside} The servers shared that machine with the load.`;
}

function carries(measured: Measured, { sections }: Results): string {
  const { people, changesASecond, socketKilobytes, openMapKilobytes, knee, leftBeyond, fullKnee } = measured;
  const { gateway, docstore } = peopleOfCore(measured);
  const every = people / changesASecond;
  const isSlow = sections.some(({ command, verdict }) => command === CROWD && verdict !== 'holds');
  const slow = isSlow
    ? `\n\nAll of that on this one machine was too much for it: people waited longer than they should. What counts here is the processor time.`
    : '';
  return `## What a core carries

${short(people)} people at work at once, five at a map, each with a change every ${short(every)} seconds and a pointer that moves every two, on two of
each service, MongoDB, two S3 stores and Redis (\`${CROWD}\`); pointers that move all the time cost several times as much:

${table([
  ['', 'cores used', 'people for each core', `people for each core at ${BUSY * 100} %, as we plan`],
  ['gateways', short(measured.gatewayCores), short(gateway.whole), short(gateway.busy)],
  ['docstores', short(measured.docstoreCores), short(docstore.whole), short(docstore.busy)],
])}${slow}

Memory for a person whose map is open: ${short(socketKilobytes)} KB of a gateway, whether they do something or not. For an open map: ${short(openMapKilobytes)} KB of a docstore,
and more for big ones (\`${IDLE}\`).

One core for gateway and docstore together, with folders and SQLite, carries ${short(knee)} visits a second in which somebody comes, changes something and
goes. That is the knee: beyond it, people wait or are asked to come again, and at three times as much ${short(leftBeyond)} of it is left (\`${STEPS}\`).
Where MongoDB, two S3 stores and Redis share two cores with them, it is ${short(fullKnee)} (\`${STEPS_FULL}\`).

With four gateways and four docstores a change takes ${short(measured.fourAgainstOne)} times the processor time that it takes with one of each (\`${FLEET}\`).`;
}

function costs(measured: Measured): string {
  const { gigabytes, writes, reads, coreHours } = ofMillionChanges(measured);
  const rows = STORAGE_PRICES.map((price) => {
    const { requests, processor, month } = priceOfMillionChanges(measured, price);
    return [price.provider, dollars(requests), dollars(processor), dollars(month)];
  });
  return `## What a million edits cost

A million edits, letters that people type into one map, kept forever with their authors, in two locations: ${short(gigabytes)} GB, ${short(writes)} requests that write, ${short(reads)} that read,
${short(coreHours)} hours of a core. As rows of a database with the indexes that they need, they would take ${short(measured.rowsTimes)} times the bytes
(\`${BLOBS}\`).

${table([['', 'requests, once', 'processor, once', 'bytes, each month'], ...rows])}

List prices of November 2026, in US dollars, nothing free; processor at ${CORE_HOUR} dollars for a virtual core and hour (Amazon EC2 c5), used at
${BUSY * 100} %. People who edit one map in the same moment share a request, so busier maps cost less for each edit. A single location costs about half. Not counted: where a bucket keeps older versions, as docs/security.md advises for the second, each change leaves a
head of some kilobytes there for as long; and storage at another provider than the processors has its traffic on top.`;
}

function givesFirst(measured: Measured): string {
  const { gateway, docstore } = peopleOfCore(measured);
  const [first, second] = gateway.whole < docstore.whole ? ['gateway', 'docstore'] : ['docstore', 'gateway'];
  const [least, most] = [Math.min(gateway.whole, docstore.whole), Math.max(gateway.whole, docstore.whole)];
  return `## What gives first

A gateway and a docstore use one core each for people's work. Of people who all draw, the ${first} gives first: its core is full at ${short(least)},
that of the ${second} at ${short(most)}. People see that saving takes longer, then a message that asks them to wait; nothing that was confirmed is lost.

- **Gateways full** (the alert \`BoughProcessorBusy\`, or people are asked to come again): add one. Nothing has to move; who comes next is sent there.
- **Docstores full** (\`BoughProcessorBusy\`, \`BoughSlowSaves\`): add one. Maps move to it by themselves, and no edit is refused meanwhile.
- **Storage slow**: an edit waits for the first location. Look at the latency that \`npm run doctor\` measures; a closer region helps, more cores do not.
- **MongoDB** has people, folders and lists, not edits. It grows with people, not with what they draw.`;
}

function million(measured: Measured): string {
  const { people, atWork, withOpenMap, atOneMap, changesAMonth } = MILLION_PEOPLE;
  const needs = needsOf(measured, MILLION_PEOPLE, AMAZON_S3);
  return `## A million people

The same arithmetic, so only as good as its assumptions: of ${short(people)} people ${atWork * 100} % draw at once in the busiest hour, ${withOpenMap * 100} % more have a map open, ${atOneMap} at one map;
each makes ${short(changesAMonth)} changes a month.

${table([
  ['in the busiest hour', ''],
  ['people who draw', short(needs.atWork)],
  ['sockets', short(needs.sockets)],
  ['cores of gateways', short(needs.gatewayCores)],
  ['cores of docstores', short(needs.docstoreCores)],
  ['memory for sockets', `${short(needs.gatewayGigabytes)} GB`],
  ['memory for open maps', `${short(needs.docstoreGigabytes)} GB`],
  ['changes a second', short(needs.changesASecond)],
  ['writes to storage a second', short(needs.writesASecond)],
])}

${table([
  ['in a month', ''],
  ['bytes that are added', `${short(needs.addedGigabytes)} GB`],
  ['requests to storage', dollars(needs.requests)],
  ['keeping what a month added, each month', dollars(needs.bytes)],
  ['cores, all month', dollars(needs.processor)],
])}

At prices of ${AMAZON_S3.provider}. Nobody has run that fleet: what is measured ends at four gateways and four docstores.`;
}

const LEFT_OUT = `## What this leaves out

Traffic to the internet, load balancers, MongoDB, Redis, emails and exports are not in these sums. Text only: images in maps take what they take.
Processors differ by a factor of two or more; so measure yours.
`;

function table(rows: readonly (readonly string[])[]): string {
  const [first = [], ...others] = rows;
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    '<!-- prettier-ignore-start -->\n',
    line(first),
    line(first.map(() => '---')),
    ...others.map(line),
    '\n<!-- prettier-ignore-end -->',
  ].join('\n');
}

/** Three digits say all that a measurement knows. */
function short(value: number): string {
  return Number(value.toPrecision(value >= 1_000 ? 2 : 3)).toLocaleString('en-US', { maximumFractionDigits: 6 });
}

function dollars(value: number): string {
  return `$${value >= 100 ? short(value) : value >= 0.01 ? value.toFixed(2) : value.toPrecision(2)}`;
}
