import { defaultLocale, locales } from '@onceover/schema/locales';

export type Locale = (typeof locales)[number];

const MAX_HEADER = 1000;
const CACHED_HEADERS = 500;

const byCode = new Map<string, Locale>(locales.map((locale) => [locale.code, locale]));
const byTag = new Map<string, Locale>();
for (const locale of locales) {
  const tag = locale.tag.toLowerCase();
  byTag.set(tag, locale);
  const language = tag.split('-')[0] ?? tag;
  if (!byTag.has(language)) byTag.set(language, locale);
}

/** The locale of a product code such as `pt_BR`; undefined when it is not shipped. */
export function localeOf(code: string | undefined): Locale | undefined {
  return code === undefined ? undefined : byCode.get(code);
}

const fallback = byCode.get(defaultLocale) ?? locales[0];

/**
 * The locale of an answer: a parameter, else the cookie, else the browser's wish, else English.
 * Values that are not shipped are skipped. Source: REST contract 1.2.
 */
export function chooseLocale(wishes: {
  readonly parameter?: string | undefined;
  readonly cookie?: string | undefined;
  readonly acceptLanguage?: string | undefined;
}): Locale {
  return localeOf(wishes.parameter) ?? localeOf(wishes.cookie) ?? accepted(wishes.acceptLanguage) ?? fallback;
}

const seen = new Map<string, Locale | undefined>();

function accepted(header: string | undefined): Locale | undefined {
  if (header === undefined || header.length > MAX_HEADER) return undefined;
  if (seen.has(header)) return seen.get(header);
  const found = best(header);
  if (seen.size >= CACHED_HEADERS) seen.clear();
  seen.set(header, found);
  return found;
}

function best(header: string): Locale | undefined {
  const wishes = header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((text) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(text)?.[1]).find(Boolean);
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((left, right) => right.quality - left.quality);
  for (const { tag } of wishes) {
    const found = byTag.get(tag) ?? byTag.get(tag.split('-')[0] ?? tag);
    if (found !== undefined) return found;
  }
  return undefined;
}
