import { fakeClock } from '@onceover/testing/fake-clock';
import { expect, test } from 'vitest';
import { createServedHosts } from './served-hosts.ts';

const served = { accountRef: 'ref', domainId: 'id', host: 'once.acme.com' };

/** A book that counts how often it is asked. */
function countingBook() {
  const asked: string[] = [];
  return {
    asked,
    findServed: async (host: string) => {
      asked.push(host);
      return host === served.host ? served : null;
    },
  };
}

test('an answer is good for five seconds, a no as well as a yes', async () => {
  const [book, clock] = [countingBook(), fakeClock()];
  const hosts = createServedHosts(book, clock);
  for (let time = 0; time < 3; time += 1) {
    expect(await hosts.isServed(served.host)).toBe(true);
    expect(await hosts.isServed('other.acme.com')).toBe(false);
  }
  expect(book.asked).toHaveLength(2);
  clock.advance({ milliseconds: 4_999 });
  await hosts.isServed(served.host);
  expect(book.asked).toHaveLength(2);
  clock.advance({ milliseconds: 1 });
  await hosts.isServed(served.host);
  expect(book.asked).toHaveLength(3);
});

test('a change by this process is seen at once, even by a question already on its way', async () => {
  const answers: ((found: typeof served | null) => void)[] = [];
  const slow = { findServed: () => new Promise<typeof served | null>((done) => answers.push(done)) };
  const hosts = createServedHosts(slow, fakeClock());
  const early = hosts.isServed(served.host);
  hosts.forget();
  answers[0]?.(served);
  expect(await early).toBe(true);
  const late = hosts.isServed(served.host);
  answers[1]?.(null);
  expect(await late).toBe(false);
});

test('a flood of hosts is not remembered for ever', async () => {
  const [book, clock] = [countingBook(), fakeClock()];
  const hosts = createServedHosts(book, clock);
  await hosts.isServed(served.host);
  for (let index = 0; index < 10_000; index += 1) await hosts.isServed(`n${index}.acme.com`);
  await hosts.isServed(served.host);
  expect(book.asked.filter((host) => host === served.host)).toHaveLength(2);
});

test('an outage is passed on and not remembered', async () => {
  let isAway = true;
  const book = {
    findServed: async () => {
      if (isAway) throw new Error('away');
      return served;
    },
  };
  const hosts = createServedHosts(book, fakeClock());
  await expect(hosts.isServed(served.host)).rejects.toThrow('away');
  isAway = false;
  expect(await hosts.isServed(served.host)).toBe(true);
});
