import { seldomPer } from '@onceover/service-kit/seldom-per';
import type { AuditLog } from './audit-log.ts';

/** Durable when this returns, unless the same was told less than a minute ago. Refuses  AuditBroken */
export type RecordRefusal = (who: string, what: string) => Promise<void>;

/**
 * Records of the refusals of a client one a minute for each call: nothing is done for it, and so it neither fills the disk nor keeps
 * those waiting who may ask.
 */
export function refusalsIn(audit: Pick<AuditLog, 'record'>): RecordRefusal {
  const record = seldomPer((_reason, about: { readonly who: string; readonly what: string }) =>
    audit.record({ ...about, outcome: 'refused' }),
  );
  return async (who, what) => await record(`${who} ${what}`, { who, what });
}
