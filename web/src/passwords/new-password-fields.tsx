import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageData } from '../site/page-data.ts';
import type { FieldState } from '../ui/field-form.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { longEnoughCharacters } from './strength-level.ts';
import { StrengthMeter, useStrength } from './strength-meter.tsx';

/** The refusals that are about a new password, and those about its confirmation. */
export const newPasswordRefusals = {
  password: ['short_password', 'long_password', 'common_password'],
  confirm: ['password_mismatch'],
} as const;

interface NewPasswordFieldsProps {
  readonly password: FieldState;
  readonly confirm: FieldState;
  readonly names?: { readonly password: string; readonly confirm: string };
}

const usualNames = { password: 'password', confirm: 'password_confirm' };

/** A new password, its confirmation, and a meter that rewards length rather than symbols. */
export function NewPasswordFields({ password, confirm, names = usualNames }: NewPasswordFieldsProps) {
  const { t } = useTranslation('public');
  const [typed, setTyped] = useState('');
  const { level, begin } = useStrength(typed, pageData().passwordMinLength);
  const shared = { showLabel: t('newPassword.show'), autoComplete: 'new-password' } as const;
  return (
    <>
      <div>
        <PasswordField
          {...shared}
          {...password}
          name={names.password}
          hint={t('newPassword.hint', { shortest: pageData().passwordMinLength, better: longEnoughCharacters })}
          onChange={setTyped}
          onFocus={begin}
        />
        <StrengthMeter
          level={level}
          label={t('newPassword.meter')}
          text={level === null ? '' : t(`newPassword.levels.${level}`, { better: longEnoughCharacters })}
        />
      </div>
      <PasswordField {...shared} {...confirm} name={names.confirm} />
    </>
  );
}
