import { type ReactNode, useMemo, useRef, useState } from 'react';
import { allToggled, type Chosen, noneChosen, toggled } from '../../lib/chosen.ts';

interface LabelDraft {
  readonly key: string;
  readonly text: string;
}

/** What is asked about, before it is done: the burning of some secrets, their common label, or what to do with one of them. */
export interface Asked {
  readonly about: 'burn' | 'label' | 'actions' | 'keys';
  readonly keys: readonly string[];
}

/** What a row can set off. It is the same object as long as the lists are shown, so that a row is drawn again only when it changes. */
export type RowControls = ReturnType<typeof useRowControls>['controls'];

/**
 * What somebody is doing with the rows: the story that is open (one at a time, so that a page listens to few streams), the label
 * that is being typed, what is chosen, what is asked. Kept above the lists, so that it stays when a row moves to another.
 */
export function useRowControls(refresh: () => void, storyOf: (key: string) => ReactNode) {
  const [open, setOpen] = useState<string | null>(null);
  const [draft, setDraft] = useState<LabelDraft | null>(null);
  const [chosen, setChosen] = useState<Chosen>(noneChosen);
  const [asked, setAsked] = useState<Asked | null>(null);
  const drafted = useRef<string | null>(null);
  /** The row whose form was just closed; it takes the focus. */
  const closed = useRef<string | null>(null);
  const latest = useRef({ refresh, storyOf });
  latest.current = { refresh, storyOf };
  const controls = useMemo(() => {
    const onDraft = (next: LabelDraft | null) => {
      if (next === null) closed.current = drafted.current;
      drafted.current = next?.key ?? null;
      setDraft(next);
    };
    return {
      closed,
      storyOf: (key: string) => latest.current.storyOf(key),
      refresh: () => latest.current.refresh(),
      toggleStory: (key: string) => setOpen((before) => (before === key ? null : key)),
      choose: (key: string) => setChosen((before) => toggled(before, key)),
      chooseAll: (keys: readonly string[]) => setChosen((before) => allToggled(before, keys)),
      unchoose: (keys: readonly string[]) => setChosen((before) => before.difference(new Set(keys))),
      ask: (about: Asked['about'], keys: readonly string[] = []) => setAsked({ about, keys }),
      answer: () => setAsked(null),
      onDraft,
      onSaved: () => {
        onDraft(null);
        latest.current.refresh();
      },
    };
  }, []);
  return { open, draft, chosen, asked, controls };
}
