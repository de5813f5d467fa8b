import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { tokenText } from './token-text.ts';

/** What scanners of other people are told. */
const document = readFileSync(new URL('../../../../../docs/TOKENS.md', import.meta.url), 'utf8');
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The one thing in the document that looks so. */
function documented(pattern: RegExp): string {
  const found = pattern.exec(document)?.[1];
  if (found === undefined) throw new Error(`docs/TOKENS.md has nothing like ${pattern}`);
  return found;
}

function rowsBelow(heading: string): readonly (readonly [string, string])[] {
  const [, rest = ''] = document.split(`| ${heading} `);
  const [table = ''] = rest.split('\n\n');
  return [...table.matchAll(/^\| `(.+?)`\s*\| `?(.+?)`?\s*\|$/gm)].map(([, first = '', second = '']) => [
    first,
    second,
  ]);
}

/** The steps of the document, with the CRC-32 of zlib instead of ours. */
function passesCheck(text: string): boolean {
  if (text.length !== 58 || !text.startsWith('onceover_')) return false;
  let number = crc32(text.slice(0, 52));
  let check = '';
  for (let digit = 0; digit < 6; digit += 1) {
    check = (digits[number % 62] ?? '') + check;
    number = Math.floor(number / 62);
  }
  return text.slice(52) === check;
}

const tokens = rowsBelow('Bytes (hexadecimal)');
const wrong = rowsBelow('Text').filter(([text]) => !text.startsWith('\\'));

describe('a token as docs/TOKENS.md describes it', () => {
  test('has vectors of tokens and of what is none', () => {
    expect(tokens).toHaveLength(4);
    expect(wrong).toHaveLength(6);
  });

  test.each(tokens)('%s makes the token that is shown, which passes the check', (bytes, token) => {
    expect(tokenText(Buffer.from(bytes, 'hex'))).toBe(token);
    expect(passesCheck(token)).toBe(true);
  });

  test.each(wrong)('%s does not pass: %s', (text) => {
    expect(passesCheck(text)).toBe(false);
  });

  test('is found by each of its patterns, alone and in a sentence', () => {
    const patterns = [
      documented(/```regex\n(.+)\n```/),
      documented(/^regex = '''(.+)'''$/m),
      documented(/^\| Secret format\s*\| `(.+?)`/m),
    ];
    for (const pattern of patterns) {
      for (const [, token] of tokens) {
        for (const text of [token, `TOKEN="${token}"`, `curl -u nina@example.com:${token} https://a.example`]) {
          expect(new RegExp(pattern).exec(text)?.[0]).toBe(token);
        }
      }
    }
  });

  test('is not found in what is longer or shorter', () => {
    const pattern = new RegExp(documented(/```regex\n(.+)\n```/));
    const [, token = ''] = tokens.at(-1) ?? [];
    for (const text of [token.slice(0, -1), `${token}0`, `x${token}`, token.toUpperCase()]) {
      expect(text).not.toMatch(pattern);
    }
  });

  test('is not the token named api, for which there is no pattern', () => {
    expect('0123456789abcdef0123456789abcdef01234567').not.toMatch(new RegExp(documented(/```regex\n(.+)\n```/)));
  });

  test('begins with a digit up to y', () => {
    expect(tokenText(new Uint8Array(32).fill(255))[9]).toBe(documented(/the first digit of the body is at most `(.)`/));
  });
});
