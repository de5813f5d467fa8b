import { expect, test } from 'vitest';
import { checkEmail, checkNewPassword, checkSignUp } from './credentials.ts';

test('an address needs something on both sides of the @', () => {
  for (const good of ['nina@example.com', ' nina@example.com ', '"a@b"@example.com', 'müller@büro.example']) {
    expect([good, checkEmail(good)]).toEqual([good, []]);
  }
  for (const bad of ['', 'nina', '@', 'nina@', '@example.com', 'ni na@example.com']) {
    expect([bad, checkEmail(bad)]).toEqual([bad, ['bad_email']]);
  }
});

test('AUT-5 both passwords must be the same, to the letter', () => {
  expect(checkNewPassword({ password: 'tea at five', confirm: 'tea at Five' }, 8)).toEqual(['password_mismatch']);
  expect(checkNewPassword({ password: 'tea at five', confirm: 'tea at five' }, 8)).toEqual([]);
});

test('a new password is counted as the server counts it: in characters, after NFKC', () => {
  for (const [password, problems] of [
    ['', ['short_password']],
    ['1234567', ['short_password']],
    ['\u{1F512}'.repeat(7), ['short_password']],
    ['\u{1F512}'.repeat(8), []],
    ['e\u0301'.repeat(7), ['short_password']],
  ] as const) {
    expect([password, checkNewPassword({ password, confirm: password }, 8)]).toEqual([password, problems]);
  }
});

test('everything that is wrong with a sign-up is found at once, the address first', () => {
  const all = ['bad_email', 'short_password', 'password_mismatch'];
  expect(checkSignUp({ email: 'nina', password: 'a', confirm: 'b' }, 8)).toEqual(all);
  expect(checkSignUp({ email: 'nina@example.com', password: 'a', confirm: 'b' }, 1)).toEqual(['password_mismatch']);
});
