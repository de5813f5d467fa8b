import { parseCookie, stringifySetCookie } from 'cookie';
import type { Site } from '../hosts/site.ts';

const LOCALE_DAYS = 30;

/** Our cookies as a browser sent them; `undefined` where absent. */
export interface SentCookies {
  readonly session: string | undefined;
  readonly locale: string | undefined;
}

const NONE: SentCookies = { session: undefined, locale: undefined };

/** Reads and writes the cookies of one site. Names and attributes: REST contract 1.4, security 5.1. */
export interface SiteCookies {
  read(header: string | undefined): SentCookies;
  sessionCookie(value: string): string;
  localeCookie(code: string): string;
}

/** Cookies of a site: `__Host-sess` and `Secure` on https, plain names on loopback. */
export function siteCookies(site: Site): SiteCookies {
  const sessionName = site.isProduction ? '__Host-sess' : 'sess';
  const base = { path: '/', sameSite: 'lax', secure: site.isProduction } as const;
  return {
    read(header) {
      if (header === undefined) return NONE;
      const sent = parseCookie(header);
      return { session: sent[sessionName], locale: sent.locale };
    },
    sessionCookie: (value) => stringifySetCookie({ ...base, name: sessionName, value, httpOnly: true }),
    localeCookie: (code) => stringifySetCookie({ ...base, name: 'locale', value: code, maxAge: LOCALE_DAYS * 86_400 }),
  };
}
