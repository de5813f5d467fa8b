/** What operators do from the command line: `npm run NAME -- …`, in a container `onceover NAME …`. */
export const commandNames = ['accounts', 'events', 'rebuild', 'audit', 'mail', 'keys'] as const;
export type CommandName = (typeof commandNames)[number];
