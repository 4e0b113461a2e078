import { emailAddress } from '@bough/contracts';

/** What somebody pasted, taken apart: each address once, in lower case, and what is none. */
export interface PastedAddresses {
  readonly addresses: readonly string[];
  readonly wrong: readonly string[];
}

/** Reads addresses from lines, or from a mail program's list: `Ann <ann@example.org>; bo@example.org`. */
export function addressesIn(text: string): PastedAddresses {
  const addresses = new Set<string>();
  const wrong: string[] = [];
  // A name in quotes may have a comma in it.
  for (const part of text.replace(/"[^"\n]*"/g, '').split(/[\n,;]/)) {
    const written = part.trim();
    if (written === '') continue;
    const read = emailAddress((/<([^<>]*)>$/.exec(written)?.[1] ?? written).trim().toLowerCase());
    if (read.ok) addresses.add(read.value);
    else wrong.push(written);
  }
  return { addresses: [...addresses], wrong };
}
