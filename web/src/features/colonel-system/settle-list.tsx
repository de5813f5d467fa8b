import { type ReactNode, useState } from 'react';
import { OperatorDialog, type Wanted } from '../../colonel/operator-dialog.tsx';
import type { accepted } from '../../gql/mutate.ts';
import type { SettleEventMutationVariables } from '../../gql/operations.generated.ts';
import { Facts } from '../../ui/section.tsx';

/** One way to settle something. */
export interface Way<Given> {
  /** On the button, over the dialog and on its own button. */
  readonly name: string;
  /** What will happen. */
  readonly text: string;
  /** What is announced when it is done. */
  readonly done: string;
  readonly isHarmless: boolean;
  readonly run: (wanted: Omit<Wanted, 'fields'>) => Promise<Given>;
  /** Why it could not be done, where the answer says so. */
  readonly impossible: (answer: Given) => string | null;
}

/** Something that could not be handled and waits for a colonel. */
export interface Unsettled<Given> {
  /** Its end is typed to confirm. */
  readonly id: string;
  /** What names it in the dialog; no other item has the same. */
  readonly what: string;
  readonly facts: Parameters<typeof Facts>[0]['facts'];
  readonly ways: readonly Way<Given>[];
}

interface SettleListProps<Given> {
  readonly items: readonly Unsettled<Given>[];
  readonly onSettled: () => void;
}

const reasons = ['MAINTENANCE', 'SECURITY', 'LEGAL'] as const satisfies readonly Reason[];
type Reason = SettleEventMutationVariables['input']['reason'];

/** What waits for a colonel, each with its facts and a button for every way to settle it. */
export function SettleList<Given extends Parameters<typeof accepted>[0]>({ items, onSettled }: SettleListProps<Given>) {
  const [chosen, setChosen] = useState<{ readonly item: Unsettled<Given>; readonly way: Way<Given> } | null>(null);
  return (
    <>
      <ul className="flex flex-col gap-4">
        {items.map((item) => (
          <li key={item.what} className="flex flex-col gap-2 border-b border-border pb-4 last:border-0 last:pb-0">
            <Facts facts={item.facts} />
            <div className="flex flex-wrap gap-3">
              {item.ways.map((way) => (
                <button
                  key={way.name}
                  type="button"
                  className={way.isHarmless ? 'btn btn-quiet' : 'btn btn-text-danger'}
                  aria-haspopup="dialog"
                  onClick={() => setChosen({ item, way })}
                >
                  {way.name}
                </button>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {chosen !== null && <SettleDialog {...chosen} onClose={() => setChosen(null)} onSettled={onSettled} />}
    </>
  );
}

interface SettleDialogProps<Given> {
  readonly item: Unsettled<Given>;
  readonly way: Way<Given>;
  readonly onClose: () => void;
  readonly onSettled: () => void;
}

function SettleDialog<Given extends Parameters<typeof accepted>[0]>(props: SettleDialogProps<Given>) {
  const { item, way, onClose, onSettled } = props;
  return (
    <OperatorDialog
      title={way.name}
      text={way.text}
      submit={way.name}
      done={way.done}
      id={item.id}
      isHarmless={way.isHarmless}
      reasons={reasons}
      run={({ reason, confirmation }) => way.run({ reason, confirmation })}
      impossible={way.impossible}
      onClose={onClose}
      onDone={onSettled}
    >
      <p className="text-ui">{code(item.what)}</p>
    </OperatorDialog>
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
