/** Lists look again every 15 s, while somebody looks at them. Source: web reference 1.2 */
export const whileVisible = {
  pollInterval: 15_000,
  skipPollAttempt: () => document.visibilityState !== 'visible',
} as const;
