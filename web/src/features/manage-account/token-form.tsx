import { useCallback, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { accepted, mutate } from '../../gql/mutate.ts';
import { createApiTokenOperation } from '../../gql/operations/create-api-token.generated.ts';
import type { ApiTokenScope } from '../../gql/operations.generated.ts';
import { formatDuration } from '../../i18n/format.ts';
import { refuseAll } from '../../lib/calls/refuse.ts';
import { textIn } from '../../lib/use-submit.ts';
import { FieldForm, type FieldState } from '../../ui/field-form.tsx';
import { FieldNotes } from '../../ui/field-notes.tsx';
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

/** A name, what the token can do, and for how long. */
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
      refuseAll([
        ...(input.name === '' ? (['bad_token_name'] as const) : []),
        ...(input.scopes.length === 0 ? (['missing_scope'] as const) : []),
      ]);
      const { createApiToken } = await mutate(createApiTokenOperation, { input });
      await onCreated(accepted(createApiToken).token);
    },
    [onCreated],
  );
  return (
    <FieldForm
      place="section"
      fields={{
        name: { id: 'token-name', label: t('account.tokens.name'), blamedFor: ['bad_token_name'] },
        scopes: { id: 'token-scopes', label: t('account.tokens.scopes'), blamedFor: ['missing_scope'] },
      }}
      send={send}
      submit={{ label: t('account.tokens.create'), busy: t('account.busy') }}
      cancel={{ label: t('account.cancel'), onCancel }}
    >
      {(field) => (
        <>
          <TextField {...field('name')} name="name" autoComplete="off" maxLength={60} />
          <ScopeChoice state={field('scopes')} />
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
        </>
      )}
    </FieldForm>
  );
}

/** What the token can do: at least one thing. */
function ScopeChoice({ state: { id, label, error } }: { readonly state: FieldState }) {
  const { t } = useTranslation('app');
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className="field-label">{label}</legend>
      {scopes.map((scope) => (
        <label key={scope} className="flex min-h-11 items-center gap-3 text-ui">
          <input type="checkbox" name="scope" value={scope} className="size-5 shrink-0 accent-accent" />
          {t(`account.scopes.${scope}`)}
        </label>
      ))}
      <FieldNotes id={id} hint={undefined} error={error} />
    </fieldset>
  );
}
