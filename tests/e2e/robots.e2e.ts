import { expect, test } from '@playwright/test';
import { Browsers } from '../robots/browser/browsers.ts';
import { visitOne } from '../robots/measure.ts';
import { zoo } from '../robots/zoo.ts';
import { ApiClient } from '../support/api-client.ts';

/* The short version of `npm run robots`: what has no hand opens nothing. Windows are left to the long one. */

const browsers = new Browsers(undefined);
test.afterAll(() => browsers[Symbol.asyncDispose]());

const secretsEach = 2;
const url = () => process.env.E2E_URL ?? '';

for (const robot of zoo.filter(
  ({ hasHand, mayOpen, browser }) => !hasHand && mayOpen === undefined && browser !== 'headed',
)) {
  test(`a robot opens nothing: ${robot.name}`, async () => {
    using api = new ApiClient(url(), { keepAlive: false });
    const visits = await Promise.all(
      Array.from({ length: secretsEach }, () => visitOne(robot, { api, url: url(), browsers })),
    );
    expect(visits.map(({ isOpened, broken }) => ({ isOpened, broken }))).toEqual(
      Array.from({ length: secretsEach }, () => ({ isOpened: false, broken: undefined })),
    );
  });
}
