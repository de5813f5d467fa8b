import { useRef, useState } from 'react';

interface LabelDraft {
  readonly key: string;
  readonly text: string;
}

export type RowLabelling = ReturnType<typeof useRowLabelling>;

/** Which row is being labelled. What is typed is kept above the lists, so that it survives when its row moves to another. */
export function useRowLabelling(refresh: () => void) {
  const [draft, setDraft] = useState<LabelDraft | null>(null);
  const current = useRef<string | null>(null);
  /** The row whose form was just closed; its button takes the focus. */
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
