import { describe, expect, test } from 'vitest';
import { checkPassword } from './password-rules.ts';

const rules = { minLength: 8, isCommon: (password: string) => ['letmein123', 'iloveyou1'].includes(password) };
const email = 'nina.meyer@acme.example';
const codeOf = (password: string, confirmation = password, change = {}) => {
  try {
    checkPassword(password, confirmation, email, { ...rules, ...change });
    return 'good';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('a password', () => {
  test.each([
    ['sunny harbour 42'],
    ['eight888'],
    ['pässwörter!'],
    ['🦊🦊🐻🐻🐼🐼🐨🐨'],
    ['x'.repeat(128) + 'y'.repeat(128)],
    ['meyer family reunion'],
    [' surrounded '],
  ])('%j is good', (password) => expect(codeOf(password)).toBe('good'));

  test.each([
    ['', 'account.password-too-short'],
    ['seven77', 'account.password-too-short'],
    ['🦊🦊🐻🐻🐼🐼🐨', 'account.password-too-short'],
    [`${'x'.repeat(256)}y`, 'account.password-too-long'],
    [`${'ü'.repeat(127)}xyz`, 'account.password-too-long'],
    ['letmein123', 'account.password-too-common'],
    ['LetMeIn123', 'account.password-too-common'],
    ['ILOVEYOU1', 'account.password-too-common'],
    ['onceover', 'account.password-too-common'],
    ['Onceover2026!', 'account.password-too-common'],
    ['OnceOver-Secret', 'account.password-too-common'],
    ['!!secret!!', 'account.password-too-common'],
    ['nina.meyer@acme.example', 'account.password-too-common'],
    ['nina.meyer', 'account.password-too-common'],
    ['NinaMeyer1984', 'account.password-too-common'],
    ['meyer123', 'account.password-too-common'],
    ['acme.example', 'account.password-too-common'],
    ['aaaaaaaaaaaa', 'account.password-too-common'],
  ])('%j is refused: %s', (password, code) => expect(codeOf(password)).toBe(code));

  test('is compared with its confirmation last', () => {
    expect(codeOf('sunny harbour 42', 'sunny harbour 43')).toBe('account.password-mismatch');
    expect(codeOf('short', 'other')).toBe('account.password-too-short');
  });

  test('is at least as long as the operator requires', () => {
    expect(codeOf('sunny harbour', 'sunny harbour', { minLength: 15 })).toBe('account.password-too-short');
    expect(codeOf('sunny harbour 42', 'sunny harbour 42', { minLength: 15 })).toBe('good');
  });

  test('is measured in its normal form', () => {
    expect(codeOf('cafe\u0301abc')).toBe('account.password-too-short');
    expect(codeOf('cafe\u0301abcd')).toBe('good');
  });
});
