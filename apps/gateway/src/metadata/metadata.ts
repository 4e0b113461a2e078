import type { AccountStore } from './accounts/account-store.ts';
import type { AskStore } from './asks/ask-store.ts';
import type { AuditStore } from './audit/audit-store.ts';
import type { FolderStore } from './folders/folder-store.ts';
import type { FormerStore } from './former/former-store.ts';
import type { GrantStore } from './grants/grant-store.ts';
import type { GroupStore } from './groups/group-store.ts';
import type { InvitationStore } from './invitations/invitation-store.ts';
import type { LinkStore } from './links/link-store.ts';
import type { MapStore } from './maps/map-store.ts';
import type { PasskeyStore } from './passkeys/passkey-store.ts';
import type { PictureStore } from './pictures/picture-store.ts';
import type { PeopleStore } from './people/people-store.ts';
import type { ProviderStore } from './providers/provider-store.ts';
import type { RecordStore } from './records/record-store.ts';
import type { RepeatStore } from './repeats/repeat-store.ts';
import type { RingStore } from './rings/ring-store.ts';
import type { SecondStepStore } from './second-steps/second-step-store.ts';
import type { SessionStore } from './sessions/session-store.ts';
import type { SetUpStore } from './set-up/set-up-store.ts';
import type { ShelfStore } from './shelf/shelf-store.ts';
import type { SignInStore } from './sign-ins/sign-in-store.ts';
import type { TokenStore } from './tokens/token-store.ts';
import type { WatchStore } from './watches/watch-store.ts';
import type { WordStore } from './words/word-store.ts';

// What the gateway must remember about people and maps, and nothing of what stands in the maps. Each concept is a folder: the port,
// its two implementations. One contract suite. Every method is one atomic step; ids are 16 bytes in the database and 22
// characters here.

/** The port. Rejects with GatewayFailure 'metadata' when the database cannot be reached. */
export interface Metadata
  extends
    PeopleStore,
    FormerStore,
    AccountStore,
    ProviderStore,
    SecondStepStore,
    SetUpStore,
    SignInStore,
    SessionStore,
    MapStore,
    ShelfStore,
    FolderStore,
    GrantStore,
    GroupStore,
    LinkStore,
    InvitationStore,
    AskStore,
    WatchStore,
    RingStore,
    PictureStore,
    TokenStore,
    PasskeyStore,
    RepeatStore,
    RecordStore,
    WordStore,
    AuditStore {
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
