export { apiRoutes, type ApiRoute, programRoutes } from './api/api-routes.ts';
export { openApiOf } from './api/openapi.ts';
export { ASSET_BYTES, type AssetFacts, type AssetType } from './asset-types.ts';
export { briefAppended, wholeAppended } from './brief-appended.ts';
export { serviceName, TOKEN_LIFE_S, tokenClaims } from './claims.ts';
export { route } from './define.ts';
export {
  docstoreRoutes,
  MAPS_IN_CALL,
  NEWS_MAPS,
  EXPORT_BYTES,
  EXPORT_PIECE_BYTES,
  OF_NOBODY,
} from './docstore-routes.ts';
export type {
  Append,
  Appended,
  AppendOutcome,
  DocumentFacts,
  DocumentState,
  KnownNumber,
  MapNews,
  NewDocument,
  News,
  NewsQuery,
  ReadChanges,
  TrashedDocument,
  Trashing,
} from './docstore-types.ts';
export { type CommandNote, commandNote, commandNoteId, MAPS_IN_NOTE, NOTES_IN_ANSWER } from './command-notes.ts';
export { exportState, type ExportState, PLAIN_EXPORT } from './export-wishes.ts';
export { exporterRoutes } from './exporter-routes.ts';
export type { PersonFacts, SessionFacts } from './gateway/account-types.ts';
export { SOCKET_PATH } from './gateway/document-routes.ts';
export { everydayRoutes } from './gateway/everyday-routes.ts';
export type { FolderFacts } from './gateway/folder-types.ts';
export type {
  MapFacts,
  MapPage,
  MapRole,
  PersonName,
  SearchAnswer,
  SearchHit,
  SearchResult,
} from './gateway/map-types.ts';
export type {
  KnownCredential,
  PasskeyAnswer,
  PasskeyFacts,
  PasskeyOrder,
  PasskeyQuestion,
  PasskeyTransport,
} from './gateway/passkey-types.ts';
export type { AccountFacts, DeletionFacts, GivenProof, SecondStepFacts, SessionEntry } from './gateway/person-types.ts';
export type { Invitation, LinkRole, Member, ShareLink, Sharing, WaitingInvitation } from './gateway/sharing-types.ts';
export type { SignedInBy, SignInWays } from './gateway/sign-in-types.ts';
export type { PersonalToken, TokenScope } from './gateway/token-types.ts';
export { HEADERS } from './headers.ts';
export { clientId, instant, longId, mapId, opaque, personId, requestId, sequence } from './ids.ts';
export { line } from './line.ts';
export type { Mail, MailAccepted, MailedComment, MailNotice, MailRequest, SentMail } from './mail-types.ts';
export { emailAddress } from './email-address.ts';
export { MAILED_COMMENT, mailerRoutes } from './mailer-routes.ts';
export {
  flag,
  idOf,
  integer,
  integerText,
  type JsonSchema,
  json,
  list,
  maybe,
  nullable,
  object,
  oneOf,
  optional,
  pair,
  type ParsedBy,
  type Parser,
  parser,
  text,
  textOf,
  variants,
} from './parser.ts';
export { type Problem, problem, statusOf } from './problem.ts';
export {
  type Access,
  type AnyRoute,
  type BytesAnswer,
  bytesAnswer,
  type Method,
  nothing,
  rawBody,
  type Route,
  type ServiceName,
} from './route.ts';
export { allRoutes, CONTRACT_VERSION, describeRoutes, hashText } from './schema.ts';
export { type NamedVersion, namedVersion, VERSIONS_MOST } from './version-types.ts';
export type { AuditEntry, AuditedMap, AuditOutcome, AuditPage, AuditVia } from './gateway/audit-types.ts';
export type { UpkeepFacts, UpkeepWalk } from './upkeep-types.ts';
