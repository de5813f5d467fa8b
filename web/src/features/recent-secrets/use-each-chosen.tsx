import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecentSecret } from '../../activity/recent-list.ts';
import { describeProblem } from '../../i18n/describe-problem.ts';
import { doEach } from '../../lib/do-each.ts';
import { Notice } from '../../ui/notice.tsx';
import type { RowControls } from './row-controls.ts';

/**
 * Does something with each of the chosen secrets as they were when the question was asked. What is done is no longer chosen; what could not be
 * done is `left`, with the reasons, and can be tried again. When the question goes away, none of the rest is done. `onEnd` gets how many
 * were done, once nothing is left, or what was on its way when the question went has been answered.
 */
export function useEachChosen(secrets: readonly RecentSecret[], controls: RowControls, onEnd: (count: number) => void) {
  const stop = useStopAtLeaving();
  const [left, setLeft] = useState(secrets);
  const [failures, setFailures] = useState<ReadonlyMap<string, unknown>>(new Map());
  const [count, setCount] = useState(0);
  const [turn, setTurn] = useState(0);
  const run = async (act: (key: string) => Promise<unknown>) => {
    const keys = left.map(({ key }) => key);
    const { signal } = stop.current;
    const failed = await doEach(keys, act, signal);
    const done = keys.filter((key) => !failed.has(key));
    controls.unchoose(done);
    controls.refresh();
    // Another question may be open by now: it is not this one's to answer.
    if (signal.aborted) {
      if (done.length > 0) onEnd(count + done.length);
      return;
    }
    setFailures(failed);
    setLeft(left.filter(({ key }) => failed.has(key)));
    setCount(count + done.length);
    setTurn(turn + 1);
    if (failed.size > 0) return;
    controls.answer();
    onEnd(count + done.length);
  };
  return { left, failures, count, turn, run };
}

/** Its signal is aborted when the component goes away. */
function useStopAtLeaving() {
  const stop = useRef(new AbortController());
  useEffect(() => {
    // Where effects run twice, what was stopped stays so.
    if (stop.current.signal.aborted) stop.current = new AbortController();
    return () => stop.current.abort();
  }, []);
  return stop;
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls by itself is scrolled by keyboard too
    <ul tabIndex={0} className="max-h-40 overflow-y-auto text-ui" data-testid="concerned">
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
