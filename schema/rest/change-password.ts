import { z } from 'zod';
import { entered, envelope } from './fields.ts';

const trimmed = entered.transform((value) => value.trim());

/** POST /api/v2/account/change-password: the current password and the new one twice, trimmed. Source: REST contract 7. */
export const changePasswordForm = z.object({ currentp: trimmed, newp: trimmed, newp2: trimmed });
export type ChangePasswordForm = z.infer<typeof changePasswordForm>;

export const changePasswordAnswer = z.strictObject(envelope);
export type ChangePasswordAnswer = z.infer<typeof changePasswordAnswer>;
