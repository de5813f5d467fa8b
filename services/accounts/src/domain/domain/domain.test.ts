import { deciderSpec } from '@onceover/testing/decider-spec';
import { describe, expect, test } from 'vitest';
import { type CheckDomain, checkDomain, type Finding, graceHours } from './check-domain.ts';
import { absent, addDomain, type DomainEvent, evolve, removeDomain } from './domain.ts';
import { DomainAlreadyExists } from './domain-errors.ts';

const facts = {
  domainId: '1a2b3c4d5e6f708192a3',
  accountRef: '0197a000-0000-7000-8000-000000000001',
  hostname: 'sealed',
};
const at = new Date('2026-11-21T15:00:00.000Z');
const hoursBefore = (hours: number) => new Date(at.getTime() - hours * 3_600_000);

const added: DomainEvent = { type: 'domain.added', schemaVersion: 1, data: facts };
const verified: DomainEvent = { type: 'domain.verified', schemaVersion: 1, data: facts };
const removed: DomainEvent = { type: 'domain.removed', schemaVersion: 1, data: facts };
const failed = (reasonCode: Exclude<Finding, 'matched'>, isServed: boolean): DomainEvent => ({
  type: 'domain.verification_failed',
  schemaVersion: 1,
  data: { ...facts, reasonCode, isServed },
});
const check = (finding: Finding, failingSince: Date | null = null): CheckDomain => ({
  ...facts,
  finding,
  at,
  failingSince,
});

const base = { evolve, initial: absent, limits: undefined };
const adding = deciderSpec({ ...base, decide: addDomain });
const checking = deciderSpec({ ...base, decide: checkDomain });
const removing = deciderSpec({ ...base, decide: removeDomain });

describe('a domain', () => {
  test('is added once', () => {
    adding.given([]).when(facts).emits(added);
    expect(() => addDomain(facts, evolve(absent, added))).toThrow(DomainAlreadyExists);
  });

  test('is verified by the check that finds its proof, also after checks that did not', () => {
    checking.given([added]).when(check('matched')).emits(verified);
    checking
      .given([added, failed('no-record', false)])
      .when(check('matched'))
      .emits(verified);
  });

  test('is removed by its account alone, whatever its state, and once', () => {
    removing.given([added]).when(facts).emits(removed);
    removing.given([added, verified]).when(facts).emits(removed);
    removing
      .given([added])
      .when({ ...facts, accountRef: 'another' })
      .refuses('domain.unknown');
    removing.given([]).when(facts).refuses('domain.unknown');
    removing.given([added, removed]).when(facts).refuses('domain.unknown');
  });

  test('that was removed is not checked', () => {
    checking.given([]).when(check('matched')).refuses('domain.unknown');
    checking.given([added, verified, removed]).when(check('matched')).refuses('domain.unknown');
  });
});

describe.each(['no-record', 'other-value', 'dns-unavailable'] as const)('a check that finds %s', (finding) => {
  test('leaves a domain that was never verified unserved', () => {
    checking.given([added]).when(check(finding)).emits(failed(finding, false));
  });

  test('leaves a verified one served until the grace period is over', () => {
    checking.given([added, verified]).when(check(finding)).emits(failed(finding, true));
    checking
      .given([added, verified, failed(finding, true)])
      .when(check(finding, hoursBefore(graceHours - 0.001)))
      .emits(failed(finding, true));
  });

  test('stops the serving when proofs have been missing for the grace period', () => {
    checking
      .given([added, verified, failed(finding, true)])
      .when(check(finding, hoursBefore(graceHours)))
      .emits(failed(finding, false));
  });

  test('does not bring back what is no longer served', () => {
    checking
      .given([added, verified, failed(finding, false)])
      .when(check(finding))
      .emits(failed(finding, false));
  });
});

test('a served domain that matches again makes no event', () => {
  checking.given([added, verified]).when(check('matched')).emits();
  checking
    .given([added, verified, failed('no-record', true)])
    .when(check('matched', hoursBefore(100)))
    .emits();
});

test('nothing that comes after its removal changes a domain', () => {
  const after = [added, verified, removed, verified, failed('no-record', true), added].reduce(evolve, absent);
  expect(after).toMatchObject({ status: 'removed' });
});

test('nothing happens to a domain that was never added', () => {
  expect([verified, removed].reduce(evolve, absent)).toEqual(absent);
});
