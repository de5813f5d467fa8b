import { type FormEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionTree } from './action-tree.tsx';
import { type AuditAddress, rangeNames } from './audit-address.ts';

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
  return (
    <form className="card flex flex-col gap-4" aria-label={t('audit.filters.title')} onSubmit={apply}>
      <div className="audit-fields">
        <Choice name="range" value={address.range} label={t('audit.filters.range')}>
          {rangeNames.map((range) => (
            <option key={range} value={range}>
              {t(`audit.ranges.${range}`)}
            </option>
          ))}
        </Choice>
        <TimeField name="from" label={t('audit.filters.from')} second={address.from} />
        <TimeField name="to" label={t('audit.filters.to')} second={address.to} />
        <WordField
          name="actor"
          label={t('audit.filters.actor')}
          value={address.actor}
          hint={t('audit.filters.actorHint')}
        />
        <WordField
          name="target"
          label={t('audit.filters.target')}
          value={address.target}
          hint={t('audit.filters.targetHint')}
        />
        <Choice name="outcome" value={address.outcome} label={t('audit.filters.outcome')}>
          <option value="">{t('audit.filters.any')}</option>
          <option value="DONE">{t('audit.outcomes.DONE')}</option>
          <option value="FAILED">{t('audit.outcomes.FAILED')}</option>
        </Choice>
        <WordField name="network" label={t('audit.filters.network')} value={address.network} />
        <WordField name="request" label={t('audit.filters.request')} value={address.request} />
      </div>
      <ActionTree actions={actions} chosen={address.actions} />
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="btn btn-primary">
          {t('audit.filters.apply')}
        </button>
        <button type="button" className="btn btn-quiet" onClick={onClear}>
          {t('audit.filters.clear')}
        </button>
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
    <div>
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <input id={id} name={name} type="datetime-local" className="field" key={second} defaultValue={localOf(second)} />
    </div>
  );
}

function WordField({ name, label, value, hint }: { name: string; label: string; value: string; hint?: string }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <input
        id={id}
        name={name}
        key={value}
        defaultValue={value}
        className="field field-mono"
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1 text-small text-text-2">
          {hint}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly children: React.ReactNode;
}

function Choice({ name, label, value, children }: ChoiceProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <select id={id} name={name} className="field" key={value} defaultValue={value}>
        {children}
      </select>
    </div>
  );
}
