import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

/** Draws the page, from here on, into the element. */
export function draw(place: HTMLElement): void {
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
