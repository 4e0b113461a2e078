/** The colours that people name in diagrams, in six digits. */
const NAMED: Readonly<Record<string, string>> = {
  aqua: '#00ffff', black: '#000000', blue: '#0000ff', brown: '#a52a2a', coral: '#ff7f50', crimson: '#dc143c', cyan: '#00ffff',
  darkblue: '#00008b', darkgreen: '#006400', darkorange: '#ff8c00', darkred: '#8b0000', fuchsia: '#ff00ff', gold: '#ffd700',
  gray: '#808080', green: '#008000', grey: '#808080', indigo: '#4b0082', khaki: '#f0e68c', lavender: '#e6e6fa',
  lightblue: '#add8e6', lightgray: '#d3d3d3', lightgreen: '#90ee90', lightgrey: '#d3d3d3', lightpink: '#ffb6c1',
  lightyellow: '#ffffe0', lime: '#00ff00', magenta: '#ff00ff', maroon: '#800000', navy: '#000080', olive: '#808000',
  orange: '#ffa500', orchid: '#da70d6', pink: '#ffc0cb', plum: '#dda0dd', purple: '#800080', red: '#ff0000', salmon: '#fa8072',
  silver: '#c0c0c0', skyblue: '#87ceeb', teal: '#008080', tomato: '#ff6347', turquoise: '#40e0d0', violet: '#ee82ee',
  white: '#ffffff', yellow: '#ffff00',
}; // prettier-ignore

/** A colour as diagrams name it, in six digits; null for one that is not known. */
export function namedColour(name: string): string | null {
  const said = name.replace(/^#/, '').toLowerCase();
  if (/^[0-9a-f]{6}$/.test(said)) return `#${said}`;
  if (/^[0-9a-f]{3}$/.test(said)) return `#${said.replaceAll(/./g, '$&$&')}`;
  return Object.hasOwn(NAMED, said) ? (NAMED[said] ?? null) : null;
}
