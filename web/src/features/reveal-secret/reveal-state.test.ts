import type { AltchaChallengeAnswer } from '@onceover/schema/rest/site';
import { describe, expect, test } from 'vitest';
import type { RevealOutcome } from './reveal-secret.ts';
import { type RevealEvent, type RevealState, revealReducer } from './reveal-state.ts';

const gate = { hasPassphrase: true, needsVerification: false, isOwner: false };
const secret = { value: 'tea at five', displayLines: 4, isOwner: false, isVerification: false, originalSize: null };
const answered = (outcome: RevealOutcome): RevealEvent => ({ type: 'answered', outcome, nowMs: 1_000 });
const after = (...events: RevealEvent[]) => events.reduce<RevealState>(revealReducer, { kind: 'loading' });
const opened: RevealEvent = { type: 'gate-answered', gate };
const submitted: RevealEvent = { type: 'submitted' };

describe('the secret page', () => {
  test('asks before it opens a link that can be opened', () => {
    expect(after(opened)).toEqual({ kind: 'ready', gate, isBusy: false, obstacle: null, hold: null });
  });
  test('shows one page for every link that cannot be opened', () => {
    expect(after({ type: 'gate-closed', shownHere: null })).toEqual({ kind: 'gone' });
    expect(after(opened, submitted, answered({ kind: 'gone' }))).toEqual({ kind: 'gone' });
  });
  test('shows the message after the answer, and only then', () => {
    expect(after(opened, submitted).kind).toBe('ready');
    expect(after(opened, submitted, answered({ kind: 'revealed', secret }))).toEqual({ kind: 'revealed', secret });
  });
  test('says after a reload that its own message was closed', () => {
    expect(after({ type: 'gate-closed', shownHere: 'message' })).toEqual({ kind: 'closed' });
  });
  test('has a screen of its own for a verified address, after a reload as well', () => {
    const verified = { ...secret, isVerification: true };
    expect(after(opened, submitted, answered({ kind: 'revealed', secret: verified }))).toEqual({ kind: 'verified' });
    expect(after({ type: 'gate-closed', shownHere: 'verification' })).toEqual({ kind: 'verified' });
  });
  test('counts wrong passphrases so that each is announced', () => {
    const wrong = answered({ kind: 'wrong-passphrase' });
    expect(after(opened, submitted, wrong, submitted, wrong)).toMatchObject({
      obstacle: { kind: 'wrong-passphrase', tries: 2 },
    });
  });
  test('blocks until a limit is over, then lets the person try again', () => {
    const limited = [opened, submitted, answered({ kind: 'limited', seconds: 60 })];
    expect(after(...limited)).toMatchObject({ obstacle: { kind: 'limited', untilMs: 61_000 } });
    expect(after(...limited, { type: 'wait-over' })).toMatchObject({ kind: 'ready', obstacle: null });
  });
  test('asks to hold where a person is in doubt, anew each time, and no longer once something else was answered', () => {
    const challenge = (salt: string): AltchaChallengeAnswer => {
      return { algorithm: 'SHA-256', challenge: 'c', salt, signature: 's', maxnumber: 9 };
    };
    const asked = (salt: string) => answered({ kind: 'hold-asked', challenge: challenge(salt) });
    expect(after(opened, submitted, asked('one'))).toEqual({
      kind: 'ready',
      gate,
      isBusy: false,
      obstacle: null,
      hold: challenge('one'),
    });
    const again = [opened, submitted, asked('one'), submitted, asked('two')];
    expect(after(...again)).toMatchObject({ hold: { salt: 'two' } });
    expect(after(...again, submitted)).toMatchObject({ isBusy: true, hold: { salt: 'two' } });
    expect(after(...again, submitted, answered({ kind: 'wrong-passphrase' }))).toMatchObject({ hold: null });
  });
  test('offers the same claim again when its answer was lost', () => {
    const interrupted = [opened, submitted, answered({ kind: 'unknown' })];
    expect(after(...interrupted)).toMatchObject({ kind: 'interrupted', isBusy: false });
    expect(after(...interrupted, submitted, answered({ kind: 'revealed', secret }))).toMatchObject({
      kind: 'revealed',
    });
  });
  test('says that a message is lost when it is gone after a lost answer', () => {
    expect(after(opened, submitted, answered({ kind: 'unknown' }), submitted, answered({ kind: 'gone' }))).toEqual({
      kind: 'lost',
    });
  });
  test('forgets the message when the page is hidden, and nothing brings it back', () => {
    const hidden = [opened, submitted, answered({ kind: 'revealed', secret }), { type: 'page-hidden' } as const];
    expect(after(...hidden)).toEqual({ kind: 'closed' });
    expect(JSON.stringify(after(...hidden, submitted, answered({ kind: 'revealed', secret })))).not.toContain('tea');
  });
  test('still asks when the page is hidden before anything was opened, and what was held is let go', () => {
    expect(after(opened, { type: 'page-hidden' })).toMatchObject({ kind: 'ready' });
    const challenge = { algorithm: 'SHA-256', challenge: 'c', salt: 'one', signature: 's', maxnumber: 9 } as const;
    const asked = [opened, submitted, answered({ kind: 'hold-asked', challenge })];
    expect(after(...asked, { type: 'page-hidden' })).toMatchObject({ kind: 'ready', hold: null });
  });
});
