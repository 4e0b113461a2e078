export { apiRoutes, type ApiRoute, programRoutes } from './api/api-routes.ts';
export { openApiOf } from './api/openapi.ts';
export {
  ASSET_BYTES,
  type AssetFacts,
  type AssetType,
  ORIGINALS,
  PICTURE_EDGE,
  uploadWithOriginal,
} from './docstore/asset-types.ts';
export { AUTHORS_MOST } from './docstore/authors.ts';
export { briefAppended, wholeAppended } from './docstore/brief-appended.ts';
export { serviceName, TOKEN_LIFE_S, tokenClaims } from './claims.ts';
export { route, routeTable } from './define.ts';
export {
  docstoreRoutes,
  MAPS_IN_CALL,
  EXPORT_BYTES,
  EXPORT_PIECE_BYTES,
  OF_NOBODY,
  THREAD_COMMENTS,
  THREADS_ASKED,
} from './docstore/docstore-routes.ts';
export {
  type Append,
  type Appended,
  type AppendOutcome,
  type DocumentFacts,
  type DocumentState,
  type KnownNumber,
  type MapNews,
  type NewDocument,
  type News,
  NEWS_MAPS,
  type NewsQuery,
  type TrashedDocument,
  type Trashing,
} from './docstore/docstore-types.ts';
export type { ReadChanges } from './docstore/parsed-changes.ts';
export {
  type CommandNote,
  commandNote,
  commandNoteId,
  MAPS_IN_NOTE,
  NOTES_IN_ANSWER,
} from './docstore/command-notes.ts';
export { type ExportReport, exportReport, REPORT_NOTES } from './exporter/export-report.ts';
export { exportState, type ExportState, PLAIN_EXPORT } from './exporter/export-wishes.ts';
export {
  type CarriedPart,
  IMPORTED_FILES,
  IMPORTED_IMAGE_BYTES,
  IMPORTED_IMAGES,
  IMPORTED_NAME,
  type ImportPart,
  type ImportReport,
  type NewImportPart,
  readImportParts,
  writeImportPart,
} from './exporter/import-parts.ts';
export { exporterRoutes } from './exporter/exporter-routes.ts';
export {
  BELL_MOST,
  type BellEntry,
  type BellKind,
  type BellPlace,
  bellRoutes,
  RESTORED_MOST,
} from './gateway/people/bell-routes.ts';
export { pictureRoutes, PICTURES_ASKED, type PicturesOf } from './gateway/people/picture-routes.ts';
export type { PersonFacts, SessionFacts } from './gateway/people/account-types.ts';
export { SOCKET_PATH } from './gateway/maps/document-routes.ts';
export { changeRoutes } from './gateway/maps/change-routes.ts';
export type { ImportAnswer, ImportedFile } from './gateway/maps/import-routes.ts';
export {
  CHAT_READ,
  commentRoutes,
  type CommentsRead,
  commentsRead,
  readFurther,
} from './gateway/maps/comment-routes.ts';
export { WATCH_WISHES, WATCHES_MOST, watchRoutes, type WatchWish } from './gateway/maps/watch-routes.ts';
export { fileRoutes } from './gateway/maps/file-routes.ts';
export { versionRoutes } from './gateway/maps/version-routes.ts';
export { visitRoutes } from './gateway/maps/visit-routes.ts';
export { everydayRoutes } from './gateway/everyday-routes.ts';
export { folderRoutes } from './gateway/maps/folder-routes.ts';
export { groupRoutes } from './gateway/maps/group-routes.ts';
export { sharingRoutes } from './gateway/maps/sharing-routes.ts';
export { RESULTS_MOST } from './gateway/maps/map-types.ts';
export type { FolderFacts } from './gateway/maps/folder-types.ts';
export { GROUPS } from './gateway/maps/group-types.ts';
export type { GroupEntry, GroupFacts, MapGroup } from './gateway/maps/group-types.ts';
export type { LinkRole } from './gateway/maps/link-role.ts';
export type {
  MapFacts,
  MapPage,
  MapRole,
  PersonName,
  SearchAnswer,
  SearchHit,
  SearchResult,
} from './gateway/maps/map-types.ts';
export type {
  KnownCredential,
  PasskeyAnswer,
  PasskeyFacts,
  PasskeyOrder,
  PasskeyQuestion,
  PasskeyTransport,
} from './gateway/people/passkey-types.ts';
export type {
  AccountFacts,
  DeletionFacts,
  GivenProof,
  SecondStepFacts,
  SessionEntry,
  SignedInBy,
} from './gateway/people/person-types.ts';
export { ASKS_MOST, mapPeople, MEMBERS_MOST } from './gateway/maps/sharing-types.ts';
export type {
  AccessAsk,
  Invitation,
  MapMembers,
  MapPeople,
  MapPerson,
  Member,
  ShareLink,
  Sharing,
  WaitingInvitation,
} from './gateway/maps/sharing-types.ts';
export type { SignInWays } from './gateway/people/sign-in-types.ts';
export type { PersonalToken, TokenScope } from './gateway/people/token-types.ts';
export { HEADERS } from './headers.ts';
export { clientId, instant, longId, mapId, opaque, personId, requestId, sequence } from './ids.ts';
export { line } from './line.ts';
export {
  ASKED_LETTERS,
  MAILED_GROUP_TITLES,
  MAILED_COMMENT,
  type Mail,
  type MailAccepted,
  MAILED_CHANGES,
  type MailedComment,
  type MailedShare,
  type MailNotice,
  type MailRequest,
  type SentMail,
} from './mailer/mail-types.ts';
export { emailAddress } from './mailer/email-address.ts';
export { mailerRoutes } from './mailer/mailer-routes.ts';
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
export { type NamedVersion, namedVersion, VERSIONS_MOST } from './docstore/version-types.ts';
export type { AuditEntry, AuditedMap, AuditOutcome, AuditPage, AuditVia } from './gateway/people/audit-types.ts';
export type { UpkeepFacts, UpkeepWalk } from './docstore/upkeep-types.ts';
