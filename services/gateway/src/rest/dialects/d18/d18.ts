import type { Dialect } from '../../../answers/dialect.ts';

/** The dialect of Onetime Secret v0.18 with real JSON types, as the rows make it. Source: REST contract 1.3, 2. */
export const d18: Dialect = {
  answers: {},
  error({ status, fields, message, code }, { shrimp }) {
    return { status, body: { ...fields, message, code, ...(shrimp === undefined ? {} : { shrimp }) } };
  },
};
