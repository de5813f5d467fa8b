import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLocale } from '../../i18n/change-locale.ts';
import { showPageNotice } from '../../i18n/language-notice.ts';
import { isLocaleCode, LOCALES, toCode } from '../../i18n/locales.ts';
import { offeredLocales } from '../../i18n/set-up-i18n.ts';
import { Section } from '../../ui/section.tsx';
import { SelectField } from '../../ui/select-field.tsx';

export function LanguageSection() {
  const { t, i18n } = useTranslation('app');
  const [isBusy, setBusy] = useState(false);
  const choose = async (code: string) => {
    if (!isLocaleCode(code)) return;
    setBusy(true);
    showPageNotice((await chooseLocale(code)) ? null : 'language-failed');
    setBusy(false);
  };
  return (
    <Section title={t('account.language.title')}>
      <SelectField
        label={t('account.language.label')}
        look="max-w-narrow"
        value={toCode(i18n.language) ?? 'en'}
        disabled={isBusy}
        onChoose={(code) => void choose(code)}
        options={offeredLocales().map((code) => {
          const { tag, dir, name } = LOCALES[code];
          return { value: code, lang: tag, dir, text: name };
        })}
      />
    </Section>
  );
}
