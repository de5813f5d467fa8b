import { type FormEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../ui/action-button.tsx';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type AuditAddress, addressFrom, groupsOf, rangeNames } from './audit-address.ts';
import { Code } from './entry-words.tsx';

interface AuditFiltersProps {
  readonly address: AuditAddress;
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
  const typed = addressFrom([...form].map(([name, word]) => [name, String(word)]));
  const [from, to] = [secondOf(String(form.get('from'))), secondOf(String(form.get('to')))];
  const isOther = (from !== null || to !== null) && (from !== before.from || to !== before.to);
  return { ...typed, range: isOther ? 'custom' : typed.range, from, to, view: before.view };
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

/** The actions, by what stands before their dot: a whole branch, or some of its leaves; `chosen` are their beginnings. */
function ActionTree({ actions, chosen }: { actions: readonly string[]; chosen: readonly string[] }) {
  const { t } = useTranslation('colonel');
  const many = chosen.length;
  const leaf = (action: string) => (
    <label className="audit-leaf">
      <input type="checkbox" name="action" value={action} defaultChecked={chosen.includes(action)} />
      <Code>{action}</Code>
    </label>
  );
  return (
    <details key={chosen.join(' ')}>
      <summary>{many === 0 ? t('audit.filters.all') : t('audit.filters.chosen', { many })}</summary>
      <ul className="audit-tree" aria-label={t('audit.filters.actions')}>
        {groupsOf(actions).map((group) => (
          <li key={group.prefix}>
            {leaf(group.prefix)}
            <ul className="ms-6">
              {group.actions.map((action) => (
                <li key={action}>{leaf(action)}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </details>
  );
}
