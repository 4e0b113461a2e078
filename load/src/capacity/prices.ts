// List prices of November 2026 in US dollars, without what is free at first and without discounts. All three keep objects with conditional
// writes, which Bough needs.

/** What a provider of object storage asks for. */
export interface StoragePrice {
  readonly provider: string;
  readonly gigabyteMonth: number;
  readonly millionWrites: number;
  readonly millionReads: number;
}

export const AMAZON_S3: StoragePrice = {
  provider: 'Amazon S3 Standard, us-east-1',
  gigabyteMonth: 0.023,
  millionWrites: 5,
  millionReads: 0.4,
};

export const STORAGE_PRICES: readonly StoragePrice[] = [
  AMAZON_S3,
  { provider: 'Cloudflare R2 Standard', gigabyteMonth: 0.015, millionWrites: 4.5, millionReads: 0.36 },
  { provider: 'Tigris Standard', gigabyteMonth: 0.02, millionWrites: 5, millionReads: 0.5 },
];

/** A virtual core for an hour: Amazon EC2 c5, us-east-1, on demand. */
export const CORE_HOUR = 0.0425;
