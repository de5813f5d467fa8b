import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/calls/api-error.ts';
import { formToken } from '../../lib/calls/form-token.ts';
import { codeOf } from '../../lib/calls/refuse.ts';
import { useEscape } from '../../lib/use-escape.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { burnSecret } from '../../secrets/burn-secret.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ButtonLink } from '../../ui/link.tsx';
import { PassphraseField } from '../../ui/password-field.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';

interface BurnFormProps {
  readonly metadataKey: string;
  readonly hasPassphrase: boolean;
  readonly backHref: string;
  readonly onBurned: () => Promise<void>;
  /** The message has ended in another way. */
  readonly onTooLate: () => Promise<void>;
  readonly onCancel: () => void;
}

/** Deletes the message unread; a wrong passphrase does not delete anything. Escape cancels. */
export function BurnForm(props: BurnFormProps) {
  const { t, i18n } = useTranslation('public');
  const [passphrase, setPassphrase] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { isBusy, error, onSubmit } = useSubmit(async () => {
    try {
      await burnSecret(props.metadataKey, passphrase);
    } catch (failure) {
      if (isTooLate(failure)) return props.onTooLate();
      throw failure;
    }
    await props.onBurned();
  });
  const isWrong = codeOf(error) === 'bad_passphrase';
  useEscape(props.onCancel);
  useEffect(() => {
    if (isWrong) field.current?.select();
  }, [isWrong]);
  return (
    <form className="flex flex-col gap-4" onSubmit={onSubmit}>
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
          error={isWrong ? i18n.t('refusals.bad_passphrase') : undefined}
        />
      )}
      {isWrong ? (
        <p className="sr-only" role="alert">
          {i18n.t('refusals.bad_passphrase')}
        </p>
      ) : (
        <ProblemNotice error={error} />
      )}
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

function isTooLate(error: unknown): boolean {
  return codeOf(error) === 'not_burned' || (error instanceof ApiError && error.status === 404);
}
