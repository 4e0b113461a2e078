export type {
  Append,
  Appended,
  AppendOutcome,
  DocumentFacts,
  NewDocument,
  WireChange,
  WireNumberedChange,
} from './docstore-types.ts';
export type { MapFacts, MapRole, PersonFacts, Problem, SessionFacts, ShareLink } from './gateway-types.ts';
export type { Mail, MailRequest, SentMail } from './mail-types.ts';
export type { Method, Parsed, Parser, Route, ServiceName } from './route.ts';
