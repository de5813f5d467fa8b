import { OnceoverError } from '@onceover/client';
import { expect, test } from 'vitest';
import { failureOf } from './failure.ts';

const of = (status: number, code: string, message = 'as the server says', retryAfterSeconds?: number) =>
  failureOf(new OnceoverError({ status, code, message, retryAfterSeconds }), 'once.example');

test.each([
  [of(404, 'unknown_secret'), 'refused', /^There is no such secret/],
  [of(400, 'bad_passphrase'), 'refused', /^The passphrase is wrong\.$/],
  [of(400, 'not_burned'), 'refused', /has ended already/],
  [of(403, 'people_only'), 'refused', /^Only a person may open this\. Open the link in a browser\.$/],
  [of(400, 'account_required'), 'refused', /^as the server says$/],
  [of(403, 'not_authorized'), 'notAuthorized', /^once\.example does not accept the API token/],
  [of(400, 'rate_limited', '', 90), 'unavailable', /Try again in 90 seconds\.$/],
  [of(503, 'unavailable'), 'unavailable', /^once\.example is unavailable/],
  [of(503, 'outcome_unknown', 'The answer was lost.'), 'unavailable', /^The answer was lost\.$/],
  [
    of(0, 'network', 'The server cannot be reached (ENOTFOUND).'),
    'unavailable',
    /^once\.example cannot be reached \(ENOTFOUND\)/,
  ],
  [of(500, 'unexpected'), 'unavailable', /^as the server says$/],
  [of(0, 'bad_link', 'No link.'), 'usage', /^No link\.$/],
  [failureOf(new Error('canary'), 'once.example'), 'unexpected', /^The command failed because/],
])('%s', (failure, reason, sentence) => {
  expect(failure.reason).toBe(reason);
  expect(failure.message).toMatch(sentence);
});

test('what a server says cannot command the terminal', () => {
  expect(of(400, 'other', 'a\u001b[2Jb').message).toBe('a␛[2Jb');
});
