import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../i18n/format.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import type { AuditAddress } from './audit-address.ts';
import { printToken, tokensOf, withoutToken } from './audit-tokens.ts';
import { Code } from './entry-words.tsx';

interface FilterChipsProps {
  readonly address: AuditAddress;
  readonly onChange: (address: AuditAddress) => void;
  readonly onClear: () => void;
  /** A chip that had the focus went, and there is none after it. */
  readonly onNoneLeft: () => void;
}

/** What is set, each with a way to take it away; the time is always set. */
export function FilterChips({ address, onChange, onClear, onNoneLeft }: FilterChipsProps) {
  const { t } = useTranslation('colonel');
  const time = useTimeWords(address);
  const list = useRef<HTMLUListElement>(null);
  const removed = useRef<{ readonly place: number; readonly from: AuditAddress } | null>(null);
  const tokens = tokensOf(address);
  const isUsual = address.range === '24h';
  useEffect(() => {
    const { place, from } = removed.current ?? {};
    if (place === undefined || from === address) return;
    removed.current = null;
    const left = list.current?.querySelectorAll('button') ?? [];
    const next = left[Math.min(place, left.length - 1)];
    if (next === undefined) onNoneLeft();
    else next.focus();
  });
  const remove = (place: number, next: AuditAddress) => () => {
    removed.current = { place, from: address };
    onChange(next);
  };
  const first = isUsual ? 0 : 1;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ul ref={list} aria-label={t('audit.filters.title')} className="flex min-w-0 flex-wrap gap-2">
        <li>
          {isUsual ? (
            <span className="chip">{time}</span>
          ) : (
            <Chip what={time} onRemove={remove(0, { ...address, range: '24h', from: null, to: null })}>
              {time}
            </Chip>
          )}
        </li>
        {tokens.map((token, place) => (
          <li key={printToken(token)} className="min-w-0">
            <Chip what={printToken(token)} onRemove={remove(first + place, withoutToken(address, token))}>
              <Code>{printToken(token)}</Code>
            </Chip>
          </li>
        ))}
      </ul>
      {(tokens.length > 0 || !isUsual) && <ActionButton onClick={onClear}>{t('audit.filters.clear')}</ActionButton>}
    </div>
  );
}

interface ChipProps {
  readonly what: string;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

function Chip({ what, onRemove, children }: ChipProps) {
  const { t } = useTranslation('colonel');
  return (
    <button
      type="button"
      className="chip"
      aria-label={t('audit.filters.remove', { what })}
      onClick={onRemove}
      onKeyDown={({ key }) => (key === 'Delete' || key === 'Backspace') && onRemove()}
    >
      <span className="min-w-0 break-all">{children}</span>
      <X className="size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}

function useTimeWords({ range, from, to }: AuditAddress): string {
  const { t, i18n } = useTranslation('colonel');
  if (range !== 'custom') return t(`audit.ranges.${range}`);
  const moment = (second: number | null) => (second === null ? '…' : formatMoment(second, i18n.language));
  return `${moment(from)} – ${moment(to)}`;
}
