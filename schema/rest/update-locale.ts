import { z } from 'zod';
import { entered, envelope, localeCode } from './fields.ts';

/** POST /api/v2/account/update-locale. Source: REST contract 7. */
export const updateLocaleForm = z.object({ locale: entered });
export type UpdateLocaleForm = z.infer<typeof updateLocaleForm>;

export const updateLocaleAnswer = z.strictObject({
  ...envelope,
  new_locale: localeCode,
  old_locale: localeCode.nullable(),
});
export type UpdateLocaleAnswer = z.infer<typeof updateLocaleAnswer>;
