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
import { keepToOwnScripts } from './shell/own-scripts.ts';
import { namePageIcon } from './shell/page-icon.ts';
import { screenOf } from './shell/screen.ts';
import { speak } from './words/index.ts';

keepToOwnScripts();
void askSession();
addEventListener('online', () => void askSession());
// Somebody signed out in another tab (signing-out/forget-person.ts): what this one shows is not for whoever comes next.
addEventListener('storage', ({ key }) => {
  if (key === 'bough.left') location.replace('/');
});
afterPicture(keepPage);
afterPicture(namePageIcon);
// A finger rests on nothing, so a phone fetches no tips.
const rest = (event: PointerEvent): void => {
  if (event.pointerType === 'touch') return;
  removeEventListener('pointerover', rest);
  void import('./shell/controls/tips.ts').then(({ showTips }) => showTips(event));
};
addEventListener('pointerover', rest);

await speak();

// A map is painted before there is anything around it. Where that fails, its screen says so.
const screen = screenOf(location.pathname + location.search + location.hash);
if (screen.kind === 'map') {
  await import('./map/first-picture.ts').then(({ firstPicture }) => firstPicture(screen.map)).catch(() => undefined);
  // What stands around it comes now, in one go; where it does not come, who draws the screen says so.
  import('./map/map-screen.tsx').catch(() => undefined);
}
const place = document.getElementById('page');
if (place !== null) (await import('./shell/draw.tsx')).draw(place);
