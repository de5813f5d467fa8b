import type app from './locales/en/app.json';
import type colonel from './locales/en/colonel.json';
import type core from './locales/en/core.json';
import type publicTexts from './locales/en/public.json';
import { isLocaleCode, type LocaleCode } from './locales.ts';

export interface Bundles {
  readonly core: typeof core;
  readonly public: typeof publicTexts;
  readonly app: typeof app;
  readonly colonel: typeof colonel;
}
export type BundleName = keyof Bundles;

// The texts of `shell` are for the build alone.
const loaders = import.meta.glob<object>(['./locales/*/*.json', '!./locales/*/shell.json', '!./locales/en/core.json'], {
  import: 'default',
});

/** Codes of the languages that have their texts in this build, English first. */
export const shippedLocales: readonly LocaleCode[] = [
  ...new Set(['en', ...Object.keys(loaders).map((path) => path.split('/')[2] ?? '')]),
].filter(isLocaleCode);

/** Loads one bundle's texts from its own hashed file. */
export async function loadBundle(code: LocaleCode, name: BundleName): Promise<object> {
  const load = loaders[`./locales/${code}/${name}.json`];
  if (load === undefined) throw new Error(`No ${name} texts for ${code}`);
  return load();
}
