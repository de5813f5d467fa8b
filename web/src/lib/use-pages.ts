import { useEffect, useRef, useState } from 'react';

interface Page<Row> {
  readonly nodes: readonly Row[];
  /** Where the next page begins; null at the end. */
  readonly endCursor: string | null;
}

interface Found<Row> {
  /** Null until the first answer. */
  readonly rows: readonly Row[] | null;
  readonly end: string | null;
  readonly error: unknown;
}

const nothing = { rows: null, end: null, error: null };

/**
 * A list, a page at a time. With another `filter` it begins anew, and an answer to an earlier question is not taken for an
 * answer to this one. `again` asks the same from the beginning.
 */
export function usePages<Row>(filter: object, ask: (after: string | null) => Promise<Page<Row>>) {
  const [found, setFound] = useState<Found<Row>>(nothing);
  const [turn, setTurn] = useState(0);
  const current = useRef<object | null>(null);
  const wanted = JSON.stringify(filter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks the same question again
  useEffect(() => {
    const question = {};
    current.current = question;
    const tell = (next: Found<Row>) => current.current === question && setFound(next);
    setFound(nothing);
    ask(null).then(
      ({ nodes: rows, endCursor: end }) => tell({ rows, end, error: null }),
      (error: unknown) => tell({ ...nothing, error }),
    );
  }, [wanted, turn]);
  const { end } = found;
  const showMore = () => {
    if (end === null) return;
    const question = current.current;
    const tell = (change: (before: Found<Row>) => Found<Row>) => current.current === question && setFound(change);
    ask(end).then(
      ({ nodes, endCursor }) =>
        tell((before) => ({ rows: [...(before.rows ?? []), ...nodes], end: endCursor, error: null })),
      (error: unknown) => tell((before) => ({ ...before, error })),
    );
  };
  return { ...found, showMore, again: () => setTurn(turn + 1) };
}
