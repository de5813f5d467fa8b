import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findOrder, type Model } from './find-order.ts';
import { type Operation, type SecretState, secretModel, type Told } from './secret-model.ts';

const content = 'tea at 5?';
const never = Number.POSITIVE_INFINITY;
const model = secretModel(content);

const at = (told: Told, invokedAt: number, returnedAt: number): Operation => ({ ...told, invokedAt, returnedAt });

const reveal = (invokedAt: number, returnedAt: number, text = content) =>
  at({ call: 'reveal', answer: 'content', content: text }, invokedAt, returnedAt);
const revealGone = (invokedAt: number, returnedAt: number) =>
  at({ call: 'reveal', answer: 'gone' }, invokedAt, returnedAt);
const revealLost = (invokedAt: number) => at({ call: 'reveal', answer: 'unknown' }, invokedAt, never);
const burn = (invokedAt: number, returnedAt: number) => at({ call: 'burn', answer: 'burned' }, invokedAt, returnedAt);
const burnRefused = (invokedAt: number, returnedAt: number) =>
  at({ call: 'burn', answer: 'refused' }, invokedAt, returnedAt);
const burnLost = (invokedAt: number) => at({ call: 'burn', answer: 'unknown' }, invokedAt, never);
const look = (answer: 'shown' | 'gone', invokedAt: number, returnedAt: number) =>
  at({ call: 'look', answer }, invokedAt, returnedAt);
const metadata = (answer: SecretState, invokedAt: number, returnedAt: number) =>
  at({ call: 'metadata', answer }, invokedAt, returnedAt);

const honest: [string, Operation[]][] = [
  ['nobody came', []],
  ['looked at, revealed, gone', [look('shown', 1, 2), reveal(3, 4), revealGone(5, 6), look('gone', 7, 8)]],
  ['burned, then nothing works', [burn(1, 2), revealGone(3, 4), burnRefused(5, 6), metadata('burned', 7, 8)]],
  ['two race, one gets it', [reveal(1, 4), revealGone(2, 3)]],
  ['a loser hears of it before the winner', [reveal(1, 10), revealGone(2, 3), look('gone', 4, 5)]],
  ['a look during the reveal sees before', [reveal(1, 4), look('shown', 2, 3)]],
  ['looks during the reveal see before and after', [reveal(1, 8), look('shown', 2, 3), look('gone', 4, 5)]],
  ['a lost reveal took effect', [revealLost(1), look('gone', 2, 3), metadata('received', 4, 5)]],
  ['a lost reveal took effect long after', [revealLost(1), look('shown', 2, 3), look('gone', 8, 9)]],
  ['a lost reveal never took effect', [revealLost(1), look('shown', 2, 3), reveal(4, 5)]],
  ['a lost burn took effect', [burnLost(1), revealGone(2, 3), metadata('burned', 4, 5)]],
  ['of two lost endings, the later one', [revealLost(1), burnLost(2), metadata('burned', 3, 4)]],
  ['a lost burn came too late for a reveal', [burnLost(1), reveal(2, 3), metadata('received', 4, 5)]],
];

const forged: [string, Operation[]][] = [
  ['two revealed at once', [reveal(1, 4), reveal(2, 3)]],
  ['two revealed, one after the other', [reveal(1, 2), reveal(3, 4)]],
  ['revealed and burned at once', [reveal(1, 4), burn(2, 3)]],
  ['two burned', [burn(1, 4), burn(2, 3)]],
  ['revealed after the burn was acknowledged', [burn(1, 2), reveal(3, 4)]],
  ['burned after the reveal was acknowledged', [reveal(1, 2), burn(3, 4)]],
  ['shown after an acknowledged reveal', [reveal(1, 2), look('shown', 3, 4)]],
  ['shown after an acknowledged burn', [burn(1, 2), look('shown', 3, 4)]],
  ['shown again after it was gone', [reveal(1, 8), look('gone', 2, 3), look('shown', 4, 5)]],
  ['gone, though nothing ended it', [revealGone(1, 2)]],
  ['gone for a look, though nothing ended it', [look('gone', 1, 2)]],
  ['gone before the only reveal was asked', [revealGone(1, 2), reveal(3, 4)]],
  ['gone before the burn was asked', [look('gone', 1, 2), burn(3, 4)]],
  ['two losers and no winner', [revealGone(1, 4), revealGone(2, 3)]],
  ['a burn refused, though nothing ended it', [burnRefused(1, 2), look('shown', 3, 4)]],
  ['the content of another secret', [reveal(1, 2, 'coffee at 6?')]],
  ['the content of another secret, even for one of two', [reveal(1, 2), reveal(3, 4, 'coffee at 6?')]],
  ['no content', [reveal(1, 2, '')]],
  ['new for its creator after a reveal', [reveal(1, 2), metadata('new', 3, 4)]],
  ['received for its creator, but burned', [burn(1, 2), metadata('received', 3, 4)]],
  ['burned for its creator, but revealed', [reveal(1, 2), metadata('burned', 3, 4)]],
  ['received for its creator, though nobody asked', [metadata('received', 1, 2)]],
  ['the creator sees it change back', [revealLost(1), metadata('received', 2, 3), metadata('new', 4, 5)]],
  ['the creator sees two endings', [reveal(1, 9), burnLost(1), metadata('received', 2, 3), metadata('burned', 4, 5)]],
  ['a lost reveal explains no burn', [revealLost(1), metadata('burned', 2, 3)]],
  ['a lost burn explains no reveal', [burnLost(1), metadata('received', 2, 3)]],
  ['a lost reveal cannot end it before it was asked', [look('gone', 1, 2), revealLost(3)]],
  ['a lost reveal took effect, and another got it too', [revealLost(1), look('gone', 2, 3), reveal(4, 5)]],
  ['a lost burn took effect, and it came back', [burnLost(1), look('gone', 2, 3), look('shown', 4, 5)]],
  ['lost after a restart: revealed, then new again', [reveal(1, 2), burnLost(3), look('shown', 4, 5)]],
  ['one lost reveal cannot hand it to two', [revealLost(1), reveal(2, 3), reveal(4, 5)]],
];

describe('a history that an honest secret could have', () => {
  test.each(honest)('%s', (_name, operations) => {
    const order = findOrder(operations, model);
    expect(order).not.toBeNull();
    expect(isWitness(order ?? [], operations)).toBe(true);
  });
});

describe('a history that no honest secret could have', () => {
  test.each(forged)('%s', (_name, operations) => {
    expect(findOrder(operations, model)).toBeNull();
  });

  test.each(forged)('%s, among many honest looks', (_name, operations) => {
    const before = Array.from({ length: 30 }, (_, number) => look('shown', -100 + number, -50 + number));
    expect(findOrder([...before, ...operations], model)).toBeNull();
  });
});

const told: fc.Arbitrary<Told> = fc.oneof(
  fc.constantFrom<Told>(
    { call: 'reveal', answer: 'content', content },
    { call: 'reveal', answer: 'gone' },
    { call: 'reveal', answer: 'unknown' },
    { call: 'burn', answer: 'burned' },
    { call: 'burn', answer: 'refused' },
    { call: 'burn', answer: 'unknown' },
    { call: 'look', answer: 'shown' },
    { call: 'look', answer: 'gone' },
    { call: 'metadata', answer: 'new' },
    { call: 'metadata', answer: 'received' },
    { call: 'metadata', answer: 'burned' },
  ),
);

const anyHistory: fc.Arbitrary<Operation[]> = fc.array(
  fc
    .record({ told, invokedAt: fc.integer({ min: 0, max: 12 }), took: fc.integer({ min: 1, max: 8 }) })
    .map((drawn) => at(drawn.told, drawn.invokedAt, isLost(drawn.told) ? never : drawn.invokedAt + drawn.took)),
  { maxLength: 6 },
);

/** What a real secret answers: every call takes effect at one moment, and lasts from some time before to some after. */
const realHistory: fc.Arbitrary<Operation[]> = fc
  .array(
    fc.record({
      call: fc.constantFrom('reveal', 'burn', 'look', 'metadata'),
      before: fc.integer({ min: 0, max: 5 }),
      after: fc.integer({ min: 0, max: 5 }),
      fate: fc.constantFrom('answered', 'answered', 'answered', 'lost', 'never came'),
    }),
    { maxLength: 40 },
  )
  .map((calls) => {
    let state: SecretState = 'new';
    return calls.flatMap(({ call, before, after, fate }, moment): Operation[] => {
      const isEnding = call === 'reveal' || call === 'burn';
      const [told, next] = fate === 'never came' ? [null, state] : truth(call, state);
      state = next;
      if (fate === 'answered' && told !== null) return [at(told, moment - before, moment + after + 0.5)];
      return isEnding ? [at({ call, answer: 'unknown' }, moment - before, never)] : [];
    });
  });

function truth(call: Told['call'], state: SecretState): [Told, SecretState] {
  const isNew = state === 'new';
  switch (call) {
    case 'reveal':
      return isNew ? [{ call, answer: 'content', content }, 'received'] : [{ call, answer: 'gone' }, state];
    case 'burn':
      return isNew ? [{ call, answer: 'burned' }, 'burned'] : [{ call, answer: 'refused' }, state];
    case 'look':
      return [{ call, answer: isNew ? 'shown' : 'gone' }, state];
    case 'metadata':
      return [{ call, answer: state }, state];
  }
}

describe('the search for an order', () => {
  test.each(['a', 'b'])('the same operations may end differently in another order: %s was written last', (last) => {
    const write = (value: string) => ({ value, isRead: false, invokedAt: 1, returnedAt: 2 });
    const read = { value: last, isRead: true, invokedAt: 3, returnedAt: 4 };
    const register: Model<string, typeof read> = {
      initial: '',
      next: (state, { value, isRead }) => (isRead && value !== state ? null : value),
      isUnknown: () => false,
    };
    expect(findOrder([write('a'), write('b'), read], register)?.[1]?.value).toBe(last);
  });

  test('finds one exactly where trying every order of every choice of lost operations finds one', () => {
    let [fitting, unfitting] = [0, 0];
    fc.assert(
      fc.property(anyHistory, (operations) => {
        const order = findOrder(operations, model);
        const exists = everyOrder(operations).some((candidate) => isWitness(candidate, operations));
        if (exists) fitting += 1;
        else unfitting += 1;
        expect(order !== null).toBe(exists);
        if (order !== null) expect(isWitness(order, operations)).toBe(true);
      }),
      { numRuns: 4_000 },
    );
    expect(Math.min(fitting, unfitting)).toBeGreaterThan(400);
  });

  test('finds one for whatever a real secret answers, and none once a second caller got the content', () => {
    fc.assert(
      fc.property(realHistory, (operations) => {
        const order = findOrder(operations, model);
        expect(order).not.toBeNull();
        expect(isWitness(order ?? [], operations)).toBe(true);
        const winner = operations.find(({ answer }) => answer === 'content' || answer === 'burned');
        const end = operations.length + 10;
        if (winner !== undefined) expect(findOrder([...operations, reveal(end, end + 1)], model)).toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });
});

/** The definition itself: all known operations, answers that fit, and nobody after somebody who was asked later. */
function isWitness(order: readonly Operation[], operations: readonly Operation[]): boolean {
  const isComplete = operations.every((operation) => order.includes(operation) || isLost(operation));
  const keepsTime = order.every((later, place) =>
    order.slice(0, place).every((earlier) => later.returnedAt >= earlier.invokedAt),
  );
  let state: SecretState | null = 'new';
  for (const operation of order) state = state === null ? null : model.next(state, operation);
  return isComplete && keepsTime && state !== null;
}

/** Every order of every choice that leaves out some of the lost operations. */
function everyOrder(operations: readonly Operation[]): Operation[][] {
  const [first, ...rest] = operations;
  if (first === undefined) return [[]];
  const without = everyOrder(rest);
  const placed = without.flatMap((order) =>
    Array.from({ length: order.length + 1 }, (_, place) => order.toSpliced(place, 0, first)),
  );
  return isLost(first) ? [...placed, ...without] : placed;
}

function isLost({ answer }: Told): boolean {
  return answer === 'unknown';
}
