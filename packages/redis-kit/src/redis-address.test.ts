import { loadConfig } from '@onceover/service-kit/config';
import { describe, expect, test } from 'vitest';
import { redisConfig } from './config.ts';
import { readRedisAddress } from './redis-address.ts';

const plain = {
  nodes: [{ host: '127.0.0.1', port: 6379 }],
  isCluster: false,
  isEncrypted: false,
  username: undefined,
  password: undefined,
  database: 0,
  prefix: 'onceover',
};

describe('an address of Redis', () => {
  test.each([
    ['redis://127.0.0.1', plain],
    ['redis://127.0.0.1:7000/3', { ...plain, nodes: [{ host: '127.0.0.1', port: 7000 }], database: 3 }],
    ['redis://[::1]:7000/', { ...plain, nodes: [{ host: '::1', port: 7000 }] }],
    ['rediss://127.0.0.1', { ...plain, isEncrypted: true }],
    ['redis://:p%40ss@127.0.0.1', { ...plain, password: 'p@ss' }],
    ['redis://nina:a%2Cb@127.0.0.1', { ...plain, username: 'nina', password: 'a,b' }],
    ['redis://127.0.0.1?prefix=once-2', { ...plain, prefix: 'once-2' }],
    ['redis://127.0.0.1?cluster=true', { ...plain, isCluster: true }],
    [
      'redis://a:7000, redis://b:7001,redis://c',
      {
        ...plain,
        isCluster: true,
        nodes: [
          { host: 'a', port: 7000 },
          { host: 'b', port: 7001 },
          { host: 'c', port: 6379 },
        ],
      },
    ],
  ])('%s is understood', (text, address) => {
    expect(readRedisAddress(text)).toEqual(address);
  });

  test.each([
    ['127.0.0.1:6379', /give an address like redis:\/\//],
    ['http://127.0.0.1', /begin with redis:\/\/, or with rediss:\/\//],
    ['redis://', /name the host/],
    ['redis://nina@127.0.0.1', /give the password too/],
    ['redis://:secret%@127.0.0.1', /write % in a user or password as %25/],
    ['redis://:se#cret@127.0.0.1', /./],
    ['redis://127.0.0.1/one', /the number of a database/],
    ['redis://127.0.0.1/99999', /the number of a database/],
    ['redis://127.0.0.1/1?cluster=true', /a cluster has only 0/],
    ['redis://127.0.0.1?cluster=yes', /say cluster=true or cluster=false/],
    ['redis://127.0.0.1?prefix=A:b', /give a prefix of 1 to 32/],
    ['redis://127.0.0.1?db=1', /the only options are/],
    ['redis://:one@a,redis://:two@b', /the same user, password, scheme and options/],
    ['redis://a,', /give an address like redis:\/\//],
  ])('%s is refused with a sentence', (text, sentence) => {
    expect(readRedisAddress(text)).toMatch(sentence);
  });

  test('a setting that cannot be understood says what to write, and never the password', () => {
    const load = (url: string) => loadConfig({ redis: redisConfig }, { ONCEOVER_REDIS_URL: url });
    expect(() => load('redis://nina:hunter2@cache/one')).toThrow(/ONCEOVER_REDIS_URL=\*\*\*: after the port/);
    expect(() => load('redis://:hunter2@a,redis://:hunter3@b')).toThrow(/^(?!.*hunter)/s);
    expect(() => load('')).toThrow(/ONCEOVER_REDIS_URL is required/);
  });
});
