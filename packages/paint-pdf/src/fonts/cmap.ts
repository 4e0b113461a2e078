// The character map of a TrueType font (OpenType 1.9, table `cmap`): formats 4 and 12, the two that fonts for the web have.

/** The characters that the font has a glyph for. Empty where its map is of no known format. */
export function charactersOf(sfnt: Buffer): ReadonlySet<number> {
  const found = new Set<number>();
  const table = tableAt(sfnt, 'cmap');
  if (table === null) return found;
  for (let i = 0; i < table.readUInt16BE(2); i++) {
    const map = table.subarray(table.readUInt32BE(4 + 8 * i + 4));
    const format = map.readUInt16BE(0);
    if (format === 4) addSegments(map, found);
    else if (format === 12) addGroups(map, found);
  }
  return found;
}

function tableAt(sfnt: Buffer, tag: string): Buffer | null {
  for (let at = 12; at < 12 + 16 * sfnt.readUInt16BE(4); at += 16) {
    if (sfnt.toString('latin1', at, at + 4) !== tag) continue;
    const offset = sfnt.readUInt32BE(at + 8);
    return sfnt.subarray(offset, offset + sfnt.readUInt32BE(at + 12));
  }
  return null;
}

function addSegments(map: Buffer, found: Set<number>): void {
  const size = map.readUInt16BE(6);
  for (let at = 0; at < size; at += 2) {
    const end = map.readUInt16BE(14 + at);
    const start = map.readUInt16BE(16 + size + at);
    const delta = map.readUInt16BE(16 + 2 * size + at);
    const rangeAt = 16 + 3 * size + at;
    const range = map.readUInt16BE(rangeAt);
    for (let code = start; code <= end && code < 0xffff; code++) {
      const glyph = range === 0 ? code + delta : map.readUInt16BE(rangeAt + range + 2 * (code - start));
      if ((glyph & 0xffff) !== 0) found.add(code);
    }
  }
}

function addGroups(map: Buffer, found: Set<number>): void {
  for (let i = 0; i < map.readUInt32BE(12); i++) {
    const at = 16 + 12 * i;
    for (let code = map.readUInt32BE(at); code <= map.readUInt32BE(at + 4); code++) found.add(code);
  }
}
