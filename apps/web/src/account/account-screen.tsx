import type { AccountFacts, PersonFacts } from '@bough/contracts';
import { gatewayRoutes } from '@bough/contracts/gateway';
import { adoptSession, askSession, useSession } from '../api/session.ts';
import { PageFrame, PageSection } from '../shell/page-frame.tsx';
import { GroupsSection } from '../groups/groups-section.tsx';
import { TroubleNote } from '../shell/messages/trouble-note.tsx';
import { useAnswer } from '../shell/use-loaded.ts';
import { SignInButton } from '../signing-in/sign-in.tsx';
import { accountPageWords } from '../words/screens/account-page-words.ts';
import { words } from '../words/index.ts';
import { AuditSection } from './audit-section.tsx';
import { DataSection } from './data-section.tsx';
import { EmailSection } from './email-section.tsx';
import { LookSection } from './look-section.tsx';
import { PictureSection } from './picture/picture-section.tsx';
import { PasskeysSection } from './signing-in/passkeys-section.tsx';
import { PasswordSection } from './signing-in/password-section.tsx';
import { Proved } from './signing-in/proved.ts';
import { SecondStepSection } from './signing-in/second-step-section.tsx';
import { SessionsSection } from './signing-in/sessions-section.tsx';
import { TokensSection } from './signing-in/tokens-section.tsx';
import { UpkeepSection } from './upkeep-section.tsx';
import { WatchSection } from './watch-section.tsx';
import { YouSection } from './you-section.tsx';
import './account.css';

/** What a person can see and change about themselves. */
export function AccountScreen() {
  const session = useSession();
  const person = session.kind === 'known' ? session.facts.person : null;
  return (
    <PageFrame title={words.account.title}>
      {person === null ? null : <Account key={person.id} />}
      {session.kind === 'known' && person === null ? <Guest text={accountPageWords().guestText} /> : null}
      {session.kind === 'unreachable' ? (
        <TroubleNote
          trouble={{ kind: 'unreachable' }}
          what={accountPageWords().failed}
          onRetry={() => void askSession()}
        />
      ) : null}
      <LookSection />
    </PageFrame>
  );
}

function Account() {
  const [loaded, again, set] = useAnswer(gatewayRoutes.account, {});
  if (loaded.kind === 'loading') return null;
  if (loaded.kind === 'failed') {
    return <TroubleNote trouble={loaded.trouble} what={accountPageWords().failed} onRetry={again} />;
  }
  const account = loaded.value;
  const adopt = async (person: PersonFacts) => {
    set({ ...account, person });
    const session = await askSession();
    if (session.kind === 'known') adoptSession({ ...session.facts, person });
  };
  return (
    <Proved value={again}>
      <Sections account={account} onPerson={adopt} onChanged={again} />
    </Proved>
  );
}

interface SectionsProps {
  readonly account: AccountFacts;
  readonly onPerson: (person: PersonFacts) => Promise<void>;
  readonly onChanged: () => void;
}

function Sections({ account, onPerson, onChanged }: SectionsProps) {
  return (
    <>
      <YouSection person={account.person} onPerson={onPerson} />
      {account.person.isGuest ? (
        <Guest text={accountPageWords().guestText} />
      ) : (
        <>
          <PictureSection person={account.person} />
          <EmailSection account={account} />
          <WatchSection />
          <GroupsSection />
          <PasswordSection account={account} onChanged={onChanged} />
          <PasskeysSection account={account} onChanged={onChanged} />
          <SecondStepSection account={account} onChanged={onChanged} />
        </>
      )}
      <SessionsSection person={account.person.id} />
      {account.person.isGuest ? null : <TokensSection account={account} onChanged={onChanged} />}
      {account.isOwner ? <UpkeepSection /> : null}
      {account.isOwner ? <AuditSection /> : null}
      <DataSection account={account} />
    </>
  );
}

function Guest({ text }: { readonly text: string }) {
  return (
    <PageSection title={accountPageWords().email}>
      <p>{text}</p>
      <SignInButton />
    </PageSection>
  );
}
