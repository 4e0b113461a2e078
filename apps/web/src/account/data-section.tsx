import { type AccountFacts, gatewayRoutes } from '@bough/contracts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { addressOf } from '../api/api.ts';
import { PageSection } from '../shell/page-frame.tsx';
import { words } from '../words/index.ts';
import { DeleteDialog } from './delete-dialog.tsx';

/** Taking everything along, and the end of the account. */
export function DataSection({ account }: { readonly account: AccountFacts }) {
  const [isDeleting, setDeleting] = useState(false);
  return (
    <PageSection title={words.account.data}>
      <p>{words.account.exportText}</p>
      <a className="button outlined" href={addressOf(gatewayRoutes.exportAccount, {})} download>
        <Download size={18} strokeWidth={1.5} aria-hidden="true" />
        {words.account.exportAll}
      </a>
      <p className="row-gap">{words.account.deleteText}</p>
      <button type="button" className="button outlined danger" onClick={() => setDeleting(true)}>
        {words.account.deleteAccount}
      </button>
      {isDeleting ? <DeleteDialog account={account} onClose={() => setDeleting(false)} /> : null}
    </PageSection>
  );
}
