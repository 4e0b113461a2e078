/** Of `map /a.js /b.js;home /a.js /c.js` the files of the screen that stands at the path; none of any other screen. */
export function screenAhead(files: string, path: string): readonly string[] {
  const screen = path.startsWith('/m/') ? 'map' : path === '/' ? 'home' : null;
  for (const one of files.split(';')) {
    const [name, ...its] = one.split(' ');
    if (name === screen) return its;
  }
  return [];
}
