import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecentSecret } from '../../activity/recent-list.ts';
import { describeProblem } from '../../i18n/describe-problem.ts';
import { doEach } from '../../lib/do-each.ts';
import { Notice } from '../../ui/notice.tsx';
import type { RowControls } from './row-controls.ts';

/**
 * Does something with each of the chosen secrets as they were when the question was asked. What is done is no longer chosen; what could not be
 * done is `left`, with the reasons, and can be tried again. Once nothing is left, `onAll` gets how many there were.
 */
export function useEachChosen(secrets: readonly RecentSecret[], controls: RowControls, onAll: (count: number) => void) {
  const [left, setLeft] = useState(secrets);
  const [failures, setFailures] = useState<ReadonlyMap<string, unknown>>(new Map());
  const [count, setCount] = useState(0);
  const [turn, setTurn] = useState(0);
  const run = async (act: (key: string) => Promise<unknown>) => {
    const keys = left.map(({ key }) => key);
    const failed = await doEach(keys, act);
    const done = keys.filter((key) => !failed.has(key));
    controls.unchoose(done);
    controls.refresh();
    setFailures(failed);
    setLeft(left.filter(({ key }) => failed.has(key)));
    setCount(count + done.length);
    setTurn(turn + 1);
    if (failed.size > 0) return;
    controls.answer();
    onAll(count + done.length);
  };
  return { left, failures, count, turn, run };
}

interface ChosenRowsProps {
  readonly secrets: readonly RecentSecret[];
  /** Why it could not be done, by key. */
  readonly failures: ReadonlyMap<string, unknown>;
  /** Which try it was, so that each takes the focus. */
  readonly turn: number;
}

/** Which secrets are concerned, and of each that could not be changed why. */
export function ChosenRows({ secrets, failures, turn }: ChosenRowsProps) {
  const { t } = useTranslation('app');
  const list = (
    <ul className="max-h-40 overflow-y-auto text-ui" data-testid="concerned">
      {secrets.map((secret) => (
        <li key={secret.key} className="flex flex-wrap gap-x-3">
          <code dir="ltr">{secret.secretShortkey}</code>
          {secret.label !== null && <bdi className="min-w-0 truncate">{secret.label}</bdi>}
          <Reason error={failures.get(secret.key)} />
        </li>
      ))}
    </ul>
  );
  if (failures.size === 0) return list;
  return (
    <Notice key={turn} kind="error" title={t('recent.failed')} takesFocus>
      {list}
    </Notice>
  );
}

function Reason({ error }: { readonly error: unknown }) {
  const { i18n } = useTranslation();
  const problem = describeProblem(error, i18n);
  return problem === null ? null : <span className="text-danger">{problem.text}</span>;
}
