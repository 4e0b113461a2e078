// What the first picture does not need (the icon, the service worker, what is read aloud) waits until it stands: on a slow device each of
// them would put it off.

/** A screen without a picture of its own waits for nobody. */
const PATIENCE_MS = 3_000;

let stands: () => void = () => undefined;
const standing = new Promise<void>((resolve) => {
  stands = resolve;
  setTimeout(resolve, PATIENCE_MS);
});

/** The screen has what it is about: the frame after next shows it. */
export function pictureStands(): void {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(stands, 0)));
}

/** Does it once the first picture stands, when the page has nothing else to do. */
export function afterPicture(work: () => void): void {
  void standing.then(() => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => work(), { timeout: 1_000 });
    else setTimeout(work, 50);
  });
}
