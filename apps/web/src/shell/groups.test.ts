import { expect, it } from 'vitest';
import { type BuiltChunk, groupsOf } from '../../build/groups.ts';

const chunk = (fileName: string, facade: string | null, imports: readonly string[]): BuiltChunk => ({
  ...{ fileName, imports, isEntry: facade?.endsWith('.html') === true },
  ...{ facadeModuleId: facade === null ? null : `/web/${facade}`, moduleIds: [`/web/${fileName}.ts`] },
});

it('what a first picture needs goes into the file of those who need it, and the rest stays where it was', () => {
  const groups = groupsOf([
    chunk('index', 'index.html', ['react']),
    chunk('react', null, []),
    chunk('map', 'src/map/map-screen.tsx', ['react', 'menu', 'editor']),
    chunk('home', 'src/home/home-screen.tsx', ['menu', 'rail']),
    chunk('menu', null, ['react']),
    chunk('editor', null, []),
    chunk('rail', null, []),
    chunk('palette', 'src/map/commands/palette.tsx', ['pick']),
    chunk('pick', null, ['react']),
  ]);
  expect(Object.fromEntries(groups)).toEqual({
    '/web/react.ts': 'page',
    '/web/menu.ts': 'screens',
    '/web/map.ts': 'map',
    '/web/editor.ts': 'map',
    '/web/home.ts': 'home',
    '/web/rail.ts': 'home',
  });
});
