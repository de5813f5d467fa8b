import type { DomainRows, NotedLook } from '../../use-cases/domain/domain-ports.ts';

const taken = new Set(['domain_of_account', 'domain_active']);

/** The row of a look, for the command's commit and for a note by itself; `before` is the version it was decided on. */
export function lookRow(look: NotedLook, before: number) {
  return {
    domain_ref: look.domainRef,
    from_version: before,
    version: look.version,
    status: look.status,
    failing_since: look.failingSince?.toISOString() ?? null,
    checked_at: look.at.toISOString(),
    finding: look.finding,
    found: look.found,
  };
}

/** The rows of commands as the SQL functions of the migrations take them. */
export const domainRows: DomainRows = {
  added: (domain) => ({
    name: 'domain',
    row: {
      domain_ref: domain.domainRef,
      domain_id: domain.domainId,
      account_ref: domain.accountRef,
      original: domain.original,
      host: domain.host,
      display: domain.displayDomain,
      base_domain: domain.baseDomain,
      tld: domain.tld,
      challenge: domain.challenge,
      txt_value: domain.txtValue,
      created: domain.createdAt.toISOString(),
    },
  }),
  looked: (look, before) => ({ name: 'domain_look', row: lookRow(look, before) }),
  removed: (domainRef) => ({ name: 'domain_removal', row: { domain_ref: domainRef } }),
  isTaken: (error) => error instanceof Error && 'constraint' in error && taken.has(String(error.constraint)),
};
