import { arrayElement, type EncodedCommand } from './encode-command.ts';

/** The arguments of `append` for these commands; see `APPEND_ARGUMENTS`. */
export function encodeBatch(commands: readonly EncodedCommand[], single: boolean): (string | boolean)[] {
  const columns = new Columns();
  const shared = new Map<string, number[]>();
  const guards = new RowGroups();
  const writes = new RowGroups();
  for (const [ord, command] of commands.entries()) {
    columns.add(command, ord);
    for (const name of command.shared) addTo(shared, name, ord);
    for (const { group, row } of command.guards) guards.addNumbered(group, ord, row);
    for (const { name, row } of command.writes) writes.add(name, ord, row);
  }
  return [
    single,
    ...columns.values(),
    `{${[...shared.keys()].map(arrayElement).join()}}`,
    JSON.stringify([...shared.values()]),
    `[${encodeGuards(guards)}]`,
    `[${encodeWrites(writes)}]`,
  ];
}

type Column = (string | number | boolean)[];

/** Commands, their streams and their events, a list per argument, in the order of the arguments. */
class Columns {
  readonly #commands: readonly Column[] = columns(4);
  readonly #streams: readonly Column[] = columns(6);
  readonly #events: readonly Column[] = columns(6);
  readonly #bodies: string[] = [];
  #streamCount = 0;

  add({ commandId, streams, events, tenant }: EncodedCommand, ord: number): void {
    const at = this.#streamCount + 1;
    this.#streamCount += streams.length;
    push(this.#commands, commandId, at, streams.length, events.length);
    for (const { id, category, expected, size, closes } of streams) {
      push(this.#streams, id, ord, category, expected, size, closes);
    }
    for (const { app, back, id, type, schema, body } of events) {
      push(this.#events, at + app, back, id, type, schema, tenant);
      this.#bodies.push(body);
    }
  }

  values(): string[] {
    const lists = [...this.#commands, ...this.#streams, ...this.#events];
    return [...lists.map((list) => `{${list.join()}}`), `[${this.#bodies.join()}]`];
  }
}

function columns(count: number): Column[] {
  return Array.from({ length: count }, () => []);
}

function push(lists: readonly Column[], ...row: Column): void {
  for (const [index, value] of row.entries()) lists[index]?.push(value);
}

/** Checks before claims: `check_` sorts before `claim_`. */
function encodeGuards(groups: RowGroups): string {
  return groups
    .sorted()
    .map(([group, { of, rows }]) => {
      const [name, miss] = group.split(' ');
      return `{"function":"${name}","miss":"${miss}","of":[${of.join()}],"rows":[${rows.join()}]}`;
    })
    .join();
}

function encodeWrites(writes: RowGroups): string {
  return writes
    .inOrder()
    .map(([name, { of, rows }]) => `{"function":"write_${name}","of":[${of.join()}],"rows":[${rows.join()}]}`)
    .join();
}

interface RowGroup {
  readonly of: number[];
  readonly rows: string[];
}

class RowGroups {
  readonly #groups = new Map<string, RowGroup>();

  add(name: string, ord: number, row: string): void {
    const group = this.#group(name);
    group.of.push(ord);
    group.rows.push(row);
  }

  /** For guards: the row's number within its group is its `ord`, which the function returns if the row matches. */
  addNumbered(name: string, ord: number, row: string): void {
    const group = this.#group(name);
    const rest = row === '}' ? row : `,${row}`;
    group.rows.push(`{"ord":${group.of.length}${rest}`);
    group.of.push(ord);
  }

  inOrder(): [string, RowGroup][] {
    return [...this.#groups];
  }

  sorted(): [string, RowGroup][] {
    return [...this.#groups].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  #group(name: string): RowGroup {
    let group = this.#groups.get(name);
    if (group === undefined) {
      group = { of: [], rows: [] };
      this.#groups.set(name, group);
    }
    return group;
  }
}

function addTo(lists: Map<string, number[]>, name: string, ord: number): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [ord]);
  else list.push(ord);
}
