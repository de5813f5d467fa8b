import { expect, test } from '@playwright/test';
import { Browsers } from '../robots/browser/browsers.ts';
import { meetOnce } from '../robots/meet.ts';
import { people } from '../robots/people.ts';

/* Whoever is a person opens a link, once, and is refused nothing; only who is in doubt is asked to hold the button. */

const browsers = new Browsers(undefined);
test.afterAll(() => browsers[Symbol.asyncDispose]());

for (const person of people) {
  test(`a person opens a link: ${person.name}`, async () => {
    const { problems } = await meetOnce(person, { url: process.env.E2E_URL ?? '', browsers });
    expect(problems).toEqual([]);
  });
}
