import { encode } from 'uqr';
import { shareWords } from '../words/screens/share-words.ts';
import './qr-code.css';

const QUIET = 4;

/** The text as a QR code: dark on light in every theme, since cameras expect it so. */
export function QrCode({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const cells = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={shareWords().qrText}>
      <path d={cells.join('')} fill="#101216" />
    </svg>
  );
}
