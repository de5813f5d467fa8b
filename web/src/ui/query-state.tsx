import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../i18n/describe-problem.ts';
import type { usePages } from '../lib/use-pages.ts';
import { ActionButton } from './action-button.tsx';
import { Notice } from './notice.tsx';

/** Grey lines where content will be. They appear after a short delay, so that fast answers do not flicker. */
export function LoadingBlock({ rows }: { rows: number }) {
  const { t } = useTranslation();
  return (
    <div className="card flex flex-col gap-3" aria-busy="true">
      <span className="sr-only">{t('busy.loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <span key={row} className={`h-4 skeleton ${row % 2 === 0 ? 'w-2/3' : 'w-full'}`} />
      ))}
    </div>
  );
}

export function QueryProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t, i18n } = useTranslation();
  const problem = describeProblem(error, i18n);
  return (
    <Notice kind="error" title={t('alert.error')}>
      <p>{problem?.text}</p>
      {problem?.wait && <p>{problem.wait}</p>}
      <ActionButton className="mt-2" onClick={onRetry}>
        {t('errors.retry')}
      </ActionButton>
    </Notice>
  );
}

interface AnswerProps<Data> {
  readonly of: { readonly data?: Data | undefined; readonly error?: unknown; readonly refetch: () => Promise<unknown> };
  /** How many lines stand in its place until it is there. */
  readonly rows: number;
  /** What was there stays when a later try fails. */
  readonly isKept?: boolean;
  readonly children: (data: Data) => ReactNode;
}

/** What was asked for, or what stands in its place: lines, or why it is not there. */
export function Answer<Data>({ of: { data, error, refetch }, rows, isKept = false, children }: AnswerProps<Data>) {
  if (error !== undefined && !(isKept && data !== undefined))
    return <QueryProblem error={error} onRetry={() => void refetch()} />;
  return data === undefined ? <LoadingBlock rows={rows} /> : children(data);
}

interface PagesProps<Row> {
  readonly of: ReturnType<typeof usePages<Row>>;
  /** What stands there if there is nothing. */
  readonly none: ReactNode;
  /** On the button that shows the next page. */
  readonly more: string;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** A list, a page at a time, or what stands in its place. */
export function Pages<Row>({ of: { rows, end, error, showMore, again }, none, more, children }: PagesProps<Row>) {
  return (
    <>
      {error !== null && <QueryProblem error={error} onRetry={again} />}
      {rows === null && error === null && <LoadingBlock rows={6} />}
      {rows !== null && (rows.length === 0 ? none : children(rows))}
      {end !== null && (
        <ActionButton className="self-start max-sm:w-full" onClick={showMore}>
          {more}
        </ActionButton>
      )}
    </>
  );
}
