import type { UsageCounts } from '../use-cases/account/account-statistics.ts';
import type { CustomerView } from '../use-cases/account/own-account.ts';

/** What stands behind a type of the graph: `<Type>Mapper`, read by codegen. A type without one is what it says itself. */
export type { PlanDefinition as PlanMapper } from '@onceover/schema/plans';
export type { Passkey as PasskeyMapper } from '../use-cases/account/passkey-book.ts';
export type { ApiToken as ApiTokenMapper } from '../use-cases/api-token/token-ports.ts';
export type {
  CustomDomain as CustomDomainMapper,
  CustomDomain as DomainMapper,
} from '../use-cases/domain/domain-ports.ts';
export type { ListedSession as SessionMapper } from '../use-cases/session/manage-sessions.ts';
/** In a list the counts come with the customer; alone they are looked up when somebody asks for them. */
export type CustomerMapper = CustomerView & { readonly usage?: UsageCounts };
