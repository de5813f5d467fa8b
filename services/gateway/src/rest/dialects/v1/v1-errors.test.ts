import { v1ErrorAnswer } from '@onceover/schema/rest/v1';
import { expect, test } from 'vitest';
import { unknownSecret } from '../../../http/api-error.ts';
import { v1Error } from './v1-errors.ts';

test('a key that is far too long comes back cut', () => {
  const key = 'k'.repeat(1000);
  const { status, body } = v1Error(unknownSecret(key), { key, shrimp: undefined, requestId: '1' });
  expect(status).toBe(404);
  expect(v1ErrorAnswer.parse(body).secret_key).toBe('k'.repeat(64));
});
