import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkConceal } from '../../contracts/conceal-secret.ts';
import type { FormCaptcha } from '../../contracts/form-captcha.ts';
import type { SecretLimits } from '../../contracts/secret-limits.ts';
import { formatDuration } from '../../i18n/format.ts';
import { formToken } from '../../lib/calls/form-token.ts';
import { refusalOf } from '../../lib/calls/refuse.ts';
import type { Created } from '../../secrets/created-here.ts';
import { SecretArea, useSecretText } from '../../secrets/secret-text.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { errorAt, type FormTrouble, useFieldErrors } from '../../ui/use-field-errors.ts';
import { useConcealSecret } from './conceal-secret.ts';
import type { SecretDelivery } from './delivery-fields.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { PassphraseChoice } from './passphrase-choice.tsx';
import { PasswordChoice } from './password-choice.tsx';
import { PeopleOnly } from './people-only.tsx';

interface SecretFormProps {
  readonly limits: SecretLimits;
  readonly prefilled: string;
  /** What the customer's plan adds; absent for visitors. */
  readonly delivery?: SecretDelivery;
  /** What there is to say of link domains that are not offered. */
  readonly domainNote?: ReactNode;
  /** A field of the page's own, which is not sent with the secret. */
  readonly ownField?: ReactNode;
  readonly captcha: FormCaptcha;
  readonly onDone: (created: Created) => void;
}

/** Text, passphrase, lifetime; creates a link for what was typed, or for a password the server generates. */
export function SecretForm({ limits, prefilled, delivery, domainNote, ownField, captcha, onDone }: SecretFormProps) {
  const { t, i18n } = useTranslation('public');
  const secret = useSecretText('secret-text', prefilled, limits.maxCharacters);
  const [passphrase, setPassphrase] = useState('');
  const [recipient, setRecipient] = useState('');
  /** What the sender said of programs; null: nothing, so that it goes with whether the link is emailed. */
  const [saidPeopleOnly, setPeopleOnly] = useState<boolean | null>(null);
  const isPeopleOnly = saidPeopleOnly ?? recipient.trim() !== '';
  const shareDomain = delivery?.chosenDomain ?? '';
  const [ttl, setTtl] = useState(limits.defaultTtl);
  /** What the page itself found; null: it was sent. */
  const [refused, setRefused] = useState<unknown>(null);
  const [done, setDone] = useState<Created | null>(null);
  const { isBusy, error, submit } = useConcealSecret(captcha, setDone);
  useEffect(() => {
    if (done !== null) onDone(done);
  }, [done, onDone]);
  const [made, setMade] = useState<string | null>(null);
  const isEmpty = secret.text === '';
  const fields = useFields();
  const found = useFieldErrors(Object.values(fields), refused ?? error);
  const trouble = withAddress(found.trouble, recipient.trim());

  const send = (wish: 'share' | 'generate') => {
    if (isBusy || ttl === null || (wish === 'generate' && !isEmpty)) return;
    const wrong = checkConceal({ secret: wish === 'generate' ? null : secret.text, passphrase, recipient });
    setRefused(wrong.length === 0 ? null : refusalOf(wrong));
    if (wrong.length > 0) return;
    const madeHere = wish === 'generate' ? made : null;
    const mailedTo = recipient.trim() === '' ? null : recipient.trim();
    const form = {
      utf8: '✓',
      kind: madeHere === null ? wish : 'share',
      secret: wish === 'share' ? secret.text : (madeHere ?? ''),
      passphrase,
      ttl: String(ttl),
      share_domain: shareDomain,
      people_only: String(isPeopleOnly),
      ...(mailedTo === null ? {} : { 'recipient[]': mailedTo }),
    };
    void submit({ form, madeHere, mailedTo });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send('share');
  };
  const onShortcut = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send('share');
  };

  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={onSubmit} onKeyDown={onShortcut} onInput={found.onInput}>
      <input type="hidden" name="shrimp" value={formToken() ?? ''} />
      <ProblemNotice {...trouble} />
      <SecretArea
        state={{ ...fields.secret, error: errorAt(trouble, fields.secret), isReadOnly: isBusy }}
        typed={secret}
        max={limits.maxCharacters}
        rows={6}
        // An empty field has the page's direction, and so has its placeholder; a text has its own.
        dir={isEmpty ? undefined : 'auto'}
        placeholder={t('form.placeholder')}
      />
      {secret.wasCut && <Notice kind="warning">{t('form.truncated', { max: limits.maxCharacters })}</Notice>}
      <div className="grid gap-4 md:grid-cols-2">
        <PassphraseChoice
          id={fields.passphrase.id}
          error={errorAt(trouble, fields.passphrase)}
          value={passphrase}
          onChange={setPassphrase}
          isReadOnly={isBusy}
        />
        <LifetimeSelect options={limits.ttlOptions} value={ttl} isReadOnly={isBusy} onChange={setTtl} />
      </div>
      {delivery !== undefined && (
        <div className="grid gap-4 md:auto-cols-fr md:grid-flow-col">
          {delivery.allowsRecipient && (
            <TextField
              id={fields.recipient.id}
              label={fields.recipient.label}
              hint={t('form.recipientHint')}
              error={errorAt(trouble, fields.recipient)}
              type="email"
              name="recipient[]"
              autoComplete="off"
              value={recipient}
              isReadOnly={isBusy}
              onChange={setRecipient}
            />
          )}
          {delivery.domains !== null && (
            <SelectField
              label={t('form.domainLabel')}
              name="share_domain"
              dir="ltr"
              value={shareDomain}
              isReadOnly={isBusy}
              onChoose={delivery.onDomain}
              options={[
                { value: '', text: delivery.siteHost },
                ...delivery.domains.map((host) => ({ value: host, text: host })),
              ]}
            />
          )}
        </div>
      )}
      {domainNote}
      <PeopleOnly isChosen={isPeopleOnly} isReadOnly={isBusy} onChoose={setPeopleOnly} />
      {ownField}
      {captcha.box}
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
          aria-keyshortcuts={`${shortcut.key}+Enter`}
        >
          {isBusy ? t('form.submitting') : t('form.create')}
          <span className="text-small pointer-coarse:hidden" aria-hidden="true">
            {shortcut.shown}
          </span>
        </ActionButton>
        <ActionButton
          className="max-sm:w-full"
          isOff={isBusy || ttl === null || !isEmpty}
          onClick={() => send('generate')}
        >
          {t('form.generate')}
        </ActionButton>
      </div>
      <p className="text-small text-text-3">{t('form.generateHint')}</p>
      {isEmpty && <PasswordChoice isReadOnly={isBusy} onMade={setMade} />}
      <LeaveGuard hasUnsentText={!isEmpty && done === null} />
    </form>
  );
}

const isMac = /mac/i.test(navigator.platform);
const shortcut = isMac ? { key: 'Meta', shown: '⌘ ↵' } : { key: 'Control', shown: 'Ctrl ↵' };

function useFields() {
  const { t } = useTranslation('public');
  const id = useId();
  return {
    secret: { id: `${id}-secret`, label: t('form.secretLabel'), blamedFor: ['empty_secret'] },
    passphrase: { id: `${id}-passphrase`, label: t('form.passphraseLabel'), blamedFor: ['long_passphrase'] },
    recipient: { id: `${id}-recipient`, label: t('form.recipientLabel'), blamedFor: ['bad_recipient'] },
  };
}

/** An address that cannot be delivered to is named; it is the one in the field, because editing it ends the error. */
function withAddress(trouble: FormTrouble | null, address: string): FormTrouble | null {
  if (trouble === null) return null;
  const errors = trouble.errors.map((error) =>
    error.code === 'bad_recipient'
      ? {
          ...error,
          text: (
            <>
              {error.text} <bdi className="break-all">{address}</bdi>
            </>
          ),
        }
      : error,
  );
  return { ...trouble, errors };
}

interface LifetimeSelectProps {
  readonly options: readonly number[];
  readonly value: number | null;
  readonly isReadOnly: boolean;
  readonly onChange: (seconds: number) => void;
}

function LifetimeSelect({ options, value, isReadOnly, onChange }: LifetimeSelectProps) {
  const { t, i18n } = useTranslation('public');
  if (value !== null)
    return (
      <SelectField
        label={t('form.choose')}
        name="ttl"
        value={value}
        isReadOnly={isReadOnly}
        onChoose={(seconds) => onChange(Number(seconds))}
        options={options.map((seconds) => ({ value: seconds, text: formatDuration(seconds, i18n.language) }))}
      />
    );
  return (
    <div>
      <p className="field-label">{t('form.choose')}</p>
      <p className="flex min-h-11 items-center text-text-2">{t('form.noOptions')}</p>
    </div>
  );
}
