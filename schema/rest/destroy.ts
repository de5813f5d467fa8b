import { z } from 'zod';
import { entered, envelope } from './fields.ts';

/** POST /api/v2/account/destroy: `confirmation` is the password. Source: REST contract 7. */
export const destroyForm = z.object({ confirmation: entered });
export type DestroyForm = z.infer<typeof destroyForm>;

export const destroyAnswer = z.strictObject(envelope);
export type DestroyAnswer = z.infer<typeof destroyAnswer>;
