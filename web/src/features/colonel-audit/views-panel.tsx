import { useQuery } from '@apollo/client/react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { viewerIdOperation } from '../../gql/operations/viewer-id.generated.ts';
import { paths } from '../../site/paths.ts';
import { ActionButton, CloseButton } from '../../ui/action-button.tsx';
import { TextLink } from '../../ui/link.tsx';
import { LoadingBlock, QueryProblem } from '../../ui/query-state.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type AuditAddress, searchOf } from './audit-address.ts';
import { deleteView, saveView, viewsOf } from './saved-views.ts';

/** Views with a name, which this browser keeps for the account. */
export function ViewsPanel({ address }: { readonly address: AuditAddress }) {
  const { data, error, refetch } = useQuery(viewerIdOperation);
  const account = data?.viewer?.id;
  if (error !== undefined) return <QueryProblem error={error} onRetry={() => void refetch()} />;
  return account === undefined ? <LoadingBlock rows={2} /> : <Views address={address} account={account} />;
}

function Views({ address, account }: { readonly address: AuditAddress; readonly account: string }) {
  const { t } = useTranslation('colonel');
  const [views, setViews] = useState(() => viewsOf(account));
  const here = searchOf(address);
  const change = (act: () => void) => {
    act();
    setViews(viewsOf(account));
  };
  return (
    <section aria-label={t('audit.views.title')} className="flex flex-col gap-3">
      {views.length === 0 && <p className="text-ui text-text-2">{t('audit.views.none')}</p>}
      <ul className="flex flex-wrap gap-x-6 gap-y-2">
        {views.map(({ name, search }) => (
          <li key={name} className="flex min-w-0 items-center gap-1">
            <TextLink href={`${paths.colonelAudit}${search}`} aria-current={search === here ? 'page' : undefined}>
              <bdi className="break-all">{name}</bdi>
            </TextLink>
            <CloseButton
              label={t('audit.views.remove', { name })}
              onClick={() => change(() => deleteView(account, name))}
            />
          </li>
        ))}
      </ul>
      <SaveForm onSave={(name) => change(() => saveView(account, { name, search: here }))} />
      <p className="text-small text-text-3">{t('audit.views.note')}</p>
    </section>
  );
}

function SaveForm({ onSave }: { readonly onSave: (name: string) => void }) {
  const { t } = useTranslation('colonel');
  const [name, setName] = useState('');
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    onSave(name.trim());
    setName('');
  };
  return (
    <form className="audit-ask" onSubmit={save}>
      <TextField
        label={t('audit.views.name')}
        dir="auto"
        value={name}
        onChange={setName}
        maxLength={60}
        autoComplete="off"
        required
      />
      <ActionButton type="submit">{t('audit.views.save')}</ActionButton>
    </form>
  );
}
