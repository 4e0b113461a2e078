/** The headers that Bough's services and page speak in. */
export const HEADERS = {
  /** Names one request across all services. */
  requestId: 'bough-request-id',
  /** Milliseconds that the caller still waits. */
  deadlineMs: 'bough-deadline-ms',
  /** The person on whose behalf a service asks; believed only with a service token. */
  person: 'bough-person',
  /** `true` when the caller knows several instances of the service that answer for the same things. */
  shared: 'bough-shared',
  /** The document's number, beside bytes that are a document. */
  seq: 'bough-seq',
  /** The lineage in which that number names the document. */
  lineage: 'bough-lineage',
  /** The version of the protocol that a gateway speaks, on each of its answers: a page of another one takes none of them. */
  protocol: 'bough-protocol',
  /** The session's token on every unsafe request of the page. */
  csrf: 'bough-csrf',
} as const;
