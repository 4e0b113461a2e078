import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/inter/wght-italic.css';
import './look/code-face.css';
import './look/tokens.css';
import './look/hues.css';
import './look/base.css';
import './look/controls.css';
import { askSession } from './api/session.ts';
import { keepPage } from './offline/keep-page.ts';
import { afterPicture } from './shell/after-picture.ts';
import { onLeft } from './shell/forget-kept.ts';
import { keepToOwnScripts } from './shell/own-scripts.ts';
import { namePageIcon } from './shell/page-icon.ts';
import { screenOf } from './shell/screen.ts';
import { speak } from './words/index.ts';

keepToOwnScripts();
void askSession();
addEventListener('online', () => void askSession());
// Somebody signed out in another tab: what this one shows is not for whoever comes next.
onLeft(() => location.replace('/'));
// A finger rests on nothing, so a phone fetches no tips.
let rests: PointerEvent | null = null;
const rest = (event: PointerEvent): void => {
  if (event.pointerType === 'touch') return;
  const isFirst = rests === null;
  rests = event;
  if (!isFirst) return;
  // Where the pointer is by then has its tip, not where it was.
  void import('./shell/controls/tips.ts').then(({ showTips }) => {
    removeEventListener('pointerover', rest);
    showTips(rests ?? event);
  });
};
addEventListener('pointerover', rest);

await speak();

// A map is painted before there is anything around it, and home's maps before React. Where that fails, the screen says so.
const place = document.getElementById('page');
const screen = screenOf(location.pathname + location.search + location.hash);
if (screen.kind === 'map') {
  await import('./map/first-picture.ts').then(({ firstPicture }) => firstPicture(screen.map)).catch(() => undefined);
  // What stands around it comes now, in one go; where it does not come, who draws the screen says so.
  import('./map/map-screen.tsx').catch(() => undefined);
} else if (screen.kind === 'home' && screen.query === '' && place !== null) {
  const { place: at } = screen;
  await import('./home/first-picture.tsx').then(({ firstPicture }) => firstPicture(at, place)).catch(() => undefined);
}
try {
  if (place !== null) (await import('./shell/draw.tsx')).draw(place);
} finally {
  // What is seen comes first.
  afterPicture(keepPage);
  afterPicture(namePageIcon);
}
