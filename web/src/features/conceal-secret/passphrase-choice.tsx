import { Dices } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/copy-button.tsx';
import { loadedOnDemand } from '../../ui/on-demand.tsx';
import { PassphraseField } from '../../ui/password-field.tsx';

const PassphraseStrength = loadedOnDemand(async () => (await import('./passphrase-strength.tsx')).PassphraseStrength);

type PassphraseChoiceProps = Pick<
  Parameters<typeof PassphraseField>[0],
  'id' | 'error' | 'value' | 'isReadOnly' | 'onChange'
>;

/** A passphrase of the sender's own, or one of a few words that can be copied and said over the phone. */
export function PassphraseChoice(field: PassphraseChoiceProps) {
  const { value, isReadOnly, onChange } = field;
  const { t, i18n } = useTranslation('public');
  const [suggested, setSuggested] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const suggest = async () => {
    try {
      const { makePassphrase } = await import('../../passwords/make-password.ts');
      const made = await makePassphrase(i18n.language);
      setFailed(false);
      setSuggested(made);
      onChange(made);
    } catch {
      setFailed(true);
    }
  };
  const isSuggestion = suggested === value;
  return (
    <div>
      <PassphraseField
        {...field}
        label={t('form.passphraseLabel')}
        showLabel={i18n.t('passphrase.show')}
        hint={t('form.passphraseHint')}
        isNew
      />
      <div className="mt-1 flex flex-wrap items-center gap-x-2">
        <button
          type="button"
          className="icon-button px-2 text-ui"
          aria-disabled={isReadOnly || undefined}
          onClick={() => !isReadOnly && void suggest()}
        >
          <Dices className="size-5 shrink-0" strokeWidth={1.75} aria-hidden="true" />
          <span>{t(isSuggestion ? 'form.suggestAnother' : 'form.suggest')}</span>
        </button>
        {isSuggestion && <CopyButton text={value} look="plain" label={t('form.copyPassphrase')} />}
      </div>
      <output className="field-mono text-ui" dir="ltr" data-testid="suggestion">
        {isSuggestion ? value : ''}
      </output>
      {hasFailed && (
        <p role="alert" className="text-small text-danger">
          {t('form.suggestFailed')}
        </p>
      )}
      {value !== '' && (
        <Suspense fallback={<div className="mt-2 min-h-5" />}>
          <PassphraseStrength passphrase={value} />
        </Suspense>
      )}
    </div>
  );
}
