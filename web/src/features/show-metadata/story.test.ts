import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import type { Metadata } from '../../secrets/metadata.ts';
import { sharesMinute, storyOf } from './story.ts';

const t = ((key: string) => key) as unknown as TFunction<'public'>;
const second = 1_900_000_000;

function opened(details: Partial<Metadata['details']>): Metadata {
  const shown = {
    opened_by: 'anonymous',
    is_owner: false,
    confirmed: null,
    deliveries: [],
    refusals: [],
    programs: [],
    ...details,
  };
  return { record: { created: second, received: second }, details: shown } as unknown as Metadata;
}

test('within one second wrong passphrases stand before the opening, and late tries after everything', () => {
  const at = { count: 1, first: second, last: second };
  const refusals = [
    { reason: 'late', ...at },
    { reason: 'wrong_passphrase', ...at },
    { reason: 'locked', ...at },
  ] as const;
  const steps = storyOf(opened({ refusals: [...refusals], confirmed: second }), 'received', t);
  expect(steps.map(({ key }) => key)).toEqual(['created', 'wrong_passphrase', 'locked', 'ended', 'confirmed', 'late']);
});

test('that the generated value was shown once more stands between creation and opening', () => {
  const keys = (details: Partial<Metadata['details']>) => storyOf(opened(details), 'received', t).map(({ key }) => key);
  expect(keys({ generated_value_shown: second })).toEqual(['created', 'shown', 'ended']);
  expect(keys({})).toEqual(['created', 'ended']);
});

test('programs are steps of their own, apart from what people tried', () => {
  const programs = [{ kind: 'preview' as const, count: 2, first: second, last: second + 1 }];
  const steps = storyOf(opened({ programs }), 'received', t);
  expect(steps.at(-1)).toEqual({
    key: 'preview',
    label: 'metadata.programs.preview',
    at: second + 1,
    isRepeated: true,
    kind: 'program',
  });
});

test('who opened it is said as far as it is known', () => {
  const openedAs = (by: 'owner' | 'authenticated' | 'anonymous', isOwner: boolean) =>
    storyOf(opened({ opened_by: by, is_owner: isOwner }), 'received', t).at(-1)?.label;
  expect(openedAs('owner', true)).toBe('metadata.steps.openedByYou');
  expect(openedAs('owner', false)).toBe('metadata.steps.openedBySender');
  expect(openedAs('authenticated', true)).toBe('metadata.steps.openedSignedIn');
  expect(openedAs('anonymous', true)).toBe('metadata.steps.opened');
});

test('a message that an operator burned says so', () => {
  const burned = (byOperator: boolean) => {
    const { record, details } = opened({ burned_by_operator: byOperator });
    return storyOf({ record: { ...record, burned: second }, details }, 'burned', t).at(-1)?.label;
  };
  expect([burned(true), burned(false)]).toEqual(['metadata.steps.burnedByOperator', 'metadata.steps.burned']);
});

test('an email that came back is part of the story, also after somebody opened the message', () => {
  const deliveries = [{ status: 'bounced' as const, at: second + 60 }];
  const steps = storyOf(opened({ deliveries }), 'received', t);
  expect(steps.map(({ label }) => label).at(-1)).toBe('metadata.steps.email.bounced');
});

test.each([
  [
    [0, 59, 60, 125, null],
    [true, true, false, false, false],
  ],
  [
    [0, 60, 120],
    [false, false, false],
  ],
  [
    [60, 61, 179, 120],
    [true, true, true, true],
  ],
])('of steps at %j it is %j that they share their minute with another', (moments, shared) => {
  const steps = moments.map((at) => ({ key: `${at}`, label: '', at, isRepeated: false, kind: 'done' as const }));
  expect(steps.map((step) => sharesMinute(step, steps))).toEqual(shared);
});
