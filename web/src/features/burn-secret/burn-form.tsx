import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../i18n/describe-error.ts';
import { formatWait } from '../../i18n/format.ts';
import { api } from '../../lib/calls/api.ts';
import { ApiError } from '../../lib/calls/api-error.ts';
import { formToken } from '../../lib/calls/form-token.ts';
import { useEscape } from '../../lib/use-escape.ts';
import { apiPaths } from '../../site/paths.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ButtonLink } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PassphraseField } from '../../ui/password-field.tsx';

interface BurnFormProps {
  readonly metadataKey: string;
  readonly hasPassphrase: boolean;
  readonly backHref: string;
  readonly onBurned: () => void;
  readonly onTooLate: () => void;
  readonly onCancel: () => void;
}

/** Confirm or Cancel; Escape cancels. */
export function BurnForm(props: BurnFormProps) {
  const { t, i18n } = useTranslation('public');
  const [passphrase, setPassphrase] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<BurnOutcome | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isWrong = outcome?.kind === 'wrong-passphrase';
  useEscape(props.onCancel);
  useEffect(() => {
    if (isWrong) field.current?.select();
  }, [isWrong]);
  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setOutcome(null);
    const ended = await burnSecret(props.metadataKey, passphrase);
    if (ended.kind === 'burned') return props.onBurned();
    if (ended.kind === 'too-late') return props.onTooLate();
    setBusy(false);
    setOutcome(ended);
  };
  return (
    <form className="flex flex-col gap-4" onSubmit={confirm}>
      <input type="hidden" name="shrimp" value={formToken() ?? ''} />
      <input type="hidden" name="continue" value="true" />
      {props.hasPassphrase && (
        <PassphraseField
          label={i18n.t('passphrase.label')}
          showLabel={i18n.t('passphrase.show')}
          hint={t('burn.passphraseHint')}
          value={passphrase}
          onChange={setPassphrase}
          isReadOnly={isBusy}
          inputRef={field}
          {...(isWrong ? { error: i18n.t('refusals.bad_passphrase') } : {})}
        />
      )}
      {isWrong && (
        <p className="sr-only" role="alert">
          {i18n.t('refusals.bad_passphrase')}
        </p>
      )}
      {outcome?.kind === 'failed' && <BurnProblem error={outcome.error} />}
      <div className="flex flex-wrap gap-3">
        <ActionButton look="danger" type="submit" className="max-sm:w-full" isOff={isBusy}>
          {isBusy ? i18n.t('busy.loading') : t('burn.confirm')}
        </ActionButton>
        <ButtonLink href={props.backHref} className="max-sm:w-full">
          {t('burn.cancel')}
        </ButtonLink>
      </div>
    </form>
  );
}

function BurnProblem({ error }: { error: unknown }) {
  const { t, i18n } = useTranslation();
  const wait = error instanceof ApiError ? error.retryAfterSeconds : null;
  return (
    <Notice kind="error" title={t('alert.error')} takesFocus>
      <p>{describeError(error, t)}</p>
      {wait !== null && <p>{t('errors.wait', { time: formatWait(wait, i18n.language) })}</p>}
    </Notice>
  );
}

/** How an attempt to burn a message ended. */
type BurnOutcome =
  | { readonly kind: 'burned' }
  | { readonly kind: 'wrong-passphrase' }
  /** It has already ended in another way; the page reloads its data. */
  | { readonly kind: 'too-late' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Deletes the message unread. A wrong passphrase does not delete anything. */
async function burnSecret(metadataKey: string, passphrase: string): Promise<BurnOutcome> {
  try {
    await api({ path: apiPaths.burn(metadataKey), form: { continue: 'true', passphrase } });
    return { kind: 'burned' };
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'failed', error };
    if (error.code === 'bad_passphrase') return { kind: 'wrong-passphrase' };
    return error.code === 'not_burned' || error.status === 404 ? { kind: 'too-late' } : { kind: 'failed', error };
  }
}
