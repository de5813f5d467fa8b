import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AuditAddress, addressFrom, rangeNames, searchOf, viewNames } from './audit-address.ts';
import { printToken, readTokens, tokenNames, tokensOf, withToken } from './audit-tokens.ts';

/** As an address holds it: without space around it. */
const word = fc
  .oneof(fc.constantFrom('system', 'k3v9q2mx', ''), fc.string({ unit: 'grapheme' }))
  .map((text) => text.trim());
const second = fc.option(fc.nat({ max: 99_999_999_999 }));
const addresses = fc
  .record({
    range: fc.constantFrom(...rangeNames),
    from: second,
    to: second,
    actor: word,
    actions: fc.uniqueArray(word.filter((action) => action !== '')),
    target: word,
    outcome: fc.constantFrom('' as const, 'DONE' as const, 'FAILED' as const),
    network: word,
    request: word,
    view: fc.constantFrom(...viewNames),
  })
  .map((address): AuditAddress => (address.range === 'custom' ? address : { ...address, from: null, to: null }));

test('every address comes back from what the browser shows of it', () => {
  fc.assert(
    fc.property(addresses, (address) => {
      expect(addressFrom(searchOf(address))).toEqual(address);
    }),
  );
});

test('what is printed of an address is read as the same conditions', () => {
  fc.assert(
    fc.property(addresses, (address) => {
      const read = readTokens(tokensOf(address).map(printToken).join(' '));
      if ('word' in read) throw new Error(`not understood: ${read.word}`);
      const { range, from, to, view } = address;
      const empty = { ...addressFrom(''), range, from, to, view };
      expect(read.reduce(withToken, empty)).toEqual(address);
    }),
  );
});

test('any text is read as tokens that print as themselves, or says which of its words is none', () => {
  const typed = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc
      .array(fc.tuple(fc.constantFrom(...tokenNames, 'who'), fc.string()))
      .map((all) => all.map((each) => each.join(':')).join(' ')),
  );
  fc.assert(
    fc.property(typed, (text) => {
      const read = readTokens(text);
      if ('word' in read) expect(text).toContain(read.word);
      else expect(readTokens(read.map(printToken).join(' '))).toEqual(read);
    }),
  );
});
