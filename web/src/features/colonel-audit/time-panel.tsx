import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { type AuditAddress, addressFrom, groupsOf, rangeNames } from './audit-address.ts';
import { Code } from './entry-words.tsx';

/** Fields of the bar's form, read by `withTimes` when it is sent. */
export function TimePanel({ address, actions }: { address: AuditAddress; actions: readonly string[] }) {
  const { t } = useTranslation('colonel');
  return (
    <>
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
      </div>
      <ActionTree actions={actions} chosen={address.actions} />
    </>
  );
}

/** With what the panel's fields say; the address as it is while the panel is closed. */
export function withTimes(address: AuditAddress, form: FormData | null): AuditAddress {
  if (form === null) return address;
  const { range, actions } = addressFrom([...form].map(([name, word]) => [name, String(word)]));
  const [from, to] = [secondOf(String(form.get('from'))), secondOf(String(form.get('to')))];
  const isOther = (from !== null || to !== null) && (from !== minuteOf(address.from) || to !== minuteOf(address.to));
  if (!isOther && range === address.range) return { ...address, actions };
  return { ...address, actions, range: isOther ? 'custom' : range, from, to };
}

/** A time by the reader's clock, as the browser's field has it. */
function secondOf(local: string): number | null {
  const at = Date.parse(local);
  return Number.isNaN(at) ? null : Math.max(0, Math.floor(at / 1000));
}

/** What the field makes of a time: it has no seconds. */
const minuteOf = (second: number | null) => secondOf(localOf(second));

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
  const groups = groupsOf(actions);
  const shown = new Set(groups.flatMap((group) => [group.prefix, ...group.actions]));
  const leaf = (action: string) => (
    <label className="audit-leaf">
      <input type="checkbox" name="action" value={action} defaultChecked={chosen.includes(action)} />
      <Code>{action}</Code>
    </label>
  );
  return (
    <details key={chosen.join(' ')}>
      <summary>{many === 0 ? t('audit.filters.all') : t('audit.filters.chosen', { many })}</summary>
      {/* What no box stands for stays as it is: some beginnings of names, and all while the list is missing. */}
      {chosen
        .filter((action) => !shown.has(action))
        .map((action) => (
          <input key={action} type="hidden" name="action" value={action} />
        ))}
      <ul className="audit-tree" aria-label={t('audit.filters.actions')}>
        {groups.map((group) => (
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
