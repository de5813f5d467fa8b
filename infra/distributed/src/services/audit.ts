import { auditConnections, migrateAudit, startAudit } from '@onceover/audit';
import { auditConfig } from '@onceover/audit/config';
import type { ServiceEntry } from '../service-process.ts';
import { everywhere } from './keys.ts';

export const auditEntry = {
  name: 'audit',
  definition: auditConfig,
  keys: everywhere,
  connections: () => ({ most: auditConnections, settings: [] }),
  migrate: migrateAudit,
  start: startAudit,
} as const satisfies ServiceEntry<typeof auditConfig>;
