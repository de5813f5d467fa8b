import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { StrengthMeter, useStrength } from '../../passwords/strength-meter.tsx';

/** How hard a passphrase is to guess. Loaded with the first character. */
export function PassphraseStrength({ passphrase }: { passphrase: string }) {
  const { t } = useTranslation('public');
  const { level, begin } = useStrength(passphrase, 1);
  useEffect(begin, [begin]);
  const shown = level === 'short' ? null : level;
  return (
    <StrengthMeter
      level={shown}
      label={t('form.passphraseMeter')}
      text={shown === null ? '' : t(`form.passphraseLevels.${shown}`)}
    />
  );
}
