import { addDomainUseCase } from './add-domain.ts';
import type { DomainPorts } from './domain-ports.ts';
import { findShareDomainUseCase } from './find-share-domain.ts';
import { listDomainsUseCase } from './list-domains.ts';
import { recheckDomainsUseCase } from './recheck-domains.ts';
import { removeDomainsOfUseCase, removeDomainUseCase } from './remove-domain.ts';
import { resolveHostUseCase } from './resolve-host.ts';
import { showDomainUseCase } from './show-domain.ts';
import { verifyDomainUseCase } from './verify-domain.ts';

/** Every verb of custom domains. */
export type DomainUseCases = ReturnType<typeof domainUseCasesOf>;

export function domainUseCasesOf(ports: DomainPorts) {
  return {
    /** Where customers should point their hosts. */
    domainTarget: ports.target,
    listDomains: listDomainsUseCase(ports),
    showDomain: showDomainUseCase(ports),
    addDomain: addDomainUseCase(ports),
    verifyDomain: verifyDomainUseCase(ports),
    removeDomain: removeDomainUseCase(ports),
    removeDomainsOf: removeDomainsOfUseCase(ports),
    recheckDomains: recheckDomainsUseCase(ports),
    findShareDomain: findShareDomainUseCase(ports),
    resolveHost: resolveHostUseCase(ports),
  };
}
