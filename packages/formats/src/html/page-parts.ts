// The look and the search of a page that stands alone: nothing is fetched, and the only script is this one, named by its hash.

export const STYLE = `
:root{color-scheme:light dark;--ink:#1f2328;--soft:#59636e;--paper:#fff;--line:#d1d9e0;--mark:#fff3bf;--way:#0b57d0}
@media (prefers-color-scheme:dark){:root{--ink:#e6e6e6;--soft:#a5adb5;--paper:#16181b;--line:#3a4046;--mark:#5c4a00;--way:#8ab4f8}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
header{position:sticky;top:0;z-index:1;display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;padding:.75rem 1.25rem;background:var(--paper);border-bottom:1px solid var(--line)}
h1{flex:1 1 12rem;margin:0;font-size:1.25rem;overflow-wrap:anywhere}
form{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
input[type=search],button{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--line);border-radius:.5rem;padding:.375rem .75rem;min-height:2.5rem}
input[type=search]{width:14rem;max-width:100%}
:focus-visible{outline:2px solid var(--way);outline-offset:2px}
[role=status]{color:var(--soft);min-width:4rem}
main{max-width:60rem;padding:1rem 1.25rem 4rem;overflow-x:auto}
ul{list-style:none;margin:0;padding:0 0 0 1.25rem}
main>ul{padding:0}
main>ul>li+li{margin-top:1.5rem}
li{margin:.25rem 0;padding-left:.625rem;border-left:3px solid var(--c,transparent);overflow-wrap:anywhere}
summary{cursor:pointer;border-radius:.25rem}
main>ul>li>details>summary,main>ul>li>.bough-words{font-size:1.125rem;font-weight:600}
.bough-note>*{margin:0;font-size:1em}
.bough-note>:empty{height:.5em}
.bough-note li{margin:0;padding:0;border:0}
.bough-note ul{list-style:disc}
.bough-note ol{padding-left:1.5rem}
.bough-note pre{white-space:pre-wrap;overflow-wrap:anywhere;font-family:ui-monospace,"Source Code Pro",monospace;font-size:.9em}
.bough-note{color:var(--soft);font-size:.9375rem;margin:.125rem 0 .25rem}
.bough-links{margin:.125rem 0;font-size:.875rem}
a{color:var(--way)}
code{font-family:ui-monospace,"Source Code Pro",monospace;font-size:.9em}
img{display:block;max-width:100%;height:auto;margin:.375rem 0;border-radius:.25rem}
mark{background:var(--mark);color:inherit}
[hidden]{display:none!important}
@media print{header form{display:none}header{position:static}}
`;

export const SCRIPT = `
'use strict';
const words = navigator.language.startsWith('de')
  ? { search: 'Suchen', open: 'Alles aufklappen', close: 'Alles zuklappen', found: (n) => n === 1 ? '1 Treffer' : n + ' Treffer' }
  : { search: 'Search', open: 'Expand all', close: 'Collapse all', found: (n) => n === 1 ? '1 match' : n + ' matches' };
const form = document.querySelector('form');
const [box] = form.getElementsByTagName('input');
const [open, close] = form.getElementsByTagName('button');
const status = form.querySelector('[role=status]');
const items = Array.from(document.querySelectorAll('main li:not(.bough-note li)'), (item) => ({ item, fold: item.querySelector(':scope > details'), said: item.querySelectorAll(':scope > .bough-words, :scope > details > summary .bough-words, :scope > .bough-note, :scope > details > .bough-note') }));
const kept = items.map(({ fold }) => fold !== null && fold.open);
box.placeholder = words.search;
box.setAttribute('aria-label', words.search);
open.textContent = words.open;
close.textContent = words.close;
form.hidden = false;
form.addEventListener('submit', (event) => event.preventDefault());
const turn = (isOpen) => items.forEach(({ fold }) => { if (fold !== null) fold.open = isOpen; });
open.addEventListener('click', () => turn(true));
close.addEventListener('click', () => turn(false));
box.addEventListener('input', () => {
  const asked = box.value.trim().toLowerCase();
  let found = 0;
  items.forEach(({ item, fold, said }, i) => {
    const has = asked !== '' && Array.from(said).some((one) => one.textContent.toLowerCase().includes(asked));
    if (has) found++;
    item.toggleAttribute('data-found', has);
    item.hidden = asked !== '' && !has;
    if (asked === '' && fold !== null) fold.open = kept[i];
  });
  if (asked !== '') for (const { item } of items) {
    if (!item.hasAttribute('data-found')) continue;
    for (let above = item.parentElement; above !== null; above = above.parentElement) {
      if (above.localName === 'details') above.open = true;
      if (above.localName === 'li') above.hidden = false;
    }
  }
  status.textContent = asked === '' ? '' : words.found(found);
});
if (location.hash.length > 1) reveal();
addEventListener('hashchange', reveal);
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let above = target; above !== null; above = above.parentElement) if (above.localName === 'details') above.open = true;
  if (target !== null) target.scrollIntoView({ block: 'center' });
}
`;

/** SHA-256 of the script, as the page's policy names it; a test computes it anew. */
export const SCRIPT_HASH = 'TIU9gxMqXt1nOGq7rooxsUXYsL938/wynANK8EmHFxo=';
