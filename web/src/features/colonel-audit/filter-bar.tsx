import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../ui/action-button.tsx';
import { attributesOf, FieldNotes } from '../../ui/field.tsx';
import type { AuditAddress } from './audit-address.ts';
import { type NotUnderstood, readTokens, tokenNames, withToken } from './audit-tokens.ts';
import { FilterChips } from './filter-chips.tsx';
import { LookUpPanel } from './look-up-panel.tsx';
import { TimePanel, withTimes } from './time-panel.tsx';
import { ViewsPanel } from './views-panel.tsx';

interface FilterBarProps {
  readonly address: AuditAddress;
  readonly actions: readonly string[];
  readonly onApply: (address: AuditAddress) => void;
  readonly onClear: () => void;
}

type PanelName = 'time' | 'views' | 'lookUp';

/** One line to write conditions in, what is set below it, and at most one panel: the time, saved views, or a look-up. */
export function FilterBar({ address, actions, onApply, onClear }: FilterBarProps) {
  const { t } = useTranslation('colonel');
  const [open, setOpen] = useState<PanelName | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { typed, problem, type, understood } = useTyped();
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const next = understood(withTimes(address, open === 'time' ? new FormData(event.currentTarget) : null));
    if (next === null) field.current?.focus();
    else onApply(next);
  };
  const toggle = (name: PanelName, text: string) => (
    <ActionButton aria-expanded={open === name} onClick={() => setOpen(open === name ? null : name)}>
      {text}
    </ActionButton>
  );
  return (
    <div className="card flex flex-col gap-3">
      <form className="flex flex-col gap-3" aria-label={t('audit.filters.title')} onSubmit={apply}>
        <div className="audit-bar">
          <TypedField field={field} typed={typed} problem={problem} onType={type} />
          <div className="audit-bar-buttons">
            <ActionButton look="primary" type="submit">
              {t('audit.filters.apply')}
            </ActionButton>
            {toggle('time', t('audit.filters.more'))}
            {toggle('views', t('audit.views.title'))}
            {toggle('lookUp', t('audit.lookUp.title'))}
          </div>
        </div>
        <FilterChips address={address} onChange={onApply} onClear={onClear} onNoneLeft={() => field.current?.focus()} />
        {open === 'time' && <TimePanel address={address} actions={actions} />}
      </form>
      {open === 'views' && <ViewsPanel address={address} />}
      {open === 'lookUp' && <LookUpPanel address={address} />}
    </div>
  );
}

/** What is being written; it goes when it was understood, and its problem with the next letter. */
function useTyped() {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<NotUnderstood | null>(null);
  const type = (text: string) => {
    setTyped(text);
    setProblem(null);
  };
  /** The address with what was written; null if it says nothing. */
  const understood = (address: AuditAddress): AuditAddress | null => {
    const read = readTokens(typed);
    if ('word' in read) {
      setProblem(read);
      return null;
    }
    type('');
    return read.reduce(withToken, address);
  };
  return { typed, problem, type, understood };
}

interface TypedFieldProps {
  readonly field: React.RefObject<HTMLInputElement | null>;
  readonly typed: string;
  readonly problem: NotUnderstood | null;
  readonly onType: (text: string) => void;
}

function TypedField({ field, typed, problem, onType }: TypedFieldProps) {
  const { t } = useTranslation('colonel');
  const id = useId();
  const words = tokenNames.join(', ');
  const hint = t('audit.filters.hint', { words, example: 'actor:system outcome:failed' });
  const error = problem === null ? undefined : t('audit.filters.notUnderstood', { ...problem });
  const notes = { id, hint, error };
  useEffect(() => {
    if (problem !== null) field.current?.select();
  }, [problem, field]);
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="sr-only">
        {t('audit.filters.search')}
      </label>
      <input
        {...attributesOf(notes)}
        ref={field}
        className="field field-mono text-start"
        dir="ltr"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={1_000}
        placeholder={t('audit.filters.search')}
        value={typed}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
      <div role="status">
        <FieldNotes {...notes} />
      </div>
    </div>
  );
}
