import type { Plugin } from 'vite';

// A module that is imported later and stands in a file with others gets a second file from the bundler, of one line, that hands it on; and its
// runtime, two functions, is a file as well. Each of them is a request before the first picture. Here whoever imports them takes what they have,
// and the runtime stands in the file that every page has.

/** What is changed: files by their names. */
export type Built = Record<string, BuiltFile>;
type BuiltFile =
  | { readonly type: 'chunk'; code: string; readonly name: string }
  | { readonly type: 'asset'; source: string | Uint8Array };

const HANDS_ON = /^export\s*\{([^}]*)\}\s*from\s*(["'`])\.\/([^"'`]+)\2;?\s*(?:\/\/# sourceMappingURL=\S+\s*)?$/;
const RUNTIME = 'rolldown-runtime';
/** Before the names of what it makes. */
const OF_RUNTIME = 'runtime_';
/** The file that every page has. */
const OF_ALL = 'page';

/** Takes the files out of the build that only hand on what others have. */
export function fewFiles(): Plugin {
  return {
    name: 'bough-few-files',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        // Rolldown's chunks are views on its own memory: what is written here is what it writes.
        for (const name of joinFiles(bundle)) delete bundle[name];
      },
    },
  };
}

/** Has every file say what it needs of the files that are then not needed any more, and answers their names. */
export function joinFiles(files: Built): readonly string[] {
  const gone: string[] = [];
  for (const [path, file] of Object.entries(files)) {
    if (file.type !== 'chunk') continue;
    const handed = HANDS_ON.exec(file.code);
    if (handed !== null) {
      const [, names = '', , target = ''] = handed;
      eachCode(files, (code) => takeFrom(code, baseOf(path), target, names));
    } else if (file.name === RUNTIME) {
      const [ofAll] = Object.entries(files).find(([, one]) => one.type === 'chunk' && one.name === OF_ALL) ?? [];
      if (ofAll === undefined) throw new Error('the build has no file that every page has');
      const runtime = runtimeOf(file.code);
      for (const [other, one] of Object.entries(files)) {
        if (one.type === 'chunk') {
          const taken = takeIn(one.code, baseOf(path), other === ofAll ? null : baseOf(ofAll));
          one.code = other === ofAll ? `${runtime}${taken}` : taken;
        } else if (typeof one.source === 'string') one.source = withoutLink(one.source, baseOf(path));
      }
      eachCode(files, (code) => code.replaceAll(baseOf(path), baseOf(ofAll)));
    } else continue;
    gone.push(path);
  }
  return gone;
}

/** Files name each other by their last part: they stand in one folder. */
function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function eachCode(files: Built, by: (code: string) => string): void {
  for (const file of Object.values(files)) {
    if (file.type === 'chunk') file.code = by(file.code);
    else if (typeof file.source === 'string') file.source = by(file.source);
  }
}

function takeFrom(code: string, name: string, target: string, names: string): string {
  if (!code.includes(name)) return code;
  const given = pairsOf(names).map(([there, here]) => `${here}:m.${there}`);
  const imported = new RegExp(String.raw`import\(\s*(["'\`])\./${escaped(name)}\1\s*\)`, 'g');
  // What is left names the file among those that are fetched ahead.
  return code.replace(imported, `import("./${target}").then(m=>({${given.join(',')}}))`).replaceAll(name, target);
}

/** What it makes, under names that nothing else has, and exported. */
function runtimeOf(code: string): string {
  const body = /^([^]*?)export\s*\{([^}]*)\};?/.exec(code);
  if (body === null) throw new Error('the runtime of the bundler has another form');
  const [, made = '', exported = ''] = body;
  const pairs = pairsOf(exported);
  const given = pairs.map(([there, here]) => `${here}:${there}`);
  const taken = pairs.map(([, here]) => `${here}:${OF_RUNTIME}${here}`);
  const names = pairs.map(([, here]) => `${OF_RUNTIME}${here}`);
  return `var{${taken.join(',')}}=(()=>{${made}return{${given.join(',')}}})();export{${names.join(',')}};`;
}

/** Has the code take it from the file that has it; null: from itself. */
function takeIn(code: string, name: string, from: string | null): string {
  const imported = new RegExp(String.raw`import\s*\{([^}]*)\}\s*from\s*(["'\`])\./${escaped(name)}\2;?`);
  return code
    .replace(imported, (_all, names: string) => {
      const wanted = pairsOf(names).map(([there, here]) => [`${OF_RUNTIME}${there}`, here] as const);
      return from === null
        ? `var ${wanted.map(([there, here]) => `${here}=${there}`).join(',')};`
        : `import{${wanted.map(([there, here]) => `${there} as ${here}`).join(',')}}from"./${from}";`;
    })
    .replaceAll(new RegExp(String.raw`import\s*(["'\`])\./${escaped(name)}\1;?`, 'g'), '');
}

/** A document that does not ask for the file ahead. */
function withoutLink(document: string, name: string): string {
  return document.replaceAll(new RegExp(String.raw`\s*<link rel="modulepreload"[^>]*${escaped(name)}">`, 'g'), '');
}

/** `a as b, c` as pairs: what it is called there, and here. */
function pairsOf(names: string): (readonly [string, string])[] {
  return names.split(',').map((name) => {
    const [there = '', here = there] = name.trim().split(/\s+as\s+/);
    return [there, here];
  });
}

function escaped(name: string): string {
  return name.replaceAll(/[.$]/g, String.raw`\$&`);
}
