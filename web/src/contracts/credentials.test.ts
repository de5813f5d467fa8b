import { expect, test } from 'vitest';
import { checkEmail, checkNewPassword, checkSignUp } from './credentials.ts';

test('an address needs something on both sides of the @', () => {
  for (const good of ['nina@example.com', ' nina@example.com ', '"a@b"@example.com', 'müller@büro.example']) {
    expect([good, checkEmail(good)]).toEqual([good, null]);
  }
  for (const bad of ['', 'nina', '@', 'nina@', '@example.com', 'ni na@example.com']) {
    expect([bad, checkEmail(bad)]).toEqual([bad, 'bad_email']);
  }
});

test('AUT-5 both passwords must be the same, to the letter', () => {
  expect(checkNewPassword({ password: '', confirm: '' })).toBe('short_password');
  expect(checkNewPassword({ password: 'tea at five', confirm: 'tea at Five' })).toBe('password_mismatch');
  expect(checkNewPassword({ password: 'tea', confirm: 'tea' })).toBeNull();
});

test('the address is named first', () => {
  expect(checkSignUp({ email: 'nina', password: 'a', confirm: 'b' })).toBe('bad_email');
  expect(checkSignUp({ email: 'nina@example.com', password: 'a', confirm: 'b' })).toBe('password_mismatch');
});
