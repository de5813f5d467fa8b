import { expect, test } from 'vitest';
import { AuthenticationFailed, agree, publicPartOf } from './crypto.ts';
import { newBoxKeyPair, openBox, sealBox } from './sealed-box.ts';

const hex = (text: string) => Buffer.from(text, 'hex');
const context = Buffer.from('delivery 7');
const letter = Buffer.from('to nina, about the tea');

test('the agreement gives the example of RFC 7748, 6.1', () => {
  const alice = hex('77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a');
  const bob = hex('5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb');
  expect(publicPartOf(alice).toString('hex')).toBe('8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a');
  expect(publicPartOf(bob).toString('hex')).toBe('de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f');
  const shared = '4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742';
  expect(agree(alice, publicPartOf(bob)).toString('hex')).toBe(shared);
  expect(agree(bob, publicPartOf(alice)).toString('hex')).toBe(shared);
});

test('only the receiver opens a box, and only with its context', () => {
  const receiver = newBoxKeyPair();
  const sealed = sealBox(receiver.publicKey, letter, context);
  expect(openBox(receiver, sealed, context).equals(letter)).toBe(true);
  expect(() => openBox(newBoxKeyPair(), sealed, context)).toThrow(AuthenticationFailed);
  expect(() => openBox(receiver, sealed, Buffer.from('delivery 8'))).toThrow(AuthenticationFailed);
});

test('every changed byte is noticed', () => {
  const receiver = newBoxKeyPair();
  const sealed = sealBox(receiver.publicKey, letter, context);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => openBox(receiver, changed, context), `byte ${at}`).toThrow(AuthenticationFailed);
  }
});

test('what is too short to be a box is refused', () => {
  expect(() => openBox(newBoxKeyPair(), Buffer.alloc(20), context)).toThrow(AuthenticationFailed);
});

test('what an earlier version sealed is opened', () => {
  const privateKey = Buffer.alloc(32, 1);
  const sealed = hex(
    '57c54fae534ec76bbfcdca1f228dbff2698453ffd9f9f0e201b99564115f265863f30894071f07f1338d29820faf0dab5364499f56a51e5b67b01964041b076b87db9f',
  );
  const receiver = { privateKey, publicKey: publicPartOf(privateKey) };
  expect(openBox(receiver, sealed, context).toString()).toBe('to nina');
});
