import { useTranslation } from 'react-i18next';
import { chooseLocale } from '../../i18n/change-locale.ts';
import { isLocaleCode, LOCALES, toCode } from '../../i18n/locales.ts';
import { offeredLocales } from '../../i18n/set-up-i18n.ts';
import { useAction } from '../../lib/use-submit.ts';
import { Section } from '../../ui/section.tsx';
import { SelectField } from '../../ui/select-field.tsx';

export function LanguageSection() {
  const { t, i18n } = useTranslation('app');
  const { isBusy, run } = useAction();
  return (
    <Section title={t('account.language.title')}>
      <SelectField
        label={t('account.language.label')}
        look="max-w-narrow"
        value={toCode(i18n.language) ?? 'en'}
        disabled={isBusy}
        onChoose={(code) => isLocaleCode(code) && void run(() => chooseLocale(code))}
        options={offeredLocales().map((code) => {
          const { tag, dir, name } = LOCALES[code];
          return { value: code, lang: tag, dir, text: name };
        })}
      />
    </Section>
  );
}
