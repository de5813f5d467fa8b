import { expect, test } from 'vitest';
import { ApiError } from './calls/api-error.ts';
import { doEach } from './do-each.ts';

const ids = Array.from({ length: 20 }, (_, place) => `id ${place}`);
const unstopped = new AbortController().signal;
const turn = () => new Promise((taken) => setTimeout(taken, 1));
const refused = (code: string) => new ApiError({ failure: 'refused', url: '/', status: 400, codes: [code] });

test('each is done once, and never more than four at a time', async () => {
  const done: string[] = [];
  let [busy, most] = [0, 0];
  const failures = await doEach(
    ids,
    async (id) => {
      busy += 1;
      most = Math.max(most, busy);
      await turn();
      busy -= 1;
      done.push(id);
    },
    unstopped,
  );
  expect(failures.size).toBe(0);
  expect(done.toSorted()).toEqual(ids.toSorted());
  expect(most).toBe(4);
});

test('one that is refused stops none of the others, and its reason is told', async () => {
  const why = refused('not_burned');
  const done: string[] = [];
  const failures = await doEach(
    ids,
    async (id) => {
      await turn();
      if (id === 'id 3') throw why;
      done.push(id);
    },
    unstopped,
  );
  expect([...failures]).toEqual([['id 3', why]]);
  expect(done).toHaveLength(19);
});

test('after the first that came too fast nothing more is tried, and all that was left out is told', async () => {
  const tried: string[] = [];
  const failures = await doEach(
    ids,
    async (id) => {
      tried.push(id);
      await turn();
      if (tried.length >= 8) throw refused('rate_limited');
    },
    unstopped,
  );
  expect(tried).toHaveLength(8);
  expect(failures.size).toBeGreaterThanOrEqual(12);
  expect([...failures.keys()]).toEqual(expect.arrayContaining(ids.slice(8)));
});

test('once it is stopped none of the rest is tried; what is on its way is waited for, and the rest is told as not done', async () => {
  const stop = new AbortController();
  const [tried, done]: [string[], string[]] = [[], []];
  const failures = await doEach(
    ids,
    async (id) => {
      tried.push(id);
      if (tried.length === 6) stop.abort();
      await turn();
      done.push(id);
    },
    stop.signal,
  );
  expect(tried).toEqual(ids.slice(0, tried.length));
  expect(tried.length).toBe(6);
  expect(done).toEqual(tried);
  expect([...failures.keys()]).toEqual(ids.slice(6));
});
