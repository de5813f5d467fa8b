import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createTestDatabase, type TestDatabase } from '@onceover/testing/database';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkServer, problemsOf } from './check-server.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase({ template: 'empty', migrate: async () => undefined });
  return () => database[Symbol.asyncDispose]();
});

describe('a server that somebody else runs', () => {
  test('that has everything is taken', async () => {
    await expect(checkServer(database.address)).resolves.toBeUndefined();
  });

  test('where the role may create neither roles nor schemas is refused with what to run, before anything is changed', async () => {
    const role = `poor_${database.address.database.slice(-8)}`;
    const owner = database.pool();
    await owner.query(`create role ${role} nologin; grant ${role} to current_user with set true`);
    const refusal = checkServer({ ...database.address, options: `-c role=${role}` });
    await expect(refusal).rejects.toThrow(`alter role "${role}" createrole`);
    await expect(refusal).rejects.toThrow(`grant create on database "${database.address.database}" to "${role}"`);
    await owner.query(`drop role ${role}`);
  });

  test.each([
    [{ host: '127.0.0.1', port: 1 }, 'nothing listens at this host and port'],
    [{ host: 'nowhere.invalid' }, 'the host name cannot be resolved'],
    [{ database: 'nothing_here' }, 'this database does not exist'],
    [{ user: 'nobody_here' }, 'PostgreSQL does not admit this user from here'],
  ])('that cannot be reached is one sentence: %j', async (wrong, sentence) => {
    await expect(checkServer({ ...database.address, ...wrong })).rejects.toThrow(`ONCEOVER_DATABASE_URL: ${sentence}`);
  });

  test.each([
    ['says nothing', () => undefined, 'PostgreSQL cannot be asked: it does not answer as it should (timeout expired)'],
    [
      'speaks another protocol',
      (socket: Socket) => void socket.end('HTTP/1.1 400\r\n\r\n'),
      'PostgreSQL cannot be asked',
    ],
    ['closes the connection', (socket: Socket) => void socket.destroy(), 'PostgreSQL cannot be asked'],
  ])('that %s is one sentence', async (_what, answer, sentence) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => answer(socket));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const address = { ...database.address, host: '127.0.0.1', port, connectionTimeoutMillis: 300 };
    await expect(checkServer(address)).rejects.toThrow(`ONCEOVER_DATABASE_URL: ${sentence}`);
    server.close();
  });

  test('that is too old is named with its version', () => {
    const facts = { name: '15.18', role: 'once', database: 'once', makesRoles: true, makesSchemas: true };
    expect(problemsOf({ ...facts, version: 150_018 })).toEqual([
      'the server is PostgreSQL 15.18; version 17 or newer is needed',
    ]);
    expect(problemsOf({ ...facts, version: 170_000 })).toEqual([]);
  });
});
