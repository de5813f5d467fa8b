import { OutageError } from '@onceover/service-kit/errors';
import { createLogger } from '@onceover/service-kit/logging';
import type { PartnerTopics, TopicRecord } from '../partner-egress.ts';

/** Topics of partners in memory, and whoever fills them listens to what is said. */
export function keptTopics() {
  const kept = new Map<string, TopicRecord[]>();
  const failing = new Set<string>();
  const lines: string[] = [];
  const made: string[] = [];
  const recordsOf = (partnerRef: string): readonly TopicRecord[] => kept.get(partnerRef) ?? [];
  const topics: PartnerTopics = {
    days: 7,
    async make(partnerRef, beforeMade) {
      if (failing.has(partnerRef)) throw new OutageError('kafka');
      if (kept.has(partnerRef)) return;
      await beforeMade();
      kept.set(partnerRef, []);
      made.push(partnerRef);
    },
    async publish(partnerRef, records) {
      const topic = kept.get(partnerRef);
      if (topic === undefined || failing.has(partnerRef)) throw new OutageError('kafka');
      topic.push(...records);
    },
    letGo: async () => undefined,
    causeOf: (error) => (error instanceof Error ? error.message : 'unknown'),
  };
  const told = (_about: object, message?: string) => void lines.push(message ?? '');
  const log = Object.assign(createLogger('test'), { error: told, info: told });
  return {
    topics,
    log,
    made,
    recordsOf,
    said: (words: string) => lines.filter((line) => line.includes(words)).length,
    fail: (partnerRef: string) => failing.add(partnerRef),
    mend: (partnerRef: string) => failing.delete(partnerRef),
    lose: (partnerRef: string) => kept.delete(partnerRef),
  };
}
