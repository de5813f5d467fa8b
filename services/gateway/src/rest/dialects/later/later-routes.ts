import type { RestRoute } from '../../rest-route.ts';
import type { Place } from './place.ts';
import { ownersOnly, receipts } from './receipt-rows.ts';
import { creating, lookingAt, opening, statuses } from './secret-rows.ts';

/*
 * The calls of the later dialect in `/api/v2`, and those that v3 has under guest, too. Source: dialects 4, 5.
 */

/** Everything a visitor may do, under `base`. Credentials are not even looked at. */
export function guestRoutes(base: string, place: Omit<Place, 'credentials'>): RestRoute[] {
  const guest: Place = { ...place, credentials: 'none' };
  return [
    creating(`${base}/guest/secret/conceal`, 'share', guest),
    creating(`${base}/guest/secret/generate`, 'generate', guest),
    lookingAt(`${base}/guest/secret/:key`, guest),
    opening(`${base}/guest/secret/:key/reveal`, guest),
    ...receipts(`${base}/guest`, guest),
  ];
}

const base = '/api/v2';
const calls: Place = { dialect: 'later', prefix: 'later', credentials: 'all', opened: 'received' };
const receiptCalls: Place = { dialect: 'later', prefix: 'later', credentials: 'token', opened: 'revealed' };

/** The rows of the later dialect in `/api/v2`. */
export const laterRoutes: readonly RestRoute[] = [
  creating(`${base}/secret/conceal`, 'share', calls),
  creating(`${base}/secret/generate`, 'generate', calls),
  opening(`${base}/secret/:key/reveal`, calls),
  ...statuses(base, receiptCalls),
  ...ownersOnly(base, receiptCalls),
  ...receipts(base, receiptCalls),
  ...guestRoutes(base, { dialect: 'later', prefix: 'guest', opened: 'revealed' }),
];
