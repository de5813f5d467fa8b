/** Manifest ids of the built entries. `page` is what the entry loads at once, though dynamically. */
export const entries = {
  app: { script: 'src/entries/app.tsx', page: [] },
  secret: { script: 'src/entries/secret.ts', page: ['src/entries/secret-page.tsx'] },
} as const;

export const themeScript = 'src/entries/theme.ts';
export const stylesheet = 'src/styles/main.css';

export const bundleId = (code: string, bundle: 'core' | 'public'): string => `src/i18n/locales/${code}/${bundle}.json`;
