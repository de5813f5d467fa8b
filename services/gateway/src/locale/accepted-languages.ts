import { bestAccepted } from '@onceover/schema/accepted-languages';
import { locales } from '@onceover/schema/locales';
import { remembering } from '../http/remembering.ts';

const MAX_HEADER = 1000;
const CACHED_HEADERS = 500;

const bestOf = remembering(CACHED_HEADERS, bestAccepted(locales));

/** The locale that an `Accept-Language` asks for; undefined if there is none that we have. */
export function acceptedLocale(header: string | undefined): (typeof locales)[number] | undefined {
  return header === undefined || header.length > MAX_HEADER ? undefined : bestOf(header);
}
