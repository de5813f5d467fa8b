import { routeTable } from '@onceover/embedded/route-table';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, postJson } from '../../support/http.ts';
import type { Person } from '../../support/people.ts';
import { unknownKey } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';
import { restOutcome } from './outcome.ts';
import { claims, values } from './payloads.ts';
import { restRows } from './rest-rows.ts';

const system = systemOfThisFile({ ONCEOVER_INCOMING_RECIPIENT: 'support@example.com' });
let nina: Person;

beforeAll(async () => {
  nina = await system.people.customer();
});

/** Rows that neither end a session nor renew anything; they can be called any number of times. */
const rows = routeTable
  .filter(({ method, isPlain, path }) => method === 'POST' && !isPlain && !path.endsWith('/logout'))
  .filter(({ dialect, path }) => dialect !== 'later' || !path.endsWith('/v2/secret/conceal'))
  .map(({ path, dialect }) => ({ path, dialect, row: restRows[`POST ${path}`] }));

const later = { payload: '422 bad_payload', statuses: [200, 401, 403, 404, 413, 422] };
/** How each dialect refuses a body that is too much, and every status that a body can lead to. */
const answered = {
  d18: { payload: '400 bad_payload', statuses: [200, 400, 403, 404, 413] },
  later,
  v3: later,
  v1: { payload: '404 bad_payload', statuses: [200, 404, 413] },
};

/** The names of the contract's fields, for all rows together: what one row ignores, another one reads. */
const names = [
  'secret',
  'kind',
  'passphrase',
  'ttl',
  'recipient',
  'share_domain',
  'continue',
  'locale',
  'domain',
  'msg',
];
const moreNames = ['ticketno', 'email', 'password', 'code', 'currentp', 'newp', 'confirmation', 'shrimp'];

const at = (path: string) => path.replace(':key', unknownKey);
const asNobody = (path: string, body: object) => postJson(system.url, at(path), body);

function asNina(path: string, body: object): Promise<Answer> {
  const { cookie = '', shrimp = '' } = nina.browser;
  return postJson(system.url, at(path), body, { cookie, 'o-shrimp': shrimp });
}

describe.each(rows)('$path', ({ path, dialect, row }) => {
  const { payload, statuses: ofDialect } = answered[dialect];
  // What is no text there is told to whoever nests.
  const statuses = path === '/api/v2/secret/conceal' ? [...ofDialect, ...later.statuses] : ofDialect;
  const fields = typeof row?.fields === 'function' ? row.fields() : (row?.fields ?? {});

  test('claims beside the fields do not turn anyone into someone else', async () => {
    for (const asking of [asNobody, asNina]) {
      const expected = restOutcome(await asking(path, fields));
      for (const [what, claim] of claims) {
        const answer = await asking(path, { ...claim, ...fields });
        // After too many wrong guesses, the password is refused with that reason.
        const allowed = [Object.keys(claim).length > 100 ? payload : expected, '400 rate_limited'];
        expect(allowed, what).toContain(restOutcome(answer));
        expect(answer.json.custid ?? 'anon', what).not.toBe('colonel@example.com');
      }
    }
  });

  test('values of any type get an answer that the contract allows', async () => {
    for (const [what, value] of values) {
      const body = Object.fromEntries([...names, ...moreNames].map((name) => [name, value]));
      for (const answer of [await asNobody(path, body), await asNina(path, body)]) {
        expect(statuses, what).toContain(answer.status);
        expect(answer.headers['content-type'], what).toBe('application/json; charset=utf-8');
        expect(answer.headers['set-cookie']?.join() ?? '', what).not.toContain('sess=x');
      }
    }
  });
});

test('after all that the customer is still the same', async () => {
  const { record } = (await nina.browser.get('/api/v2/authcheck')).json;
  expect(record).toMatchObject({ custid: nina.email, role: 'customer', plan: { planid: 'basic' } });
  expect((await nina.browser.get('/api/v2/colonel')).status).toBe(403);
});
