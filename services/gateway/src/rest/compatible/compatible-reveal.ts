import type { RevealAnswer } from '@onceover/schema/rest/secret';

/** The reveal answer with the types the original sent. Source: REST contract 2. */
export function compatibleReveal(answer: RevealAnswer): object {
  return { ...answer, record: { ...answer.record, original_size: String(answer.record.original_size) } };
}
