import type { RestRoute } from '../../rest-route.ts';
import { siteFacts } from '../d18/routes/site-routes.ts';
import { feedbackAt } from '../d18/routes/support-routes.ts';
import { guestRoutes } from '../later/later-routes.ts';
import type { Place } from '../later/place.ts';
import { manyReceipts, ownersOnly, receipts } from '../later/receipt-rows.ts';
import { creating, lookingAt, opening, statuses } from '../later/secret-rows.ts';

const base = '/api/v3';
const place: Place = { dialect: 'v3', prefix: 'v3', credentials: 'token', opened: 'revealed' };
const own: Place = { ...place, auth: 'required' };
const guest: Place = { ...place, prefix: 'v3Guest', credentials: 'none' };
const manner = { dialect: 'v3', credentials: 'token' } as const;

/**
 * The open part of `/api/v3`, and with an API token the calls of the later dialect. What belongs to the original's own pages is not here.
 *
 * Source  dialects 5
 */
export const v3Routes: readonly RestRoute[] = [
  ...guestRoutes(base, guest),
  manyReceipts(`${base}/guest/receipts`, guest),
  ...statuses(base, place),
  creating(`${base}/secret/conceal`, 'share', own),
  creating(`${base}/secret/generate`, 'generate', own),
  lookingAt(`${base}/secret/:key`, own),
  opening(`${base}/secret/:key/reveal`, own),
  ...ownersOnly(base, own),
  ...receipts(base, own),
  ...siteFacts(base, manner, (name) => `v3${name.charAt(0).toUpperCase()}${name.slice(1)}`),
  feedbackAt({ ...manner, path: `${base}/feedback`, name: 'v3SubmitFeedback' }),
];
