import { expect, test } from 'vitest';
import { type Built, joinFiles } from '../../build/few-files.ts';

const chunk = (name: string, code: string): Built[string] => ({ type: 'chunk', name, code });

test('[WEB-13] what a file hands on is taken from where it is, and the file is gone', () => {
  const files: Built = {
    'assets/index-1.js': chunk('index', 'const d=["assets/map-screen-2.js"];p(()=>import(`./map-screen-2.js`),d)'),
    'assets/map-screen-2.js': chunk('map-screen', 'export{t as MapScreen,n as b}from"./map-3.js";'),
    'assets/map-3.js': chunk('map', 'export{x as t,y as n};'),
  };
  expect(joinFiles(files)).toEqual(['assets/map-screen-2.js']);
  expect(files['assets/index-1.js']).toMatchObject({
    code: 'const d=["assets/map-3.js"];p(()=>import("./map-3.js").then(m=>({MapScreen:m.t,b:m.n})),d)',
  });
});

test('[WEB-13] the runtime goes into the file of all pages, others take it from there, and the document does not ask for it', () => {
  const html = '<head>\n<link rel="modulepreload" crossorigin href="/assets/rolldown-runtime-1.js">\n</head>';
  const files: Built = {
    'index.html': { type: 'asset', source: html },
    'assets/rolldown-runtime-1.js': chunk('rolldown-runtime', 'var e=()=>7;export{e as t};'),
    'assets/page-2.js': chunk('page', 'import{t as q}from"./rolldown-runtime-1.js";export{q as seven};'),
    'assets/index-3.js': chunk('index', 'd=["assets/rolldown-runtime-1.js"]'),
    'assets/frame-4.js': chunk('frame', 'import{t as r}from"./rolldown-runtime-1.js";r();'),
  };
  expect(joinFiles(files)).toEqual(['assets/rolldown-runtime-1.js']);
  expect(files['assets/page-2.js']).toMatchObject({
    code: 'var{t:runtime_t}=(()=>{var e=()=>7;return{t:e}})();export{runtime_t};var q=runtime_t;export{q as seven};',
  });
  expect(files['assets/frame-4.js']).toMatchObject({ code: 'import{runtime_t as r}from"./page-2.js";r();' });
  expect(files['assets/index-3.js']).toMatchObject({ code: 'd=["assets/page-2.js"]' });
  expect(files['index.html']).toMatchObject({ source: '<head>\n</head>' });
});

test('[WEB-13] a file with anything of its own stays', () => {
  const files: Built = { 'assets/a-1.js': chunk('a', 'go();export{t as b}from"./map-3.js";') };
  expect(joinFiles(files)).toEqual([]);
});
