import { defineSettings } from '../settings/settings.ts';

/** Settings of `npm run bough -- backup` and `restore`, besides those of the services. */
export const backupSettings = defineSettings({
  BOUGH_BACKUP_KEYS: {
    type: 'keys',
    default: null,
    secret: true,
    does: 'Keys that encrypt backups: `kid:base64url` entries of 32 bytes, newest first; absent: `secrets/backup-keys` in BOUGH_DATA, made by the first backup.',
  },
  BOUGH_BACKUP_PASSPHRASE: {
    type: 'text',
    default: null,
    secret: true,
    does: 'Encrypts the secrets in a backup that is made with `--with-secrets`, and decrypts them again.',
  },
  BOUGH_BACKUP_S3_ENDPOINT: { type: 'url', default: null, does: 'The S3 endpoint of backups in `s3://BUCKET/FOLDER`.' },
  BOUGH_BACKUP_S3_REGION: { type: 'text', default: 'us-east-1', does: 'The S3 region of these backups.' },
  BOUGH_BACKUP_S3_ACCESS_KEY: { type: 'text', default: null, secret: true, does: 'The access key of these backups.' },
  BOUGH_BACKUP_S3_SECRET_KEY: { type: 'text', default: null, secret: true, does: 'The secret key of these backups.' },
});
