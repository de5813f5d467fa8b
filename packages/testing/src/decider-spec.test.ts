import { expect, test } from 'vitest';
import { deciderSpec } from './decider-spec.ts';

class Refused extends Error {
  readonly code = 'door.locked';
}

const door = deciderSpec<'open' | 'kick', 'open' | 'locked', 'opened' | 'locked', { kicks: number }>({
  decide(command, state, limits) {
    if (state === 'open') return [];
    if (command === 'open') throw new Refused();
    if (limits.kicks === 0) throw new TypeError('a bug');
    return 'opened';
  },
  evolve: (_state, event) => (event === 'opened' ? 'open' : 'locked'),
  initial: 'open',
  limits: { kicks: 1 },
});

test('given events, when a command comes, then its events or its refusal', () => {
  door.given(['locked']).when('kick').emits('opened');
  door.given(['locked', 'opened']).when('open').emits();
  door.given(['locked']).when('open').refuses('door.locked');
});

test('a wrong expectation fails, with both sides to compare', () => {
  const opened = door.given(['locked']).when('kick');
  expect(() => opened.emits('locked')).toThrow(expect.objectContaining({ expected: ['locked'], actual: ['opened'] }));
  expect(() => opened.refuses('door.locked')).toThrow('not refused');
  const refused = door.given(['locked']).when('open');
  expect(() => refused.refuses('door.gone')).toThrow('refused for another reason');
  expect(() => refused.emits('opened')).toThrow(Refused);
});

test('a bug in a decision is not a refusal', () => {
  const broken = deciderSpec({
    decide: (): string => {
      throw new TypeError('a bug');
    },
    evolve: (state: number) => state,
    initial: 0,
    limits: {},
  });
  expect(() => broken.given([]).when({}).refuses('door.locked')).toThrow(TypeError);
});
