/** Every language's texts but English, by path. A file of its own: who reads English does not load a hundred addresses. */
export const localeFiles = import.meta.glob<object>(
  // The texts of `shell` are for the build alone.
  ['./locales/*/*.json', '!./locales/*/shell.json', '!./locales/en/*.json'],
  { import: 'default' },
);
