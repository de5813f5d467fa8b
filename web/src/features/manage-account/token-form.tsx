import { useCallback, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { createApiTokenOperation } from '../../gql/account.operations.ts';
import { accepted, mutate } from '../../gql/mutate.ts';
import type { ApiTokenScope } from '../../gql/operations.generated.ts';
import { describeProblem } from '../../i18n/describe-problem.ts';
import { formatDuration } from '../../i18n/format.ts';
import { refuse } from '../../lib/calls/refuse.ts';
import { textIn, useSubmit } from '../../lib/use-submit.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { TextField } from '../../ui/text-field.tsx';

const scopes = [
  'SECRETS_WRITE',
  'SECRETS_READ_META',
  'RECENT',
  'ACCOUNT',
  'DOMAINS',
  'GRAPHQL_ADHOC',
] as const satisfies readonly ApiTokenScope[];
const lifetimesDays = [30, 90, 365] as const;

interface TokenFormProps {
  readonly onCreated: (token: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** A name, what the token may do, and for how long. */
export function TokenForm({ onCreated, onCancel }: TokenFormProps) {
  const { t, i18n } = useTranslation('app');
  const lifetimeId = useId();
  const send = useCallback(
    async (fields: FormData) => {
      const input = {
        name: textIn(fields, 'name').trim(),
        scopes: scopes.filter((scope) => fields.getAll('scope').includes(scope)),
        expiresInDays: Number(textIn(fields, 'days')),
      };
      if (input.name === '' || input.scopes.length === 0) refuse('bad_token_name');
      const { createApiToken } = await mutate(createApiTokenOperation, { input });
      await onCreated(accepted(createApiToken).token);
    },
    [onCreated],
  );
  const { isBusy, error, onSubmit } = useSubmit(send);
  return (
    <form className="flex max-w-narrow flex-col gap-4" noValidate onSubmit={onSubmit}>
      <ProblemNotice problem={describeProblem(error, i18n)} />
      <TextField label={t('account.tokens.name')} name="name" autoComplete="off" maxLength={60} isReadOnly={isBusy} />
      <fieldset>
        <legend className="field-label">{t('account.tokens.scopes')}</legend>
        {scopes.map((scope) => (
          <label key={scope} className="flex min-h-11 items-center gap-3 text-ui">
            <input type="checkbox" name="scope" value={scope} className="size-5 shrink-0 accent-accent" />
            {t(`account.scopes.${scope}`)}
          </label>
        ))}
      </fieldset>
      <div>
        <label className="field-label" htmlFor={lifetimeId}>
          {t('account.tokens.lifetime')}
        </label>
        <select id={lifetimeId} className="field" name="days" defaultValue={90}>
          {lifetimesDays.map((days) => (
            <option key={days} value={days}>
              {formatDuration(days * 86_400, i18n.language)}
            </option>
          ))}
        </select>
      </div>
      <div className="flex flex-wrap gap-3">
        <ActionButton look="primary" type="submit" className="max-sm:w-full" isOff={isBusy}>
          {isBusy ? t('account.busy') : t('account.tokens.create')}
        </ActionButton>
        <ActionButton look="quiet" className="max-sm:w-full" onClick={onCancel}>
          {t('account.cancel')}
        </ActionButton>
      </div>
    </form>
  );
}
