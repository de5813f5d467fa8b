import { expect, test } from 'vitest';
import { claimTokenFrom } from './claim-token.ts';

test.each([null, undefined, ''])('no Idempotency-Key is none (%s)', (absent) => {
  expect(claimTokenFrom(absent)).toBeNull();
});

test.each(['abcdefghij-klmnopqrstu', 'abcdefghij'.padEnd(255, 'x'), 'A-Z_a-z-0-9-abcdefghij'])(
  'a well-formed one is taken as it is',
  (key) => {
    expect(claimTokenFrom(key)).toBe(key);
  },
);

test.each(['x'.repeat(22), 'x'.repeat(21), 'x'.repeat(256), `${'x'.repeat(22)}\n`, 'ü'.repeat(22), ' '.repeat(22)])(
  'a malformed one is an error of the request that does not repeat it (%j)',
  (key) => {
    const refused = () => claimTokenFrom(key);
    expect(refused).toThrow(expect.objectContaining({ extensions: expect.objectContaining({ code: 'BAD_INPUT' }) }));
    expect(refused).toThrow('Malformed Idempotency-Key');
  },
);
