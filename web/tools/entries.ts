import { type PageName, routeTable } from '../src/app/route-table.ts';

/** Manifest ids of the built entries. `page` is what the entry loads immediately, although dynamically. */
export const entries = {
  app: { script: 'src/entries/app.ts', page: ['src/entries/app-page.tsx'] },
  secret: { script: 'src/entries/secret.ts', page: ['src/entries/secret-page.tsx'] },
} as const;

/** Pages that come with the code of their entry. */
const atOnce = ['home', 'secret', 'metadata', 'burn', 'about'] as const satisfies readonly PageName[];
export type LazyPage = Exclude<(typeof routeTable)[number]['page'], (typeof atOnce)[number]>;

/** Pages of the app with a file of their own, which bears their name: the browser is told to preload them. */
export const lazyPages = Object.fromEntries(
  routeTable
    .filter(({ page }) => !(atOnce as readonly string[]).includes(page))
    .map(({ page }) => [page, `src/routes/${fileNameOf(page)}.route.tsx`]),
) as Readonly<Record<LazyPage, string>>;

function fileNameOf(page: PageName): string {
  if (page === 'privacy' || page === 'terms' || page === 'security') return 'policy';
  return page.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}

export const colonelFrame = ['src/routes/colonel-frame.tsx'] as const;

export const themeScript = 'src/entries/theme.ts';
export const stylesheet = 'src/styles/main.css';

/** Where the texts of every language but English are. */
export const localeFiles = 'src/i18n/locale-files.ts';

export const bundleId = (code: string, bundle: 'core' | 'public' | 'app' | 'webhooks' | 'colonel' | 'shell'): string =>
  `src/i18n/locales/${code}/${bundle}.json`;
