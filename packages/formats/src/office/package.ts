import { utf8Encode } from '@bough/base';
import { escapeAttribute, escapeText } from '../shared/xml/write-xml.ts';
import { writeZip } from '../shared/zip.ts';

// Office Open XML (ECMA-376): a ZIP of parts, each with a type, and files beside them that say which part leads to which.

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export interface Part {
  readonly name: string;
  /** The type after `application/vnd.openxmlformats-`; null for a file whose ending says it. */
  readonly type: string | null;
  readonly content: string | Uint8Array;
  readonly relations?: readonly Relation[];
}

export interface Relation {
  readonly id: string;
  /** The last word of the relation's type. */
  readonly kind: string;
  readonly target: string;
  readonly isOutside?: boolean;
}

/** A presentation has thousands of short parts, which would take seconds to pack. */
const SHORT = 8_192;

/** The package of these parts; the first one is the document. */
export function officePackage(title: string, parts: readonly Part[]): Uint8Array {
  const first = parts[0]?.name ?? '';
  const core = { name: 'docProps/core.xml', type: 'package.core-properties+xml', content: coreOf(title) };
  const all: readonly Part[] = [...parts, core];
  const entries: Record<string, Uint8Array> = {};
  const put = (name: string, content: string | Uint8Array): void => {
    entries[name] = typeof content === 'string' ? utf8Encode(HEAD + content) : content;
  };
  put('[Content_Types].xml', typesOf(all));
  const document: Relation = { id: 'rId1', kind: 'officeDocument', target: first };
  put('_rels/.rels', relationsOf([document, { id: 'rId2', kind: 'core', target: core.name }]));
  for (const { name, content, relations = [] } of all) {
    put(name, content);
    const at = name.lastIndexOf('/') + 1;
    if (relations.length > 0) put(`${name.slice(0, at)}_rels/${name.slice(at)}.rels`, relationsOf(relations));
  }
  return writeZip(entries, SHORT);
}

const ENDINGS = { rels: 'application/vnd.openxmlformats-package.relationships+xml', xml: 'application/xml', png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif' }; // prettier-ignore

function typesOf(parts: readonly Part[]): string {
  const defaults = Object.entries(ENDINGS).map(
    ([ending, type]) => `<Default Extension="${ending}" ContentType="${type}"/>`,
  );
  const overrides = parts.flatMap(({ name, type }) =>
    type === null ? [] : [`<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-${type}"/>`],
  );
  return `<Types xmlns="${PACKAGE}/content-types">${defaults.join('')}${overrides.join('')}</Types>`;
}

function relationsOf(relations: readonly Relation[]): string {
  const all = relations.map(({ id, kind, target, isOutside }) => {
    const type = kind === 'core' ? `${PACKAGE}/relationships/metadata/core-properties` : `${OFFICE}/${kind}`;
    return `<Relationship Id="${id}" Type="${type}" Target="${escapeAttribute(target)}"${isOutside === true ? ' TargetMode="External"' : ''}/>`;
  });
  return `<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`;
}

function coreOf(title: string): string {
  return `<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeText(title)}</dc:title><dc:creator>Bough</dc:creator></cp:coreProperties>`;
}

/** The addresses that a part leads to, each once. */
export class Relations {
  readonly #all: Relation[] = [];
  readonly #known = new Map<string, string>();

  constructor(first: readonly Relation[] = []) {
    this.#all.push(...first);
  }

  /** The id of the way there. */
  to(kind: string, target: string, isOutside: boolean): string {
    const known = this.#known.get(target);
    if (known !== undefined) return known;
    const id = `rId${this.#all.length + 1}`;
    this.#all.push({ id, kind, target, isOutside });
    this.#known.set(target, id);
    return id;
  }

  get all(): readonly Relation[] {
    return this.#all;
  }
}
