import { z } from 'zod';
import { key, shortkey, state, unixTime, utcStamp } from './fields.ts';

/** The Metadata object. Source: REST contract 4.1. */
export const metadataObject = z.strictObject({
  key,
  identifier: key,
  custid: z.string().nullable(),
  state,
  shortkey,
  secret_shortkey: shortkey,
  secret_ttl: z.int().positive(),
  share_domain: z.string().nullable(),
  created: unixTime,
  updated: unixTime,
  expiration: unixTime,
  received: unixTime.nullable(),
  burned: unixTime.nullable(),
  recipients: z.string().nullable(),
  show_recipients: z.boolean(),
  is_received: z.boolean(),
  is_burned: z.boolean(),
  is_destroyed: z.boolean(),
  is_expired: z.boolean(),
  is_truncated: z.boolean(),
  expiration_stamp: z.string().regex(/^\d+ (?:seconds|minutes|hours|days)$/),
  created_date_utc: utcStamp,
  stamp: z.string(),
  uri: z.url(),
  metadata_url: z.url(),
  burn_url: z.url(),
  share_url: z.url().nullable(),
});
export type MetadataObject = z.infer<typeof metadataObject>;
