/** A list as the graph gives it: newest first, and whether it goes on. */
export interface OrderedList<Row> {
  readonly nodes: readonly Row[];
  readonly pageInfo: { readonly hasNextPage: boolean };
}

/** What a row is found by, and where it stands. */
export interface RowPlace {
  readonly id: string;
  /** Unix seconds. */
  readonly created: number;
}

/** How a list of one kind tells its rows apart, and which of two versions of a row is the newer. */
export interface RowRules<Row> {
  placeOf(row: Row): RowPlace;
  /** The newer of both, as `known` itself where nothing is new. */
  newer(known: Row, told: Row): Row;
}

/**
 * The list with a row as it stands now: in the place of its older version, else where it belongs by its age. What would stand
 * beyond the end of a list that goes on is not shown yet. The same list where nothing is new.
 */
export function withRow<Row, List extends OrderedList<Row>>(list: List, row: Row, rules: RowRules<Row>): List {
  const { id, created } = rules.placeOf(row);
  const at = list.nodes.findIndex((node) => rules.placeOf(node).id === id);
  const known = list.nodes[at];
  if (known !== undefined) {
    const newer = rules.newer(known, row);
    return newer === known ? list : { ...list, nodes: list.nodes.with(at, newer) };
  }
  const last = list.nodes.at(-1);
  // Whole seconds do not tell which of two stands before the other; the next answer does.
  const isWithin = last !== undefined && created > rules.placeOf(last).created;
  if (list.pageInfo.hasNextPage && !isWithin) return list;
  const older = list.nodes.findIndex((node) => rules.placeOf(node).created <= created);
  return { ...list, nodes: list.nodes.toSpliced(older === -1 ? list.nodes.length : older, 0, row) };
}

export function withoutRow<Row, List extends OrderedList<Row>>(list: List, id: string, rules: RowRules<Row>): List {
  const nodes = list.nodes.filter((node) => rules.placeOf(node).id !== id);
  return nodes.length === list.nodes.length ? list : { ...list, nodes };
}
