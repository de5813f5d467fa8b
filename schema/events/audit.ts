import { z } from 'zod';
import { type EventOf, eventsIn } from './event-row.ts';
import { classed } from './field-class.ts';
import { ofAccount } from './of-account.ts';

const { event, rows } = eventsIn('audit', 'schema/events/audit.ts');

/** The events of the audit service. */
export const auditEvents = rows;

/** Somebody exports an audit trail: that of their own account, or as a colonel whatever was recorded. */
export const securityTrailExported = event('security.trail_exported', {
  ...ofAccount,
  fields: {
    accountRef: classed('tenant', z.uuid()),
    scope: classed('tenant', z.enum(['all', 'own'])),
    format: classed('tenant', z.enum(['csv', 'ndjson'])),
    /** Whether conditions narrowed it. */
    isFiltered: classed('tenant', z.boolean()),
  },
  isTerminal: true,
  bells: [],
});
export type SecurityTrailExported = EventOf<typeof securityTrailExported>;
