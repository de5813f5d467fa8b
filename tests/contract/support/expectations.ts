import { badJsonAnswer, failureAnswer, plainErrorAnswer, unknownSecretAnswer } from '@onceover/schema/rest/errors';
import { expect } from 'vitest';
import type { Answer } from '../../support/http.ts';

/** The headers that every answer of `/api/v2` has. Source: REST contract 1.2; security 6.1. */
export function expectApiHeaders(answer: Answer, locale = 'en'): void {
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-language': locale,
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'x-robots-tag': 'noindex',
    'cross-origin-resource-policy': 'same-origin',
    vary: 'Cookie, Authorization, Origin',
  });
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-z-]{6,30}$/);
  expect(answer.headers['permissions-policy']).toContain('camera=()');
  for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'strict-transport-security']) {
    expect(answer.headers[name]).toBeUndefined();
  }
}

/** A 200 that fits its row; returns the typed body. */
export function expectOk<T>(answer: Answer, schema: { parse(body: unknown): T }): T {
  expectApiHeaders(answer);
  expect([answer.status, answer.json?.message]).toEqual([200, undefined]);
  return schema.parse(answer.json);
}

/** A 4xx or 5xx with `success: false`. */
export function expectFailure(answer: Answer, wanted: { status: number; code: string; message: string }): void {
  expectApiHeaders(answer);
  const { code, message } = failureAnswer.parse(answer.json);
  expect({ status: answer.status, code, message }).toEqual(wanted);
}

/** A 403, or a 404 that is not about a secret. */
export function expectPlainError(answer: Answer, wanted: { status: number; code: string; message: string }): void {
  expectApiHeaders(answer);
  const { code, message } = plainErrorAnswer.parse(answer.json);
  expect({ status: answer.status, code, message }).toEqual(wanted);
}

/** The same answer for every key that opens nothing. */
export function expectUnknownSecret(answer: Answer, key: string): void {
  expectApiHeaders(answer);
  expect(answer.status).toBe(404);
  expect(unknownSecretAnswer.parse(answer.json).secret_key).toBe(key);
}

/** Checks that POST answers have a form token and others do not. */
export function expectShrimp(answer: Answer, isCarried: boolean): void {
  expect(typeof answer.json.shrimp).toBe(isCarried ? 'string' : 'undefined');
}

export function expectBadJson(answer: Answer): void {
  expectApiHeaders(answer);
  expect([answer.status, badJsonAnswer.parse(answer.json).code]).toEqual([400, 'bad_json']);
}
