export interface ShareLink {
  readonly id: string;
  /** Shown once, when made: it lives in the fragment of the link, hashed in the database. */
  readonly secret: string | null;
  readonly role: 'view' | 'edit';
  readonly createdAt: number;
}
