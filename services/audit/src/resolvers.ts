import { UnixTime } from '@onceover/graphql-kit/unix-time';
import type { Caller } from '@onceover/schema/caller';
import { sdlOf } from '@onceover/schema/sdl';
import type { ServiceParts } from '@onceover/service-shell/service-parts';
import type { GraphContext } from './graphql/context.ts';
import { AuditBlock, AuditSignature, auditQueries, RecordedEntry, RecordedTrail } from './graphql/resolvers/audit.ts';
import { AuditEntry, AuditTrail, Customer, TrailSignature } from './graphql/resolvers/customer.ts';
import { overviewQueries } from './graphql/resolvers/overview.ts';
import { enums, type Resolvers } from './graphql/types.generated.ts';
import type { UseCases } from './use-cases/use-cases.ts';

/** Every field that is more than a property. */
const resolvers: Resolvers = {
  ...enums,
  UnixTime,
  Query: { ...overviewQueries, ...auditQueries },
  AuditBlock,
  AuditEntry,
  AuditSignature,
  AuditTrail,
  Customer,
  RecordedEntry,
  RecordedTrail,
  TrailSignature,
};

export function resolversOf(useCases: UseCases): ServiceParts<GraphContext, Caller>['resolvers'] {
  return { sdl: sdlOf('audit'), resolvers, contextFor: (caller) => ({ caller, useCases }) };
}
