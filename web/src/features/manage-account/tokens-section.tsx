import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wrong } from '../../contracts/wrong.ts';
import { accepted, mutate } from '../../gql/mutate.ts';
import { createApiTokenOperation } from '../../gql/operations/create-api-token.generated.ts';
import { replaceApiTokenOperation } from '../../gql/operations/replace-api-token.generated.ts';
import { revokeApiTokenOperation } from '../../gql/operations/revoke-api-token.generated.ts';
import type { ApiTokenScope } from '../../gql/operations.generated.ts';
import { formatDuration } from '../../i18n/format.ts';
import { announce } from '../../lib/announcer.ts';
import { refuseAll } from '../../lib/calls/refuse.ts';
import { textIn, useAction } from '../../lib/use-submit.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Around } from '../../ui/around.tsx';
import { Day } from '../../ui/day.tsx';
import { FieldNotes } from '../../ui/field.tsx';
import { FieldForm, type FieldState } from '../../ui/field-form.tsx';
import { DATE, DatedText } from '../../ui/moment.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { Programs } from './account.ts';

interface TokensSectionProps {
  readonly tokens: Programs['apiTokens'];
  readonly onChanged: () => Promise<unknown>;
}

/** Keys for programs: the token named `api`, which can do everything, and others with fewer permissions. */
export function TokensSection({ tokens, onChanged }: TokensSectionProps) {
  const { t } = useTranslation('app');
  const [isAdding, setAdding] = useState(false);
  const [fresh, setFresh] = useState<string | null>(null);
  const { isBusy, error, run } = useAction();
  const replace = () =>
    run(async () => {
      setFresh((await mutate(replaceApiTokenOperation, {})).replaceApiToken.token);
      await onChanged();
    });
  const revoke = (id: string) =>
    run(async () => {
      await mutate(revokeApiTokenOperation, { input: { id } });
      announce(t('account.tokens.revoked'));
      await onChanged();
    });
  const onCreated = async (token: string) => {
    setAdding(false);
    setFresh(token);
    await onChanged();
  };
  const hasMain = tokens.some(({ name }) => name === 'api');
  return (
    <Section title={t('account.tokens.title')}>
      <p className="text-ui text-text-2">{t('account.tokens.text')}</p>
      <ProblemNotice error={error} />
      {fresh !== null && (
        <ShownOnce
          key={fresh}
          title={t('account.tokens.freshTitle')}
          text={t('account.tokens.freshText')}
          copy={{ text: fresh, label: t('account.tokens.copy') }}
          kept={t('account.tokens.kept')}
          onKept={() => setFresh(null)}
        >
          <code dir="ltr" className="block text-start" data-testid="fresh-token">
            {fresh}
          </code>
        </ShownOnce>
      )}
      <TokenList tokens={tokens} isBusy={isBusy} onRevoke={(id) => void revoke(id)} />
      {isAdding ? (
        <TokenForm onCreated={onCreated} onCancel={() => setAdding(false)} />
      ) : (
        <div className="flex flex-wrap gap-3">
          <ActionButton className="max-sm:w-full" isOff={isBusy} onClick={() => void replace()}>
            {hasMain ? t('account.tokens.replace') : t('account.tokens.make')}
          </ActionButton>
          <ActionButton className="max-sm:w-full" isOff={isBusy} onClick={() => setAdding(true)}>
            {t('account.tokens.add')}
          </ActionButton>
        </div>
      )}
    </Section>
  );
}

interface TokenListProps {
  readonly tokens: Programs['apiTokens'];
  readonly isBusy: boolean;
  readonly onRevoke: (id: string) => void;
}

function TokenList({ tokens, isBusy, onRevoke }: TokenListProps) {
  const { t } = useTranslation('app');
  if (tokens.length === 0) return <p className="text-ui">{t('account.tokens.none')}</p>;
  return (
    <ul className="flex flex-col divide-y divide-border">
      {tokens.map((token) => (
        <li key={token.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
          <div className="min-w-0 text-ui">
            <p className="font-medium">
              <bdi>{token.name}</bdi>
            </p>
            <p className="text-small text-text-2">
              {token.scopes.map((scope) => t(`account.scopes.${scope}`)).join(' · ')}
            </p>
            <p className="text-small text-text-2">
              <DatedText text={t('account.tokens.created', DATE)} unixSeconds={token.created} />
              {token.expires !== null && (
                <>
                  {' · '}
                  <DatedText text={t('account.tokens.expires', DATE)} unixSeconds={token.expires} />
                </>
              )}
            </p>
            <LastUse token={token} />
          </div>
          <ActionButton
            isOff={isBusy}
            aria-label={t('account.tokens.revokeLabel', { name: token.name })}
            onClick={() => onRevoke(token.id)}
          >
            {t('account.tokens.revoke')}
          </ActionButton>
        </li>
      ))}
    </ul>
  );
}

/** By which its owner notices that somebody else uses it. */
function LastUse({ token: { lastUsed, lastNetworks } }: { readonly token: Programs['apiTokens'][number] }) {
  const { t } = useTranslation('app');
  if (lastUsed === null) return <p className="text-small text-text-2">{t('account.tokens.unused')}</p>;
  return (
    <p className="text-small text-text-2">
      <Around text={t('account.tokens.lastUsed', DATE)}>
        <Day unixSeconds={lastUsed} />
      </Around>
      {lastNetworks.length > 0 && (
        <>
          {' · '}
          <Around text={t('account.tokens.networks', { networks: '\n' })}>
            <bdi dir="ltr">{lastNetworks.join(', ')}</bdi>
          </Around>
        </>
      )}
    </p>
  );
}

const scopes = [
  'SECRETS_WRITE',
  'SECRETS_READ_META',
  'RECENT',
  'EVENTS_READ',
  'ACCOUNT',
  'DOMAINS',
  'GRAPHQL_ADHOC',
] as const satisfies readonly ApiTokenScope[];
const lifetimesDays = [30, 90, 365] as const;

interface TokenFormProps {
  readonly onCreated: (token: string) => Promise<void>;
  readonly onCancel: () => void;
}

function TokenForm({ onCreated, onCancel }: TokenFormProps) {
  const { t, i18n } = useTranslation('app');
  const send = async (fields: FormData) => {
    const input = {
      name: textIn(fields, 'name').trim(),
      scopes: scopes.filter((scope) => fields.getAll('scope').includes(scope)),
      expiresInDays: Number(textIn(fields, 'days')),
    };
    refuseAll(wrong({ bad_token_name: input.name === '', missing_scope: input.scopes.length === 0 }));
    const { createApiToken } = await mutate(createApiTokenOperation, { input });
    await onCreated(accepted(createApiToken).token);
  };
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
          <SelectField
            label={t('account.tokens.lifetime')}
            name="days"
            defaultValue={90}
            options={lifetimesDays.map((days) => ({ value: days, text: formatDuration(days * 86_400, i18n.language) }))}
          />
        </>
      )}
    </FieldForm>
  );
}

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
      <FieldNotes id={id} error={error} />
    </fieldset>
  );
}
