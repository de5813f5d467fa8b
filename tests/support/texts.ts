import { readFileSync } from 'node:fs';
import { bundleNames } from '@onceover/schema/languages/catalogs';
import { longPseudo, mapTexts, rightToLeftPseudo } from '@onceover/schema/languages/pseudo';
import type { LocaleCode } from '@onceover/schema/locales';
import type app from '../../web/src/i18n/locales/en/app.json';
import type colonel from '../../web/src/i18n/locales/en/colonel.json';
import type core from '../../web/src/i18n/locales/en/core.json';
import type publicTexts from '../../web/src/i18n/locales/en/public.json';
import type webhooks from '../../web/src/i18n/locales/en/webhooks.json';

/** Every text of the interface in one language, as the web app uses it. */
export interface Texts {
  readonly core: typeof core;
  readonly public: typeof publicTexts;
  readonly app: typeof app;
  readonly webhooks: typeof webhooks;
  readonly colonel: typeof colonel;
}

/** Languages that only tests speak: English made longer, and English from right to left. */
export const pseudoLocales = {
  'en-XA': { stead: 'de', change: longPseudo },
  'ar-XB': { stead: 'ar', change: rightToLeftPseudo },
} as const satisfies Record<string, { readonly stead: LocaleCode; readonly change: (text: string) => string }>;

export type PseudoLocale = keyof typeof pseudoLocales;
export type UiLocale = LocaleCode | PseudoLocale;

export function isPseudo(code: UiLocale): code is PseudoLocale {
  return Object.hasOwn(pseudoLocales, code);
}

/** The texts of a language; where it has no form of its own for one, that of `other`. */
export function readTexts(code: UiLocale): Texts {
  const read = (bundle: string) => withFormOfOne(readBundle(code, bundle));
  return Object.fromEntries(bundleNames.map((bundle) => [bundle, read(bundle)])) as unknown as Texts;
}

/** One bundle as the product would load it. */
export function readBundle(code: UiLocale, bundle: string): object {
  if (isPseudo(code)) return mapTexts(readBundle('en', bundle), pseudoLocales[code].change) as object;
  const file = new URL(`../../web/src/i18n/locales/${code}/${bundle}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

function withFormOfOne(texts: object): object {
  const entries = Object.entries(texts).flatMap(([key, value]): [string, unknown][] => {
    if (typeof value === 'object') return [[key, withFormOfOne(value)]];
    const one = key.replace(/_other$/, '_one');
    return one === key || Object.hasOwn(texts, one)
      ? [[key, value]]
      : [
          [key, value],
          [one, value],
        ];
  });
  return Object.fromEntries(entries);
}
