import { confirmationOf } from '@onceover/schema/confirmation';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../support/people.ts';
import { systemOfThisFile } from '../support/system.ts';
import { graphFields } from './graph-fields.ts';
import { graphRows } from './graph-rows.ts';

interface Targets {
  readonly customer: string;
  /** Another one, whose account is disabled. */
  readonly disabled: string;
  readonly domain: string;
  /** Of nothing that there is. */
  readonly unknown: string;
}

interface Change {
  readonly target: keyof Targets;
  /** The input's field with the target's id. */
  readonly idField?: string;
  /** The other fields of the input. */
  readonly fields?: string;
  /** The answer once it is confirmed. */
  readonly done: string;
}

/** Every change that a colonel can make. */
const changes: Readonly<Record<string, Change>> = {
  changeCustomerPlan: { target: 'customer', fields: 'plan: "identity"', done: 'CustomerChanged' },
  removeCustomerTwoStep: { target: 'customer', done: 'CustomerChanged' },
  endCustomerSessions: { target: 'customer', done: 'CustomerChanged' },
  disableCustomer: { target: 'customer', done: 'CustomerChanged' },
  enableCustomer: { target: 'disabled', done: 'CustomerChanged' },
  removeCustomDomain: { target: 'domain', done: 'CustomDomainRemoved' },
  burnListedSecrets: { target: 'unknown', idField: 'ids', done: 'ListedSecretsBurned' },
  liftLimit: { target: 'unknown', done: 'NotLimited' },
  settleEvent: {
    target: 'unknown',
    idField: 'eventId',
    fields: 'service: SECRETS, consumer: "secrets.plan-limits@1", action: RETRY',
    done: 'EventNotSettled',
  },
  settleEmail: { target: 'unknown', idField: 'deliveryId', fields: 'action: GIVE_UP', done: 'EmailNotSettled' },
};
/** They prove who asks, and look. */
const changesNothing = ['confirmIdentity', 'lookUpCustomer'];

const system = systemOfThisFile();
let colonel: Person;
let targets: Targets;

beforeAll(async () => {
  colonel = await system.people.colonel({ secondFactor: true });
  const customer = await system.people.paidCustomer();
  await customer.browser.post('/api/v2/account/domains/add', { domain: 'once.acme-confirmed.com' });
  const { json } = await customer.browser.graph('{ viewer { id } domains { nodes { id } } }');
  const unknown = '0198a7c4-5b1c-7d2e-8f3a-4b5c6d7e8f90';
  const disabled = await aDisabledCustomer();
  targets = { customer: json.data.viewer.id, disabled, domain: json.data.domains.nodes[0].id, unknown };
  await system.people.enableTwoStep(customer);
  await system.people.signedIn(customer);
}, 60_000);

async function aDisabledCustomer(): Promise<string> {
  const { browser } = await system.people.customer();
  const { id } = (await browser.graph('{ viewer { id } }')).json.data.viewer;
  const input = `{ id: "${id}", confirmation: "${confirmationOf(id)}", reason: ABUSE }`;
  await colonel.browser.graph(`mutation { disableCustomer(input: ${input}) { __typename } }`);
  return id;
}

/** The answer to a change; `confirmation` null: the field is left out. */
async function changing(name: string, confirmation: string | null) {
  const { target, idField = 'id', fields = '' } = changes[name] ?? {};
  if (target === undefined) throw new Error('this change has no row');
  const typed = confirmation === null ? '' : `confirmation: "${confirmation}"`;
  const input = `{ ${idField}: "${targets[target]}", reason: LEGAL, ${fields} ${typed} }`;
  const query = `mutation { ${name}(input: ${input}) { __typename ... on Refusal { code message } } }`;
  return (await colonel.browser.graph(query)).json;
}
/** All that these changes would change, and what is recorded of operators. */
async function standing() {
  await system.drain();
  const query = `{ customer(id: "${targets.customer}") { plan { id } twoStep { isEnabled } sessions { id } isDisabled }
    disabled: customer(id: "${targets.disabled}") { isDisabled }
    customDomains { nodes { domain { id } } }
    auditTrail(filter: { actionPrefixes: ["operator"] }) { entries { target reason } } }`;
  const { json } = await colonel.browser.graph(query);
  expect(json.errors).toBeUndefined();
  return json.data;
}

test('every mutation that only colonels may send is a change that is confirmed, or changes nothing', () => {
  const ofColonels = graphFields().filter((name) => /^Mutation\./.test(name) && graphRows[name]?.access === 'colonel');
  const known = [...Object.keys(changes), ...changesNothing].map((name) => `Mutation.${name}`);
  expect(ofColonels.sort()).toEqual(known.sort());
});

describe('a change that is not confirmed by the end of the id is refused; nothing changes, nothing is recorded', () => {
  test.each(Object.entries(changes))('%s', async (name, { target, done }) => {
    const right = confirmationOf(targets[target]);
    const before = await standing();
    const missing = await changing(name, null);
    expect(missing.data).toBeUndefined();
    expect(missing.errors[0].message).toContain('confirmation');
    for (const wrong of ['', right.slice(1), targets[target], [...right].toReversed().join('')]) {
      const { data } = await changing(name, wrong);
      expect(data[name]).toEqual({
        __typename: 'WrongConfirmation',
        code: 'account.wrong-confirmation',
        message: 'Type the last eight characters of the id to confirm.',
      });
    }
    expect(await standing()).toEqual(before);
    const { data } = await changing(name, ` ${right.toUpperCase()} `);
    expect(data[name].__typename).toBe(done);
  });
});
