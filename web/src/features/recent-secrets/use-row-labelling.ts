import { type RefObject, useRef, useState } from 'react';

/** A label that is being typed. */
interface LabelDraft {
  /** Of the row. */
  readonly key: string;
  readonly text: string;
}

/** Which row is being labelled, and how to say so. */
export interface RowLabelling {
  readonly draft: LabelDraft | null;
  readonly onDraft: (draft: LabelDraft | null) => void;
  readonly onSaved: () => void;
  /** The row whose form was just closed; its button takes the focus. */
  readonly closed: RefObject<string | null>;
}

/** What is typed is kept above the lists, so that it survives when its row moves from one list to another. */
export function useRowLabelling(refresh: () => void): RowLabelling {
  const [draft, setDraft] = useState<LabelDraft | null>(null);
  const current = useRef<string | null>(null);
  const closed = useRef<string | null>(null);
  const onDraft = (next: LabelDraft | null) => {
    if (next === null) closed.current = current.current;
    current.current = next?.key ?? null;
    setDraft(next);
  };
  const onSaved = () => {
    onDraft(null);
    refresh();
  };
  return { draft, onDraft, onSaved, closed };
}
