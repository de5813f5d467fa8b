import { expect, test } from 'vitest';
import { type CaptchaState, captchaAfter } from './captcha-state.ts';

const solution = { payload: 'p', lifeMs: 1 };
const verified: CaptchaState = { kind: 'verified', solution };
const solved = { kind: 'solved', solution } as const;

test('CAP-1 to CAP-5: the states follow one another', () => {
  let state: CaptchaState = { kind: 'unverified' };
  state = captchaAfter(state, { kind: 'started' });
  expect(state).toEqual({ kind: 'verifying' });
  expect(captchaAfter(state, { kind: 'failed' })).toEqual({ kind: 'error' });
  state = captchaAfter(state, solved);
  expect(state).toEqual(verified);
  expect(captchaAfter(state, { kind: 'expired' })).toEqual({ kind: 'expired' });
  expect(captchaAfter(state, { kind: 'reset' })).toEqual({ kind: 'unverified' });
});

test('what comes too late changes nothing', () => {
  expect(captchaAfter({ kind: 'unverified' }, solved)).toEqual({ kind: 'unverified' });
  expect(captchaAfter({ kind: 'expired' }, { kind: 'failed' })).toEqual({ kind: 'expired' });
  expect(captchaAfter({ kind: 'verifying' }, { kind: 'expired' })).toEqual({ kind: 'verifying' });
});
