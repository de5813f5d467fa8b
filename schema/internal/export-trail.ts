import { z } from 'zod';
import { caller } from '../caller.ts';

const wanted = {
  caller,
  /** All that was recorded, for colonels; or the caller's own account. */
  scope: z.enum(['all', 'own']),
  format: z.enum(['csv', 'ndjson']),
  /** The conditions of `AuditFilter`, as JSON. */
  filter: z.string().max(10_000),
};

/** Records that an export begins. Nothing is exported before that. */
export const beginTrailExport = {
  name: 'audit.beginTrailExport',
  askers: ['gateway'],
  whenLost: 'unknown',
  input: z.object(wanted),
  output: z.discriminatedUnion('kind', [
    /** `filter`: what to ask the pages with; it ends at this moment. */
    z.object({
      kind: z.literal('begun'),
      filter: z.string(),
      /** Above all lines; null: nothing. */ heading: z.string().nullable(),
    }),
    z.object({ kind: z.literal('not-authorized') }),
    z.object({ kind: z.literal('bad-filter'), message: z.string() }),
  ]),
} as const;

/** Up to 1,000 lines of an export, the oldest first. `after`: where the page before ended. */
export const readTrailExport = {
  name: 'audit.readTrailExport',
  askers: ['gateway'],
  whenLost: 'repeat',
  input: z.object({ ...wanted, after: z.string().nullable() }),
  output: z.object({ text: z.string(), end: z.string().nullable() }),
} as const;
