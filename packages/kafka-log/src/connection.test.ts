import { OutageError } from '@onceover/service-kit/errors';
import { describe, expect, test } from 'vitest';
import { brokersWord, kafkaOutage, within } from './connection.ts';

const said = (type: string, wrapped: object = {}) => Object.assign(new Error('refused'), { type, ...wrapped });

describe('what the brokers called a failure', () => {
  test.each([
    ['itself', said('MESSAGE_TOO_LARGE'), 'MESSAGE_TOO_LARGE'],
    ['its cause', new Error('retried', { cause: said('MESSAGE_TOO_LARGE') }), 'MESSAGE_TOO_LARGE'],
    [
      'what kafkajs wrapped',
      Object.assign(new Error('wrapped'), { originalError: said('REQUEST_TIMED_OUT') }),
      'REQUEST_TIMED_OUT',
    ],
    ['an outage of ours', kafkaOutage(said('NOT_CONTROLLER')), 'NOT_CONTROLLER'],
    ['a failure of this machine', new Error('ECONNREFUSED'), undefined],
    ['no error', 'MESSAGE_TOO_LARGE', undefined],
  ])('is found in %s', (_where, error, word) => {
    expect(brokersWord(error)).toBe(word);
  });
});

test('an outage is told once, with its first cause', () => {
  const outage = kafkaOutage(new Error('gone'));
  expect(kafkaOutage(outage)).toBe(outage);
  expect(outage).toMatchObject({ cause: { message: 'gone' } });
});

test('what takes too long is an outage, and what it does later disturbs nobody', async () => {
  const late = Promise.withResolvers<string>();
  await expect(within(5, late.promise)).rejects.toThrow(OutageError);
  late.reject(new Error('late'));
  await expect(within(1_000, Promise.resolve('in time'))).resolves.toBe('in time');
  await expect(within(1_000, Promise.reject(new RangeError('refused')))).rejects.toThrow(RangeError);
});
