import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ConcealProblem, checkConceal } from '../../contracts/conceal-secret.ts';
import type { SecretLimits } from '../../contracts/secret-limits.ts';
import { formatDuration } from '../../i18n/format.ts';
import { formToken } from '../../lib/form-token.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PassphraseField } from '../../ui/passphrase-field.tsx';
import type { Concealed } from './conceal-secret.ts';
import { FormProblem } from './form-problem.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { LifetimeSelect } from './lifetime-select.tsx';
import { SecretTextField } from './secret-text-field.tsx';
import { useConcealSecret } from './use-conceal-secret.ts';
import { useSecretText } from './use-secret-text.ts';

interface SecretFormProps {
  readonly limits: SecretLimits;
  readonly prefilled: string;
  readonly onDone: (concealed: Concealed) => void;
}

/** Text, passphrase, lifetime; creates a link for what was typed, or for a password the server makes. */
export function SecretForm({ limits, prefilled, onDone }: SecretFormProps) {
  const { t, i18n } = useTranslation('public');
  const secret = useSecretText(prefilled, limits.maxCharacters);
  const [passphrase, setPassphrase] = useState('');
  const [ttl, setTtl] = useState(limits.defaultTtl);
  const [problem, setProblem] = useState<ConcealProblem | null>(null);
  const [done, setDone] = useState<Concealed | null>(null);
  const { state, submit } = useConcealSecret(setDone);
  useEffect(() => {
    if (done !== null) onDone(done);
  }, [done, onDone]);
  const problemId = useId();
  const isBusy = state.kind === 'submitting';
  const isEmpty = secret.text === '';

  const send = (kind: 'share' | 'generate') => {
    if (isBusy || ttl === null || (kind === 'generate' && !isEmpty)) return;
    const found = kind === 'generate' ? null : checkConceal({ secret: secret.text, passphrase });
    setProblem(found);
    if (found === null) void submit({ kind, secret: kind === 'generate' ? '' : secret.text, passphrase, ttl });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send('share');
  };
  const onShortcut = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send('share');
  };
  const hasProblem = problem !== null || state.kind === 'failed';

  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={onSubmit} onKeyDown={onShortcut}>
      <input type="hidden" name="shrimp" value={formToken() ?? ''} />
      <FormProblem id={problemId} problem={problem} error={state.kind === 'failed' ? state.error : null} />
      <SecretTextField
        text={secret.text}
        characters={secret.characters}
        max={limits.maxCharacters}
        isReadOnly={isBusy}
        isInvalid={problem === 'empty_secret'}
        errorId={hasProblem ? problemId : undefined}
        onChange={(text) => {
          secret.change(text);
          setProblem(null);
        }}
      />
      {secret.wasCut && <Notice kind="warning">{t('form.truncated', { max: limits.maxCharacters })}</Notice>}
      <div className="grid gap-4 md:grid-cols-2">
        <PassphraseField
          label={t('form.passphraseLabel')}
          showLabel={i18n.t('passphrase.show')}
          hint={t('form.passphraseHint')}
          isNew
          value={passphrase}
          onChange={setPassphrase}
          isReadOnly={isBusy}
        />
        <LifetimeSelect options={limits.ttlOptions} value={ttl} isReadOnly={isBusy} onChange={setTtl} />
      </div>
      {ttl !== null && (
        <p className="text-ui text-text-2" data-testid="summary">
          {t(passphrase === '' ? 'form.summary.noPassphrase' : 'form.summary.passphrase', {
            time: formatDuration(ttl, i18n.language),
          })}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <ActionButton
          look="primary"
          type="submit"
          className="max-sm:w-full"
          isOff={isBusy || ttl === null || isEmpty}
          aria-describedby={hasProblem ? problemId : undefined}
        >
          {isBusy ? t('form.submitting') : t('form.create')}
        </ActionButton>
        <ActionButton
          look="quiet"
          className="max-sm:w-full"
          isOff={isBusy || ttl === null || !isEmpty}
          onClick={() => send('generate')}
        >
          {t('form.generate')}
        </ActionButton>
      </div>
      <p className="text-small text-text-3">{t('form.generateHint')}</p>
      <LeaveGuard hasUnsentText={!isEmpty && done === null} />
    </form>
  );
}
