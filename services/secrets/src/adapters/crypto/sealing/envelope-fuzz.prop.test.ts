import { fuzz } from '@onceover/testing/fuzz';
import { GraphQLError } from 'graphql';
import { expect, test } from 'vitest';
import { cursorOf, positionFrom } from '../../../graphql/page-cursor.ts';
import { Undecryptable } from '../../../use-cases/secret/with-loaded-keys.ts';
import { fixedKeys } from '../testing/fixed-keys.ts';
import { sealFixture } from '../testing/sealed-secret.ts';
import { createSecretCipher } from './secret-cipher.ts';

/** Of all workspaces; see the gateway's. */
const PARSERS = 14;
const cipher = createSecretCipher(fixedKeys());
const { keys, binding, sealed } = sealFixture(cipher);

function open(text: string, field: 'ct' | 'wshard'): unknown {
  const stored = { ct: sealed.ct, wshard: sealed.wshard, epoch: sealed.epoch, [field]: Buffer.from(text, 'latin1') };
  return cipher.open({ secretKey: keys.secretKey, stored, passphraseKey: null, binding });
}

test.each(['ct', 'wshard'] as const)('whatever stands in %s opens as what was sealed, or is undecryptable', (field) => {
  const original = sealed[field].toString('latin1');
  const { undeclared, slow } = fuzz(
    {
      name: `envelope, ${field}`,
      parse: (text) => open(text, field),
      seeds: [original, original.slice(1), '', '\0'.repeat(60)],
      mayThrow: (error) => error instanceof Undecryptable,
      check: (_opened, text) => {
        if (!Buffer.from(text, 'latin1').equals(sealed[field])) throw new Error('changed bytes open');
      },
    },
    3_000,
    0.5 / PARSERS,
  );
  expect(undeclared).toEqual([]);
  expect(slow).toEqual([]);
});

test('whatever is sent as the place of a page is one, or bad input', () => {
  const seeds = [cursorOf({ at: 1_795_000_000_000, id: 'a-1' }), '', 'MTox'];
  const mayThrow = (error: unknown) => error instanceof GraphQLError;
  const { undeclared, slow } = fuzz({ name: 'page', parse: positionFrom, seeds, mayThrow }, 5_000, 1 / PARSERS);
  expect(undeclared).toEqual([]);
  expect(slow).toEqual([]);
});
