import { type ReactNode, useState } from 'react';
import { type Answer, type Given, OperatorDialog } from '../../colonel/operator-dialog.tsx';
import type { SettleEventMutationVariables } from '../../gql/operations.generated.ts';
import { Facts } from '../../ui/section.tsx';

export interface Way<Answered> {
  /** On the button, over the dialog and on its own button. */
  readonly name: string;
  readonly text: string;
  readonly done: string;
  readonly isHarmless: boolean;
  readonly run: (given: Given) => Promise<Answered>;
  readonly impossible: (answer: Answered) => string | null;
}

export interface Unsettled<Answered> {
  /** Its end is typed to confirm. */
  readonly id: string;
  /** What names it in the dialog; no other item has the same. */
  readonly what: string;
  readonly facts: Parameters<typeof Facts>[0]['facts'];
  readonly ways: readonly Way<Answered>[];
}

interface SettleListProps<Answered> {
  readonly items: readonly Unsettled<Answered>[];
  readonly onSettled: () => void;
}

const reasons = ['MAINTENANCE', 'SECURITY', 'LEGAL'] as const satisfies readonly Reason[];
type Reason = SettleEventMutationVariables['input']['reason'];

/** What waits for a colonel, each with its facts and a button for every way to settle it. */
export function SettleList<Answered extends Answer>({ items, onSettled }: SettleListProps<Answered>) {
  const [chosen, setChosen] = useState<{ readonly item: Unsettled<Answered>; readonly place: number } | null>(null);
  // As it is now, in the language of now; the last that was known of one that somebody else has settled meanwhile.
  const current = items.find(({ what }) => what === chosen?.item.what) ?? chosen?.item;
  const way = chosen === null ? undefined : current?.ways[chosen.place];
  return (
    <>
      <ul className="flex flex-col gap-4">
        {items.map((item) => (
          <li key={item.what} className="flex flex-col gap-2 border-b border-border pb-4 last:border-0 last:pb-0">
            <Facts facts={item.facts} />
            <div className="flex flex-wrap gap-3">
              {item.ways.map((way, place) => (
                <button
                  key={way.name}
                  type="button"
                  className={way.isHarmless ? 'btn btn-quiet' : 'btn btn-text-danger'}
                  aria-haspopup="dialog"
                  onClick={() => setChosen({ item, place })}
                >
                  {way.name}
                </button>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {current !== undefined && way !== undefined && (
        <OperatorDialog
          {...way}
          title={way.name}
          submit={way.name}
          id={current.id}
          reasons={reasons}
          onClose={() => setChosen(null)}
          onDone={onSettled}
        >
          <p className="text-ui">{code(current.what)}</p>
        </OperatorDialog>
      )}
    </>
  );
}

/** A name of the system's own, which is read from left to right in every language. */
export function code(text: string): ReactNode {
  return (
    <code dir="ltr" className="break-all">
      {text}
    </code>
  );
}
