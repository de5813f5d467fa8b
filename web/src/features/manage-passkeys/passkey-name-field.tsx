import { useTranslation } from 'react-i18next';
import type { FieldState } from '../../ui/field-form.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** What its owner calls a passkey. */
export function PasskeyNameField({ defaultValue, ...field }: FieldState & { readonly defaultValue?: string }) {
  const { t } = useTranslation('passkeys');
  const value = defaultValue === undefined ? {} : { defaultValue };
  return <TextField {...field} {...value} name="name" hint={t('nameHint')} autoComplete="off" maxLength={60} />;
}
