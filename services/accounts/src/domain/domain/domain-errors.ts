import type { RefusalCode } from '@onceover/schema/refusals';
import { NamedError, refusal } from '@onceover/service-kit/errors';

/** What the rules of custom domains refuse; the code is a key of the schema's refusals. */

export class EmptyDomain extends refusal<RefusalCode>('domain.empty') {}
export class BadDomain extends refusal<RefusalCode>('domain.bad') {}
/** Already the account's, or served for another one. */
export class DuplicateDomain extends refusal<RefusalCode>('domain.duplicate') {}
export class DomainPlanRequired extends refusal<RefusalCode>('domain.plan-required') {}
export class DomainsDisabled extends refusal<RefusalCode>('domain.disabled') {}
/** Never added, removed, or another account's: one answer. */
export class UnknownDomain extends refusal<RefusalCode>('domain.unknown') {}

/** An id was used twice; cannot happen with ids made here, so it is a fault and not an answer. */
export class DomainAlreadyExists extends NamedError {}
