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
import { speak } from './words/index.ts';

void askSession();
keepPage();

await speak();

const place = document.getElementById('page');
if (place !== null) {
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
