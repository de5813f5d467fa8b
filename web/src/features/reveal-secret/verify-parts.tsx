import { useTranslation } from 'react-i18next';
import { pageData } from '../../site/page-data.ts';
import { paths } from '../../site/paths.ts';
import { TextLink } from '../../ui/link.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { secretKeyOfPage } from './gate.ts';

interface SignUpPasswordProps
  extends Pick<Parameters<typeof PasswordField>[0], 'value' | 'isReadOnly' | 'inputRef' | 'onChange' | 'onEnter'> {
  readonly isWrong: boolean;
}

/** The password of the sign-up that the link belongs to: this is not the browser that signed up. */
export function SignUpPassword({ isWrong, ...field }: SignUpPasswordProps) {
  const { t } = useTranslation();
  return (
    <PasswordField
      {...field}
      name="passphrase"
      autoComplete="current-password"
      maxLength={256}
      label={t('secret.signUpPassword')}
      showLabel={t('secret.signUpPasswordShow')}
      hint={t('secret.signUpPasswordHint')}
      {...(isWrong ? { error: t('secret.signUpPasswordWrong') } : {})}
    />
  );
}

/**
 * For somebody who did not sign up, or has forgotten the password: the link proves the address, so its reader may choose
 * one. Nothing where sign-in is off.
 */
export function ChooseInstead() {
  const { t } = useTranslation();
  if (!pageData().authentication.signin) return null;
  return (
    <p className="border-t border-border pt-4">
      <TextLink href={paths.choosePassword(secretKeyOfPage())}>{t('secret.chooseInstead')}</TextLink>
    </p>
  );
}
