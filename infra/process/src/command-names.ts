/** What operators do from the command line: `npm run NAME -- …`, in a container a word of its program. */
export const commandNames = [
  'accounts',
  'events',
  'rebuild',
  'audit',
  'mail',
  'partners',
  'import',
  'keys',
  'backup',
] as const;
export type CommandName = (typeof commandNames)[number];

/** These, and whoever looks at all of it without touching it. */
export const operatorWords: readonly string[] = [...commandNames, 'doctor'];
