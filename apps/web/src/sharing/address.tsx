import { lazy, Suspense, useState } from 'react';
import { shareWords } from '../words/screens/share-words.ts';
import './address.css';
import { tryCopy } from '../shell/try-copy.ts';

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }));

interface AddressProps {
  readonly label: string;
  readonly address: string;
  readonly hasQr?: boolean;
}

/** An address to take along: copied with one press, or read by a phone's camera. */
export function Address({ label, address, hasQr = false }: AddressProps) {
  const [isCopied, setCopied] = useState(false);
  const [isQrShown, setQrShown] = useState(false);
  const copy = async () => setCopied(await tryCopy(address));
  return (
    <div className="address">
      <div className="fresh-row">
        <input
          className="field"
          readOnly
          value={address}
          aria-label={label}
          onFocus={(event) => event.target.select()}
        />
        <button type="button" className="button primary" onClick={() => void copy()}>
          <span aria-live="polite">{isCopied ? shareWords().copied : shareWords().copy}</span>
        </button>
      </div>
      {hasQr ? (
        <button type="button" className="plain" aria-expanded={isQrShown} onClick={() => setQrShown(!isQrShown)}>
          {isQrShown ? shareWords().qrHide : shareWords().qr}
        </button>
      ) : null}
      {isQrShown ? (
        <Suspense fallback={<span className="qr" />}>
          <QrCode text={address} />
        </Suspense>
      ) : null}
    </div>
  );
}
