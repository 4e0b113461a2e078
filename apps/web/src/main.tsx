import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/inter/wght-italic.css';
import './look/code-face.css';
import './look/tokens.css';
import './look/hues.css';
import './look/base.css';
import './look/controls.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { askSession } from './api/session.ts';
import { keepPage } from './offline/keep-page.ts';
import { App } from './shell/app.tsx';
import { keepToOwnScripts } from './shell/own-scripts.ts';
import { speak } from './words/index.ts';

keepToOwnScripts();
void askSession();
addEventListener('online', () => void askSession());
// Somebody signed out in another tab (signing-out/forget-person.ts): what this one shows is not for whoever comes next.
addEventListener('storage', ({ key }) => {
  if (key === 'bough.left') location.replace('/');
});
keepPage();
// A finger rests on nothing, so a phone fetches no tips.
const rest = (event: PointerEvent): void => {
  if (event.pointerType === 'touch') return;
  removeEventListener('pointerover', rest);
  void import('./shell/controls/tips.ts').then(({ showTips }) => showTips(event));
};
addEventListener('pointerover', rest);

await speak();

const place = document.getElementById('page');
if (place !== null) {
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
