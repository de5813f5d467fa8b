import type { BurnAnswer } from '@onceover/schema/rest/metadata';
import { compatibleMetadata } from './compatible-metadata.ts';

/** The burn answer with the types the original sent in `record.metadata`. Source: REST contract 2. */
export function compatibleBurn(answer: BurnAnswer): object {
  const { record } = answer;
  return { ...answer, record: { ...record, metadata: compatibleMetadata(record.metadata) } };
}
