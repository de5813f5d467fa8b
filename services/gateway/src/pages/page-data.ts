import { locales } from '@onceover/schema/locales';
import type { PageData } from '@onceover/schema/web/page-data';
import type { Locale } from '../locale/choose-locale.ts';
import type { PlanLimitsData } from './plans.operation.ts';

/** What all pages of this installation share. */
export interface SiteFacts {
  readonly siteHost: string;
  readonly supportHost: string | undefined;
  readonly version: string;
}

/** The data of one page. Nothing in it depends on a key; on private pages not on the viewer either. */
export function pageDataFor(
  facts: SiteFacts,
  limits: PlanLimitsData,
  page: { readonly locale: Locale; readonly shrimp: string | null },
): PageData {
  return {
    authenticated: false,
    authentication: { enabled: false, signin: false, signup: false },
    cust: null,
    availablePlans: { anonymous: { ttl: limits.maxTtlSeconds, size: limits.maxCharacters } },
    formFields: { secret: '' },
    domainsEnabled: false,
    customDomains: [],
    siteHost: facts.siteHost,
    secretOptions: { defaultTtl: limits.defaultTtlSeconds, ttlOptions: [...limits.ttlOptions] },
    otVersion: facts.version,
    plansEnabled: false,
    supportHost: facts.supportHost ?? null,
    incomingRecipient: null,
    supportedLocales: locales.map(({ code }) => code),
    locale: page.locale.code,
    testimonialsEnabled: false,
    shrimp: page.shrimp,
  };
}

const ESCAPES: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** JSON that can stand inside a script element: nothing in it ends the element or starts a comment. */
export function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => ESCAPES[character] ?? character);
}
