import './print.css';

/** Puts this alone on the sheet that is printed next, lying where it is wide; gone after that. */
export function putOnSheet(drawn: Element, isWide: boolean): void {
  const sheet = document.createElement('div');
  sheet.className = isWide ? 'print-sheet print-wide' : 'print-sheet';
  sheet.append(drawn);
  document.body.append(sheet);
  document.documentElement.classList.add('is-printing');
  const end = () => {
    sheet.remove();
    document.documentElement.classList.remove('is-printing');
  };
  addEventListener('afterprint', end, { once: true });
}

/**
 * Who prints from the browser's own menu gets the map too, not the page around it. Nothing can be fetched by then, so it is a picture
 * of what is here; answers how to end that.
 */
export function printsInstead(paint: () => HTMLCanvasElement | null): () => void {
  const begin = () => {
    const canvas = document.querySelector('.print-sheet') === null ? paint() : null;
    if (canvas !== null) putOnSheet(canvas, canvas.width > canvas.height);
  };
  addEventListener('beforeprint', begin);
  return () => removeEventListener('beforeprint', begin);
}
