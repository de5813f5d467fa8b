import { seldomPer } from '@onceover/service-kit/seldom-per';
import type { AuditLog } from './audit-log.ts';

/** Durable when this returns, or recorded less than a minute ago. Refuses  AuditBroken */
export type RecordRefusal = (who: string, what: string) => Promise<void>;

/**
 * Records of the refusals of a client one a minute for each call: nothing is done for it, and so it neither fills the disk nor keeps
 * those waiting who may ask.
 */
export function refusalsIn(audit: Pick<AuditLog, 'record'>): RecordRefusal {
  let recording = Promise.resolve();
  const record = seldomPer((_reason, about) => {
    recording = audit.record({ who: '', what: '', ...about, outcome: 'refused' });
  });
  return async (who, what) => {
    recording = Promise.resolve();
    record(`${who} ${what}`, { who, what });
    await recording;
  };
}
