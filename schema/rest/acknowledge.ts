import { z } from 'zod';
import { envelope } from './fields.ts';

/** POST /api/v2/secret/{secretKey}/acknowledge: the same answer for every key. Source: REST contract 5.3. */
export const acknowledgeForm = z.object({});
export const acknowledgeAnswer = z.strictObject(envelope);
export type AcknowledgeAnswer = z.infer<typeof acknowledgeAnswer>;
