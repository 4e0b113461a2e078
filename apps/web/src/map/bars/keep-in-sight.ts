/**
 * Keeps the element to that part of the window which is seen: an on-screen keyboard covers the rest, and browsers move the page under
 * it. The answer ends that.
 */
export function keepInSight(element: HTMLElement): () => void {
  const seen = visualViewport;
  if (seen === null) return () => undefined;
  const follow = (): void => {
    // Magnified by two fingers the page is to be moved about in, not to be made smaller.
    const isCovered = Math.abs(seen.scale - 1) < 0.01 && seen.height < innerHeight - 1;
    element.style.height = isCovered ? `${seen.height}px` : '';
    element.style.top = isCovered ? `${seen.offsetTop}px` : '';
  };
  follow();
  for (const kind of ['resize', 'scroll'] as const) seen.addEventListener(kind, follow);
  return () => {
    for (const kind of ['resize', 'scroll'] as const) seen.removeEventListener(kind, follow);
  };
}
