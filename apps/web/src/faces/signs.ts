import { facesOf } from './face-files.ts';

let isAdded = false;

/** The page's signs look as they do on the map, also where the device has none of its own; style sheets name the family "Bough Signs". */
export async function addSigns(): Promise<void> {
  if (isAdded) return;
  isAdded = true;
  const { files } = await import('./emoji.ts');
  for (const face of facesOf('Bough Signs', files)) document.fonts.add(face);
}
