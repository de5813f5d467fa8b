import { type FormEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../ui/action-button.tsx';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type ActionGroup, type AuditAddress, groupsOf, rangeNames } from './audit-address.ts';
import { Code } from './entry-words.tsx';

interface AuditFiltersProps {
  readonly address: AuditAddress;
  /** All actions there are. */
  readonly actions: readonly string[];
  readonly onApply: (address: AuditAddress) => void;
  readonly onClear: () => void;
}

/** The conditions, as a form: nothing is asked before it is sent. */
export function AuditFilters({ address, actions, onApply, onClear }: AuditFiltersProps) {
  const { t } = useTranslation('colonel');
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onApply(addressIn(new FormData(event.currentTarget), address));
  };
  const word = (name: 'actor' | 'target' | 'network' | 'request', hint?: string) => (
    <TextField
      key={`${name} ${address[name]}`}
      name={name}
      label={t(`audit.filters.${name}`)}
      hint={hint}
      defaultValue={address[name]}
      isMono
      autoComplete="off"
      maxLength={200}
    />
  );
  return (
    <form className="card flex flex-col gap-4" aria-label={t('audit.filters.title')} onSubmit={apply}>
      <div className="audit-fields">
        <SelectField
          key={address.range}
          name="range"
          defaultValue={address.range}
          label={t('audit.filters.range')}
          options={rangeNames.map((range) => ({ value: range, text: t(`audit.ranges.${range}`) }))}
        />
        <TimeField name="from" label={t('audit.filters.from')} second={address.from} />
        <TimeField name="to" label={t('audit.filters.to')} second={address.to} />
        {word('actor', t('audit.filters.actorHint'))}
        {word('target', t('audit.filters.targetHint'))}
        <SelectField
          key={address.outcome}
          name="outcome"
          defaultValue={address.outcome}
          label={t('audit.filters.outcome')}
          options={[
            { value: '', text: t('audit.filters.any') },
            ...(['DONE', 'FAILED'] as const).map((each) => ({ value: each, text: t(`audit.outcomes.${each}`) })),
          ]}
        />
        {word('network')}
        {word('request')}
      </div>
      <ActionTree actions={actions} chosen={address.actions} />
      <div className="flex flex-wrap gap-2">
        <ActionButton look="primary" type="submit">
          {t('audit.filters.apply')}
        </ActionButton>
        <ActionButton onClick={onClear}>{t('audit.filters.clear')}</ActionButton>
      </div>
    </form>
  );
}

function addressIn(form: FormData, before: AuditAddress): AuditAddress {
  const word = (name: string) => String(form.get(name) ?? '').trim();
  const [from, to] = [secondOf(word('from')), secondOf(word('to'))];
  const outcome = word('outcome');
  const chosen = rangeNames.find((name) => name === word('range')) ?? '24h';
  return {
    ...before,
    range: (from !== null || to !== null) && (from !== before.from || to !== before.to) ? 'custom' : chosen,
    from,
    to,
    actor: word('actor'),
    target: word('target'),
    outcome: outcome === 'DONE' || outcome === 'FAILED' ? outcome : '',
    network: word('network'),
    request: word('request'),
    actions: form.getAll('action').map(String),
  };
}

/** A time by the reader's clock, as the browser's field has it. */
function secondOf(local: string): number | null {
  const at = Date.parse(local);
  return Number.isNaN(at) ? null : Math.max(0, Math.floor(at / 1000));
}

function localOf(second: number | null): string {
  if (second === null) return '';
  const at = new Date(second * 1000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function TimeField({ name, label, second }: { name: string; label: string; second: number | null }) {
  const id = useId();
  return (
    <Field id={id} label={label}>
      <input id={id} name={name} type="datetime-local" className="field" key={second} defaultValue={localOf(second)} />
    </Field>
  );
}

interface ActionTreeProps {
  readonly actions: readonly string[];
  /** Beginnings of actions. */
  readonly chosen: readonly string[];
}

/** The actions, by what stands before their dot: a whole branch, or some of its leaves. */
function ActionTree({ actions, chosen }: ActionTreeProps) {
  const { t } = useTranslation('colonel');
  const many = chosen.length;
  return (
    <details key={chosen.join(' ')}>
      <summary>{many === 0 ? t('audit.filters.all') : t('audit.filters.chosen', { many })}</summary>
      <ul className="audit-tree" aria-label={t('audit.filters.actions')}>
        {groupsOf(actions).map((group) => (
          <Branch key={group.prefix} group={group} chosen={chosen} />
        ))}
      </ul>
    </details>
  );
}

function Branch({ group: { prefix, actions }, chosen }: { group: ActionGroup; chosen: readonly string[] }) {
  return (
    <li>
      <Leaf action={prefix} isChosen={chosen.includes(prefix)} />
      <ul className="ms-6">
        {actions.map((action) => (
          <li key={action}>
            <Leaf action={action} isChosen={chosen.includes(action)} />
          </li>
        ))}
      </ul>
    </li>
  );
}

function Leaf({ action, isChosen }: { readonly action: string; readonly isChosen: boolean }) {
  return (
    <label className="audit-leaf">
      <input type="checkbox" name="action" value={action} defaultChecked={isChosen} />
      <Code>{action}</Code>
    </label>
  );
}
