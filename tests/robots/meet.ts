import { ApiClient } from '../support/api-client.ts';
import { ready } from '../support/pages/home-page.ts';
import { SecretPage } from '../support/pages/secret-page.ts';
import { readTexts } from '../support/texts.ts';
import type { Browsers } from './browser/browsers.ts';
import { between, Hand, pause } from './browser/hand.ts';
import { Visit } from './browser/visiting.ts';
import type { Person } from './person.ts';

/** What came of it when somebody opened links. */
export interface Met {
  readonly name: string;
  readonly times: number;
  /** How often the message was on the screen in the end. */
  readonly opened: number;
  /** How often somebody was asked to hold the button. */
  readonly asked: number;
  /** Answers that refused. */
  readonly refused: number;
  /** The mean time from the start to the message, in milliseconds. */
  readonly ms: number;
  /** What should not have been, as sentences. */
  readonly problems: readonly string[];
}

interface Place {
  readonly url: string;
  readonly browsers: Browsers;
}

const message = 'tea at five';

/** Lets somebody open so many links, one after the other. */
export async function meet(person: Person, place: Place, times: number): Promise<Met> {
  const all: Omit<Met, 'name' | 'times'>[] = [];
  for (let time = 0; time < times; time += 1) all.push(await meetOnce(person, place));
  const sum = (of: (one: Omit<Met, 'name' | 'times'>) => number) => all.reduce((total, one) => total + of(one), 0);
  return {
    name: person.name,
    times,
    opened: sum(({ opened }) => opened),
    asked: sum(({ asked }) => asked),
    refused: sum(({ refused }) => refused),
    ms: Math.round(sum(({ ms }) => ms) / Math.max(1, times)),
    problems: [...new Set(all.flatMap(({ problems }) => problems))],
  };
}

/** Lets somebody open one link. */
export async function meetOnce(person: Person, { url, browsers }: Place): Promise<Omit<Met, 'name' | 'times'>> {
  using api = new ApiClient(url, { keepAlive: false });
  const fields = person.passphrase === undefined ? {} : { passphrase: person.passphrase };
  const { secretKey, metadataKey } = await api.conceal(message, fields);
  const { context } = person;
  await using visit = new Visit(
    `${url}/secret/${secretKey}`,
    { browser: 'hand', hasOwnProfile: true, ...(context && { context }) },
    browsers,
  );
  const began = performance.now();
  const why = await readBy(person, visit).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message.split('\n')[0] : String(error)),
  );
  const ms = performance.now() - began;
  const { opened, asked, others } = visit.tries;
  const expected = person.isDoubtful ? 1 : 0;
  const { state } = (await api.metadata(metadataKey)).body.record;
  const problems = [
    ...(why === undefined ? [] : [`did not get to the message: ${why}`]),
    ...(opened === 1 && state === 'received' ? [] : [`opened ${opened} times; the secret is ${state}`]),
    ...(asked === expected ? [] : [`was asked to hold ${asked} times, and should have been ${expected} times`]),
    ...others.map((status) => `was refused with ${status}`),
  ];
  return { opened: why === undefined ? 1 : 0, asked, refused: others.length, ms, problems };
}

/** Until the message is on the screen. */
async function readBy(person: Person, visit: Visit): Promise<void> {
  const page = await visit.newPage();
  const secret = new SecretPage(page, readTexts('en'));
  const arrive = async () => {
    await page.goto(visit.url);
    await ready(page);
    await pause(between(1_000, 1_800));
  };
  await person.open({ url: visit.url, page, secret, hand: new Hand(page), arrive });
  await secret.value.waitFor();
  if ((await secret.value.inputValue()) !== message) throw new Error('it is another message');
  await visit.rest();
}
