/** Sections that an address can name. */
export const sectionIds = { twoStep: 'two-step', sessions: 'sessions' } as const;
