import type { Caller } from '@onceover/schema/caller';
import { operatorOnly, provenOperatorOnly } from '@onceover/schema/colonel-proof';
import { isConfirmedBy } from '@onceover/schema/confirmation';
import { UnknownDomain } from '../../domain/domain/domain-errors.ts';
import { type OperatorWish, operatorActionOf, operatorContext } from '../account/account-command.ts';
import type { CustomDomain, DomainPlace, DomainPorts, DomainState } from '../domain/domain-ports.ts';
import { removeFound } from '../domain/remove-domain.ts';

const MOST = 200;

export interface WantedDomains {
  readonly first: number;
  readonly after: DomainPlace | null;
  /** A part of the host; empty: any. */
  readonly host: string;
  readonly state: DomainState | null;
}

export interface FoundDomains {
  readonly domains: readonly CustomDomain[];
  /** Null where nothing follows. */
  readonly end: DomainPlace | null;
}

/**
 * What colonels do with the custom domains of all customers. A removal is recorded in its own commit and needs a fresh proof of
 * password and second factor; its owner sees it in their lists and in their trail.
 *
 * Refuses  account.reauthentication-required, .wrong-confirmation, domain.unknown; `NotAuthorizedError` for everybody but colonels
 * Source   security 5.9
 */
export function manageDomainsUseCases(ports: DomainPorts) {
  return {
    listCustomDomains: async (wanted: WantedDomains, caller: Caller): Promise<FoundDomains> => {
      operatorOnly(caller);
      const first = Math.min(Math.max(wanted.first, 1), MOST);
      const host = wanted.host.trim().toLowerCase();
      // One more than wanted says whether anything follows.
      const found = await ports.book.listAll({ ...wanted, host }, first + 1);
      const domains = found.slice(0, first);
      const last = found.length > first ? domains.at(-1) : undefined;
      return { domains, end: last === undefined ? null : { host: last.host, domainRef: last.domainRef } };
    },
    removeCustomDomain: async (
      { id, confirmation, reasonCode }: OperatorWish,
      caller: Caller,
    ): Promise<CustomDomain> => {
      const operator = provenOperatorOnly(caller, ports.clock.now(), isConfirmedBy(confirmation, id));
      const find = async () => {
        const domain = await ports.book.findById(id);
        if (domain === null) throw new UnknownDomain();
        return domain;
      };
      return await removeFound(ports, find, ({ domainRef, accountRef }) => {
        const action = { action: 'domain_removed', targetKind: 'domain', targetRef: domainRef, reasonCode };
        const context = operatorContext(operator, accountRef);
        return { context, besides: [operatorActionOf(operator, action)] };
      });
    },
  };
}
