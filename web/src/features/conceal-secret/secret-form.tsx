import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ConcealProblem, checkConceal } from '../../contracts/conceal-secret.ts';
import type { SecretLimits } from '../../contracts/secret-limits.ts';
import { describeError } from '../../i18n/describe-error.ts';
import { formatDuration, formatWait } from '../../i18n/format.ts';
import { ApiError } from '../../lib/calls/api-error.ts';
import { formToken } from '../../lib/calls/form-token.ts';
import { codeOf } from '../../lib/calls/refuse.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PassphraseField } from '../../ui/password-field.tsx';
import { type Concealed, useConcealSecret } from './conceal-secret.ts';
import { RecipientField, type SecretDelivery, ShareDomainSelect } from './delivery-fields.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { LifetimeSelect } from './lifetime-select.tsx';
import { SecretTextField, useSecretText } from './secret-text-field.tsx';

interface SecretFormProps {
  readonly limits: SecretLimits;
  readonly prefilled: string;
  /** What the customer's plan adds; absent for visitors. */
  readonly delivery?: SecretDelivery;
  readonly onDone: (concealed: Concealed) => void;
}

/** Text, passphrase, lifetime; creates a link for what was typed, or for a password the server generates. */
export function SecretForm({ limits, prefilled, delivery, onDone }: SecretFormProps) {
  const { t, i18n } = useTranslation('public');
  const secret = useSecretText(prefilled, limits.maxCharacters);
  const [passphrase, setPassphrase] = useState('');
  const [recipient, setRecipient] = useState('');
  const shareDomain = delivery?.chosenDomain ?? '';
  const [ttl, setTtl] = useState(limits.defaultTtl);
  const [problem, setProblem] = useState<ConcealProblem | null>(null);
  /** Each attempt gets a new notice, which takes the focus again. */
  const [tried, setTried] = useState({ count: 0, recipient: '' });
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
    const found = checkConceal({ secret: kind === 'generate' ? null : secret.text, passphrase, recipient });
    setProblem(found);
    setTried({ count: tried.count + 1, recipient: recipient.trim() });
    if (found !== null) return;
    const text = kind === 'generate' ? '' : secret.text;
    void submit({ kind, secret: text, passphrase, ttl, recipient: recipient.trim(), shareDomain });
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
      <FormProblem
        key={tried.count}
        id={problemId}
        problem={problem}
        error={state.kind === 'failed' ? state.error : null}
        recipient={tried.recipient}
      />
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
      {delivery !== undefined && (
        <div className="grid gap-4 md:auto-cols-fr md:grid-flow-col">
          {delivery.allowsRecipient && (
            <RecipientField
              value={recipient}
              isReadOnly={isBusy}
              isInvalid={
                problem === 'bad_recipient' || (state.kind === 'failed' && codeOf(state.error) === 'bad_recipient')
              }
              errorId={hasProblem ? problemId : undefined}
              onChange={(address) => {
                setRecipient(address);
                setProblem(null);
              }}
            />
          )}
          {delivery.domains !== null && (
            <ShareDomainSelect {...delivery} domains={delivery.domains} isReadOnly={isBusy} />
          )}
        </div>
      )}
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

/** What went wrong, in a red box that takes the focus. The typed text stays. */
function FormProblem(props: { id: string; problem: ConcealProblem | null; error: unknown; recipient: string }) {
  const { t, i18n } = useTranslation();
  if (props.problem === null && props.error === null) return null;
  const text = props.problem === null ? describeError(props.error, t) : t(`refusals.${props.problem}`);
  const isRecipient = (props.problem ?? codeOf(props.error)) === 'bad_recipient';
  const wait = props.error instanceof ApiError ? props.error.retryAfterSeconds : null;
  return (
    <Notice id={props.id} kind="error" title={t('alert.error')} takesFocus>
      <p>
        {text}
        {isRecipient && (
          <>
            {' '}
            <bdi className="break-all">{props.recipient}</bdi>
          </>
        )}
      </p>
      {wait !== null && <p>{t('errors.wait', { time: formatWait(wait, i18n.language) })}</p>}
    </Notice>
  );
}
