import { readFileSync } from 'node:fs';
import type app from '../../web/src/i18n/locales/en/app.json';
import type colonel from '../../web/src/i18n/locales/en/colonel.json';
import type core from '../../web/src/i18n/locales/en/core.json';
import type publicTexts from '../../web/src/i18n/locales/en/public.json';

/** Every text of the interface in one language, as the web app uses it. */
export interface Texts {
  readonly core: typeof core;
  readonly public: typeof publicTexts;
  readonly app: typeof app;
  readonly colonel: typeof colonel;
}

export type UiLocale = 'en' | 'he';

export function readTexts(code: UiLocale): Texts {
  const read = (bundle: string) =>
    JSON.parse(readFileSync(new URL(`../../web/src/i18n/locales/${code}/${bundle}.json`, import.meta.url), 'utf8'));
  return { core: read('core'), public: read('public'), app: read('app'), colonel: read('colonel') };
}
