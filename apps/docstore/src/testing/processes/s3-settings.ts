/** The settings of one location on an S3 server. */
export function s3Settings(
  prefix: string,
  endpoint: string | undefined,
  bucket: string,
  keys: string | undefined,
  server: { readonly region: string; readonly accessKey: string; readonly secretKey: string },
): Record<string, string> {
  return {
    [`${prefix}S3_ENDPOINT`]: endpoint ?? '',
    [`${prefix}S3_REGION`]: server.region,
    [`${prefix}S3_BUCKET`]: bucket,
    [`${prefix}S3_ACCESS_KEY`]: server.accessKey,
    [`${prefix}S3_SECRET_KEY`]: server.secretKey,
    [`${prefix}BLOBS_KEYS`]: keys ?? '',
  };
}
