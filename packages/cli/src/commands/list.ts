import type { Metadata } from '@onceover/client';
import { converse } from '../connect.ts';
import { Failure } from '../failure.ts';
import { timeInWords } from '../lifetime.ts';
import { visible } from '../terminal/visible.ts';
import type { ServerOptions, World } from '../world.ts';

/** The secrets of the account, newest first. Their keys show the status and burn; none opens a secret. */
export async function list(world: World, options: ServerOptions): Promise<void> {
  const { output } = world;
  const answer = await converse(world, options, undefined, ({ client, host, isSignedIn }) => {
    if (isSignedIn) return client.recent();
    throw new Failure('notAuthorized', `Listing secrets of ${host} needs an API token. Sign in with: onceover login`);
  });
  const newestFirst = answer.records.toReversed();
  if (options.json === true) {
    await output.print(newestFirst.map((record) => `${JSON.stringify(shown(record))}\n`).join(''));
    return;
  }
  if (newestFirst.length === 0) {
    if (options.quiet !== true) output.tell('There are no secrets of the last 30 days.');
    return;
  }
  const heading = ['KEY', 'STATE', 'CREATED', 'EXPIRES', 'RECIPIENTS'];
  const rows = newestFirst.map(({ key, state, created, expiration, recipients }) => [
    key,
    state,
    timeInWords(created),
    timeInWords(expiration),
    visible(recipients ?? ''),
  ]);
  await output.print(table(options.quiet === true ? rows.map(([key = '']) => [key]) : [heading, ...rows]));
}

function shown({ key, state, secret_shortkey, created, expiration, received, burned, recipients }: Metadata): object {
  return { key, state, secret_shortkey, created, expiration, received, burned, recipients };
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (most, row) => row.map((cell, index) => Math.max(most[index] ?? 0, cell.length)),
    [],
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  return rows.map((row) => `${line(row)}\n`).join('');
}
