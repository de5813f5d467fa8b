import { type UpdateLocaleAnswer, type UpdateLocaleForm, updateLocaleForm } from '@onceover/schema/rest/account';
import { updateLocale } from '../../../operations/operations.generated.ts';
import { compatibleUpdateLocale } from '../../compatible/compatible-customer.ts';
import { formReader } from '../../forms/form-reader.ts';
import { custidOf } from '../../presenters/custid.ts';
import { isRefusal, refused } from '../../refused.ts';
import { restRoute } from '../../rest-route.ts';

/**
 * POST /api/v2/account/update-locale. Its field is the parameter `locale` of every row, so the cookie is set by the same
 * rule as everywhere. Source: REST contract 7, 1.2.
 */
export const updateLocaleRoute = restRoute<UpdateLocaleForm>({
  method: 'POST',
  path: '/api/v2/account/update-locale',
  auth: 'required',
  scope: 'account',
  limit: 'session',
  readForm: formReader(updateLocaleForm),
  async handle({ form, caller, shrimp }, { execute, compatibleTypes }) {
    const { updateLocale: updated } = await execute(updateLocale, { input: { locale: form.locale } }, caller);
    if (isRefusal(updated)) throw refused(updated);
    const body: UpdateLocaleAnswer = {
      success: true,
      shrimp,
      custid: custidOf(caller),
      new_locale: updated.newLocale,
      old_locale: updated.oldLocale,
    };
    return { body: compatibleTypes ? compatibleUpdateLocale(body) : body };
  },
});
