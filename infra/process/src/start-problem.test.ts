import { DirectoryNotMade } from '@onceover/service-kit/durable-file';
import { expect, test } from 'vitest';
import { startProblem } from './start-problem.ts';

const place = { host: '127.0.0.1', port: 3000, portSetting: '--port ', hostSetting: '--host' };
const failed = (message: string, more: object) => Object.assign(new Error(message), more);

test.each([
  ['a setting', failed('say on or off', { name: 'ConfigError' }), /^say on or off$/],
  ['a directory that cannot be made', new DirectoryNotMade('The directory /x cannot be made.'), /^The directory \/x/],
  ['a port in use', failed('', { code: 'EADDRINUSE' }), /Port 3000 on 127\.0\.0\.1 is in use.*--port 3001/],
  ['an address of another machine', failed('', { code: 'EADDRNOTAVAIL' }), /not an address of this machine/],
  [
    'a volume that is read-only',
    failed('', { code: 'EROFS', syscall: 'chmod', path: '/keys' }),
    /^\/keys cannot be used: the file system is read-only \(EROFS\)\. Make it writable/,
  ],
  [
    'a volume of another user',
    failed('', { code: 'EACCES', syscall: 'open', path: '/keys/.new-4f0k2' }),
    /^\/keys cannot be used: this user is not allowed to \(EACCES\)\./,
  ],
  [
    'a port that this user may not have',
    failed('', { code: 'EACCES', syscall: 'listen' }),
    /^This user is not allowed to listen/,
  ],
  [
    'a right that PostgreSQL does not give',
    failed('do $$ begin grant x to y - z; end $$ - permission denied to grant role "x"', { code: '42501' }),
    /has to be done: permission denied to grant role "x"\. Start with the user that made/,
  ],
  [
    'a right, without a statement',
    failed('permission denied for schema x', { code: '42501' }),
    /done: permission denied for schema x\./,
  ],
])('%s is told in words', (_what, error, sentence) => {
  expect(startProblem(error, place)).toMatch(sentence);
});

test('anything else is a surprise', () => {
  expect(startProblem(new TypeError('x is undefined'), place)).toBeUndefined();
  expect(startProblem('x', place)).toBeUndefined();
});
