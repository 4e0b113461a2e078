/** Of `map /a.js /b.js;home /a.js /c.js` the files of the screen that stands at the path; none of any other screen. */
export function screenAhead(files: string, path: string): readonly string[] {
  return filesOf(files, path.startsWith('/m/') ? 'map' : path === '/' ? 'home' : null);
}

/** What home needs at once where nobody is here, so that there is nothing to list before the rest has come. */
export function restAhead(files: string, path: string): readonly string[] {
  return path === '/' ? filesOf(files, 'frame') : [];
}

function filesOf(files: string, screen: string | null): readonly string[] {
  for (const one of files.split(';')) {
    const [name, ...its] = one.split(' ');
    if (name === screen) return its;
  }
  return [];
}
