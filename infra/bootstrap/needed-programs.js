import path from 'node:path';
import { findCurlAndJq, noCurlAndJq } from './find-curl-and-jq.js';
import { findFaketime, noFaketime } from './find-faketime.js';
import { findForeignClients, noForeignClients } from './find-foreign-clients.js';
import { findKafka } from './find-kafka.js';
import { findPostgresTools, noPostgresTools } from './find-postgres-tools.js';
import { findRedis, noRedis } from './find-redis.js';
import { findSchemathesis, noSchemathesis } from './find-schemathesis.js';
import { runNode } from './run.js';

/** Programs that some tests need, and in which variable they find them. Without one, these tests fail, and say so each. */
const NEEDED = [
  { variable: 'REDIS_SERVER', suites: ['int', 'system'], find: findRedis, without: noRedis },
  { variable: 'POSTGRES_TOOLS', suites: ['int', 'system'], find: findPostgresTools, without: noPostgresTools },
  { variable: 'SCHEMATHESIS', suites: ['int', 'contract'], find: findSchemathesis, without: noSchemathesis },
  { variable: 'FOREIGN_CLIENTS', suites: ['contract'], find: findForeignClients, without: noForeignClients },
  { variable: 'JQ', suites: ['contract'], find: findCurlAndJq, without: noCurlAndJq },
  { variable: 'FAKETIME_LIBRARY', suites: ['system'], find: findFaketime, without: noFaketime },
];

/** What these suites need, as variables. What is missing is said before anything runs. */
export async function neededPrograms(chosen) {
  const found = {};
  for (const { variable, suites, find, without } of NEEDED) {
    if (!suites.some((suite) => chosen.includes(suite))) continue;
    const program = await find();
    if (program === undefined) process.stdout.write(`${without}\n`);
    else found[variable] = program;
  }
  if (chosen.includes('kafka') || chosen.includes('system')) await prepareKafka();
  return found;
}

/** Where this fails, the tests that start brokers say why. */
async function prepareKafka() {
  if (await findKafka()) await runNode(path.join('packages', 'kafka-server', 'scripts', 'prepare.ts'), []);
}
