// Rendezvous hashing (Thaler and Ravishankar, 1998): for each key every name gets a weight from a hash of both, and the heaviest
// has the key. All who know the same names agree without talking; when a name goes, only its keys move, each to the name that is
// next in its own rank; when one comes, it takes its share from everybody and nothing else moves.

/** The names in the order in which they are to have this key: the first has it, the next one when that is down. */
export function rankOf(key: string, names: readonly string[]): readonly string[] {
  if (names.length < 2) return names;
  return names
    .map((name) => ({ name, weight: hash32(`${name}\n${key}`) }))
    .toSorted((a, b) => b.weight - a.weight || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name);
}

/** FNV-1a over UTF-16 units, then MurmurHash3's finalizer, without which similar keys would get similar weights. */
function hash32(text: string): number {
  let hash = 0x811c_9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x0100_0193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
