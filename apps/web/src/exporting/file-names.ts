/** The name that an answer gives its file; null when it gives none. */
export function nameFrom(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  try {
    return encoded === undefined ? null : decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

/** The names, those that are there already with a number before their ending: an archive has each once, whatever the case of its letters. */
export function differing(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const dot = name.lastIndexOf('.');
    const [stem, ending] = dot <= 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
    let free = name;
    for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${stem} ${number}${ending}`;
    taken.add(free.toLowerCase());
    return free;
  });
}
