import type { TFunction } from 'i18next';
import type { NewPasswordTexts } from '../passwords/new-password-fields.tsx';

/** The words around a new password, the same wherever one is chosen. */
export function newPasswordTexts(t: TFunction<['public']>, label: string): NewPasswordTexts {
  return {
    password: label,
    confirm: t('newPassword.confirm'),
    show: t('newPassword.show'),
    hint: t('newPassword.hint'),
    meter: t('newPassword.meter'),
    levels: {
      short: t('newPassword.levels.short'),
      weak: t('newPassword.levels.weak'),
      fair: t('newPassword.levels.fair'),
      strong: t('newPassword.levels.strong'),
    },
  };
}
