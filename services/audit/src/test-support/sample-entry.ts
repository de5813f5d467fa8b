import type { AuditEntry } from '../use-cases/trail/audit-entry.ts';

/** What a trail says of one secret that was created. */
export const sampleEntry: AuditEntry = {
  tenantRef: '01980000-0000-7000-8000-000000000001',
  kind: 'activity',
  log: 'secrets',
  position: '00001:00000000000000000007:0000000000000000001',
  eventId: '01980000-0000-7000-8000-000000000002',
  at: '2026-11-30T23:59:59.999Z',
  actorKind: 'creator',
  actorRef: null,
  action: 'secret.created',
  targetRef: '01980000-0000-7000-8000-000000000003',
  request: 'req-1',
  surface: 'web',
  networkTag: 'bmV0d29y',
  occasions: 1,
  reason: null,
};
