import type { EncodedCommand } from './encode-command.ts';

/**
 * The argument of `append`: the commands' rows side by side. A command's place is `ord`, from 0; a stream's is `at`,
 * from 1; `of` names the commands a lock or a group's rows belong to.
 */
export function encodeBatch(commands: readonly EncodedCommand[]): string {
  const shared = new Map<string, number[]>();
  const guards = new RowGroups();
  const writes = new RowGroups();
  const heads: string[] = [];
  const streams: string[] = [];
  const events: string[] = [];
  const locks: string[] = [];
  for (const [ord, command] of commands.entries()) {
    const at = streams.length + 1;
    heads.push(`{"at":${at},${command.head}`);
    for (const event of command.events) events.push(`{"at":${at + event.app},${event.row}`);
    for (const row of command.streams) streams.push(`{"ord":${ord},${row}`);
    for (const key of command.keys) locks.push(`{"of":[${ord}],"shared":false,"name":${JSON.stringify(key)}}`);
    for (const name of command.shared) addTo(shared, name, ord);
    for (const { group, row } of command.guards) guards.addNumbered(group, ord, row);
    for (const { name, row } of command.writes) writes.add(name, ord, row);
  }
  for (const [name, of] of shared) locks.push(`{"of":[${of.join()}],"shared":true,"name":${JSON.stringify(name)}}`);
  return (
    `{"commands":[${heads.join()}],"streams":[${streams.join()}],"events":[${events.join()}],` +
    `"locks":[${locks.join()}],"guards":[${encodeGuards(guards)}],"writes":[${encodeWrites(writes)}]}`
  );
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

  /** For guards: the row's own number inside its group is its `ord`, which the function returns when it matches. */
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
