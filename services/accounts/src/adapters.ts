import { eventRulesOf } from '@onceover/schema/event-rules';
import { type PlanDefinition, plansWith } from '@onceover/schema/plans';
import type { Clock } from '@onceover/service-kit/clock';
import { randomBytes } from '@onceover/service-kit/crypto';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import { createPasswordHashing } from '@onceover/service-kit/password-hashing';
import type { Backing, Foundation, ServiceDefinition } from '@onceover/service-shell/foundation';
import { type AccountKeys, openAccountKeys } from './adapters/crypto/account-keys.ts';
import { oneTimeCodes } from './adapters/crypto/one-time-codes.ts';
import { createPasswordHasher, isCommonPassword } from './adapters/crypto/password-hasher.ts';
import { createSubjectCipher } from './adapters/crypto/subject-cipher.ts';
import { createHostRecords, createTxtRecords } from './adapters/dns/dns-records.ts';
import { createDomainNames } from './adapters/domain-names/domain-names.ts';
import { httpsPortOf, ourPlaceOf } from './adapters/domain-names/our-place.ts';
import { createCertificateProbe } from './adapters/https/certificate-probe.ts';
import { createPostgresAccountBook, isAnyPasswordForeign, planOfAccount } from './adapters/postgres/account-book.ts';
import { createPostgresAttemptLedger, createPostgresSignInFailures } from './adapters/postgres/attempts.ts';
import { createPostgresDomainBook, domainRows } from './adapters/postgres/domain-book.ts';
import { createImportBook } from './adapters/postgres/import-book.ts';
import { checkKeys, hasKeys } from './adapters/postgres/key-check.ts';
import { createMailroom } from './adapters/postgres/mailroom.ts';
import { createPostgresPasskeyBook, createPostgresPasskeyChallenges } from './adapters/postgres/passkey-book.ts';
import { createPostgresPendingRequests } from './adapters/postgres/pending-requests.ts';
import { accountsSchema } from './adapters/postgres/schema.ts';
import { createPostgresSessionBook } from './adapters/postgres/session-book.ts';
import { createSubjectVault, type SubjectVault } from './adapters/postgres/subject-vault.ts';
import { createPostgresTokenBook } from './adapters/postgres/token-book.ts';
import { createPostgresTwoStepBook } from './adapters/postgres/two-step-book.ts';
import { createPasskeyCeremonies } from './adapters/webauthn/passkey-ceremonies.ts';
import { passkeySiteOf } from './adapters/webauthn/passkey-site.ts';
import type { AccountsConfig } from './config.ts';
import { createUsageBook } from './projections/usage/usage.queries.ts';
import type { AccountBook } from './use-cases/account/account-book.ts';
import type { AccountPorts, Failpoint } from './use-cases/account/account-ports.ts';
import type { UsagePorts } from './use-cases/account/account-statistics.ts';
import { tokenFacts } from './use-cases/api-token/resolve-token.ts';
import type { TokenPorts } from './use-cases/api-token/token-ports.ts';
import type { DomainPorts } from './use-cases/domain/domain-ports.ts';
import { removeDomainsOfUseCase } from './use-cases/domain/remove-domain.ts';
import { createServedHosts } from './use-cases/domain/served-hosts.ts';
import type { ImportPorts } from './use-cases/import/import-ports.ts';
import type { ServicePorts } from './use-cases/use-cases.ts';

/** What the service needs from whoever starts it. */
export interface AccountsDependencies extends Backing {
  readonly ask: AskInternal;
  /** For tests: the time, and moments at which to stop. */
  readonly clock?: Clock;
  readonly failpoint?: Failpoint;
}

export const definition = { schema: accountsSchema, eventRules: eventRulesOf('accounts') } as const;

export const serviceOf = ({ connections }: AccountsConfig): ServiceDefinition => ({ ...definition, connections });

/** What every adapter is made from. */
export interface AccountsBase extends Pick<Foundation, 'pool' | 'knex' | 'events' | 'jobsSchema'> {
  readonly config: AccountsConfig;
  readonly deps: Pick<AccountsDependencies, 'ask' | 'failpoint'>;
  readonly keys: AccountKeys;
  readonly clock: Clock;
  /** Seals what an event may carry only for as long as the account lives. */
  readonly vault: SubjectVault;
}

export interface AccountsAdapters extends AccountsBase {
  readonly services: ServicePorts;
}

export async function openAdapters(
  config: AccountsConfig,
  deps: AccountsDependencies,
  foundation: Foundation,
): Promise<AccountsAdapters> {
  const { pool, knex, events, jobsSchema } = foundation;
  const keys = await openAccountKeys(config.keysDir, config.kek, { isBegun: await hasKeys(pool) });
  await checkKeys(pool, keys.fingerprint);
  const clock = deps.clock ?? (await foundation.openClock());
  const vault = createSubjectVault(pool, createSubjectCipher(keys));
  const base = { config, deps, pool, knex, events, jobsSchema, keys, clock, vault };
  return { ...base, services: servicePortsOf(base) };
}

function servicePortsOf(base: AccountsBase): ServicePorts {
  const domains = domainPortsOf(base);
  const account = accountPortsOf(base, [removeDomainsOfUseCase(domains)]);
  return {
    account,
    plans: plansOf(base.config),
    domains,
    tokens: tokenPortsOf(base, account.book),
    usage: usagePortsOf(base),
  };
}

function accountPortsOf(
  { config, deps, pool, knex, events, jobsSchema, keys, clock }: AccountsBase,
  beforeErasure: AccountPorts['beforeErasure'],
): AccountPorts {
  const emailHash = (email: string) => keys.keyedHash('email', email);
  const deviceHash = (accountRef: string, family: string) => keys.keyedHash('device', accountRef, family);
  return {
    events,
    book: createPostgresAccountBook(pool, createSubjectCipher(keys), emailHash),
    sessions: createPostgresSessionBook(pool, deviceHash, emailHash),
    twoStep: createPostgresTwoStepBook(pool, keys),
    codes: oneTimeCodes,
    passkeys: createPostgresPasskeyBook(pool, createSubjectCipher(keys)),
    challenges: createPostgresPasskeyChallenges(pool),
    ceremonies: createPasskeyCeremonies(passkeySiteOf(config.siteHost)),
    passwords: createPasswordHasher(keys, createPasswordHashing(), isAnyPasswordForeign(pool, clock)),
    passwordRules: { minLength: config.passwordMinLength, isCommon: isCommonPassword },
    pending: createPostgresPendingRequests({ pool, knex, jobs: jobsSchema }, keys),
    attempts: createPostgresAttemptLedger(pool, keys.keyedHash),
    failures: createPostgresSignInFailures(pool, emailHash),
    mail: createMailroom(pool, deps.ask, clock),
    ask: deps.ask,
    clock,
    randomBytes,
    hasSignUp: config.hasSignUp,
    signUpPlans: config.signUpPlans,
    failpoint: deps.failpoint ?? (() => undefined),
    beforeErasure,
  };
}

/** What the import of accounts works with, beside what everything does. */
export function importPortsOf({ keys, services }: AccountsAdapters): ImportPorts {
  return { ...services, imports: createImportBook(keys, createSubjectCipher(keys)) };
}

/** The plans on offer, with what the operator set for visitors. */
export function plansOf(config: AccountsConfig): readonly PlanDefinition[] {
  return plansWith({
    maxCharacters: config.anonymousMaxCharacters,
    maxTtlSeconds: config.anonymousMaxTtlSeconds,
    defaultTtlSeconds: config.anonymousDefaultTtlSeconds,
    ttlOptions: config.anonymousTtlOptions,
  });
}

export function domainPortsOf({ config, pool, events, clock, vault }: AccountsBase): DomainPorts {
  const book = createPostgresDomainBook(pool);
  const port = httpsPortOf(config.siteHost);
  const resolvers = { servers: config.dnsServers };
  return {
    isEnabled: config.hasDomains,
    place: ourPlaceOf(config),
    events,
    book,
    rows: domainRows,
    names: createDomainNames(config.siteHost),
    txt: createTxtRecords(resolvers),
    hosts: createHostRecords(resolvers),
    certificates: port === null ? null : createCertificateProbe({ port }),
    sealForAccount: (accountRef, text) => vault.sealForAccount(accountRef, text),
    planOf: planOfAccount(pool),
    served: createServedHosts(book, clock),
    clock,
    randomBytes,
  };
}

export function tokenPortsOf(
  { events, pool, keys, clock }: AccountsBase,
  book: Pick<AccountBook, 'find' | 'emailOf'>,
): TokenPorts {
  return {
    events,
    tokens: createPostgresTokenBook(pool, createSubjectCipher(keys)),
    factsOf: tokenFacts(book),
    hashAttempt: (...subject) => keys.keyedHash('api-token', ...subject),
    clock,
    randomBytes,
  };
}

export function usagePortsOf({ pool, keys, clock }: AccountsBase): UsagePorts {
  return { clock, usage: createUsageBook(pool, createSubjectCipher(keys).openEmail) };
}
