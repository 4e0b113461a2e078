import type { AccountFacts } from '@bough/contracts';
import { useState } from 'react';
import { PageSection } from '../shell/page-frame.tsx';
import { accountPageWords } from '../words/screens/account-page-words.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { ExportPart } from './export-part.tsx';

/** Taking everything along, and the end of the account. */
export function DataSection({ account }: { readonly account: AccountFacts }) {
  const [isDeleting, setDeleting] = useState(false);
  return (
    <PageSection title={accountPageWords().data}>
      <p>{accountPageWords().exportText}</p>
      <ExportPart account={account} />
      <p className="row-gap">{accountPageWords().deleteText}</p>
      <button type="button" className="button outlined danger" onClick={() => setDeleting(true)}>
        {accountPageWords().deleteAccount}
      </button>
      {isDeleting ? <DeleteDialog account={account} onClose={() => setDeleting(false)} /> : null}
    </PageSection>
  );
}
