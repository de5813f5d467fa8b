/** What one form may be made of, however it is sent. No row has more than a dozen fields. Source: security 6.3. */
export const formLimits = {
  /** Fields, and items of lists. */
  fields: 100,
  /** Objects and lists within one another, the form itself included. */
  depth: 8,
} as const;
