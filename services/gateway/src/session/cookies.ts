import { parseCookie, stringifySetCookie } from 'cookie';
import type { Site } from '../http/site.ts';

const DAY_SECONDS = 86_400;
const LOCALE_DAYS = 30;
const REMEMBERED_DAYS = 30;
const DEVICE_DAYS = 180;
const PASSKEY_SECONDS = 300;

/** The site's cookies as a browser sent them; undefined if absent. */
export type SentCookies = {
  readonly [Cookie in 'session' | 'rememberMe' | 'locale' | 'signUpMark' | 'deviceMark' | 'passkeyMark']?:
    | string
    | undefined;
};

/** What a browser clears when a session ends. Not cookies: that would clear those of the whole registrable domain. */
export const CLEAR_SITE_DATA = ['Clear-Site-Data', '"cache", "storage"'];

/** The cookies of a request that sent none. */
export const noCookies: SentCookies = {};

/** Reads and writes the cookies of one site. Names and attributes: REST contract 1.4, security 5.1. */
export interface SiteCookies {
  read(header: string | undefined): SentCookies;
  sessionCookie(value: string): string;
  rememberMeCookie(value: string): string;
  localeCookie(code: string): string;
  /** Marks the browser that signed up, for as long as the emailed link works. */
  signUpMarkCookie(value: string): string;
  /** Marks a browser that signed in before, beyond its sessions. */
  deviceMarkCookie(value: string): string;
  /** Names the browser that was given a challenge for a passkey, for as long as that waits. */
  passkeyMarkCookie(value: string): string;
  /** `Set-Cookie` values that remove the session and its remember-me. */
  readonly removed: readonly string[];
  readonly rememberMeRemoved: string;
}

/** Cookies of a site: `__Host-` names and `Secure` on https, plain names on loopback. */
export function siteCookies(site: Site): SiteCookies {
  const prefix = site.isProduction ? '__Host-' : '';
  const names = {
    session: `${prefix}sess`,
    rememberMe: `${prefix}sess-rm`,
    signUpMark: `${prefix}signup`,
    deviceMark: `${prefix}device`,
    passkeyMark: `${prefix}passkey`,
  };
  const base = { path: '/', sameSite: 'lax', secure: site.isProduction } as const;
  const closed = { ...base, httpOnly: true } as const;
  const without = (name: string) => stringifySetCookie({ ...closed, name, value: '', maxAge: 0 });
  return {
    read(header) {
      if (header === undefined) return noCookies;
      const sent = parseCookie(header);
      const known = (name: string) => (sent[name] === '' ? undefined : sent[name]);
      return {
        session: known(names.session),
        rememberMe: known(names.rememberMe),
        locale: known('locale'),
        signUpMark: known(names.signUpMark),
        deviceMark: known(names.deviceMark),
        passkeyMark: known(names.passkeyMark),
      };
    },
    sessionCookie: (value) => stringifySetCookie({ ...closed, name: names.session, value }),
    rememberMeCookie: (value) =>
      stringifySetCookie({ ...closed, name: names.rememberMe, value, maxAge: REMEMBERED_DAYS * DAY_SECONDS }),
    localeCookie: (code) =>
      stringifySetCookie({ ...base, name: 'locale', value: code, maxAge: LOCALE_DAYS * DAY_SECONDS }),
    signUpMarkCookie: (value) => stringifySetCookie({ ...closed, name: names.signUpMark, value, maxAge: DAY_SECONDS }),
    deviceMarkCookie: (value) =>
      stringifySetCookie({ ...closed, name: names.deviceMark, value, maxAge: DEVICE_DAYS * DAY_SECONDS }),
    passkeyMarkCookie: (value) =>
      stringifySetCookie({ ...closed, name: names.passkeyMark, value, maxAge: PASSKEY_SECONDS }),
    removed: [without(names.session), without(names.rememberMe)],
    rememberMeRemoved: without(names.rememberMe),
  };
}
