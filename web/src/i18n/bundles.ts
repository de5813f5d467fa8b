import type app from './locales/en/app.json';
import type colonel from './locales/en/colonel.json';
import type core from './locales/en/core.json';
import type passkeys from './locales/en/passkeys.json';
import type publicTexts from './locales/en/public.json';
import type webhooks from './locales/en/webhooks.json';
import type { LocaleCode } from './locales.ts';

export interface Bundles {
  readonly core: typeof core;
  readonly public: typeof publicTexts;
  readonly app: typeof app;
  readonly webhooks: typeof webhooks;
  readonly passkeys: typeof passkeys;
  readonly colonel: typeof colonel;
}
export type BundleName = keyof Bundles;

// English core is compiled in.
const englishFiles = import.meta.glob<object>(['./locales/en/{public,app,webhooks,passkeys,colonel}.json'], {
  import: 'default',
});

/** Loads one bundle's texts from its own hashed file. */
export async function loadBundle(code: LocaleCode, name: BundleName): Promise<object> {
  const files = code === 'en' ? englishFiles : (await import('./locale-files.ts')).localeFiles;
  const load = files[`./locales/${code}/${name}.json`];
  if (load === undefined) throw new Error(`No ${name} texts for ${code}`);
  return load();
}
