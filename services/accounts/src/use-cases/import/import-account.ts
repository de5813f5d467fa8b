import { DuplicateCommand, VersionConflict } from '@onceover/event-store';
import { type AccountWish, type Finding, NOT_VERIFIED, type OnetimeAccount } from '@onceover/moving-in';
import { parseEmailAddress } from '@onceover/schema/email-address';
import { type PlanId, planIds } from '@onceover/schema/plans';
import { sha256 } from '@onceover/service-kit/crypto';
import { newId } from '@onceover/service-kit/ids';
import { type AccountEvent, absent, evolve } from '../../domain/account/account.ts';
import { importAccount } from '../../domain/account/account-changes.ts';
import { apiTokenName, apiTokenScopes } from '../../domain/api-token/api-token.ts';
import { addDomain } from '../../domain/domain/domain.ts';
import { securityEvent } from '../../domain/session/security-events.ts';
import { accountStream, securityStream, systemContext } from '../account/account-command.ts';
import { localeIfOurs } from '../account/pending-request.ts';
import type { NewApiToken } from '../api-token/token-ports.ts';
import { domainStream } from '../domain/domain-context.ts';
import { hasDomains } from '../domain/domain-owner.ts';
import type { NewDomain } from '../domain/domain-ports.ts';
import { limitsOf } from '../plan/plans.ts';
import { checkImportedDomains, domainsToImport } from './import-domains.ts';
import type { ImportedAccount, ImportPorts } from './import-ports.ts';

/**
 * Takes over an account of another server with its password, API token, role and domains in one commit, once: its reference
 * is derived from its address, so that a second import finds it, and also that its owner has closed it here since. Of records
 * with one address, the first that is given is taken. Nobody is emailed.
 *
 * Shape    what became of each part; without `isForReal` what would, and nothing is written
 * Source   dialects 8
 */
export function importAccountUseCase(ports: ImportPorts) {
  // Held for all accounts of a move: some hundred bytes each.
  const seen = new Map<string, string>();
  /** Whether an earlier record has the same reference; one record may be read twice. */
  const isAnother = (accountRef: string, { email, createdAt }: OnetimeAccount): boolean => {
    const record = `${createdAt.getTime()} ${email}`;
    const first = seen.get(accountRef) ?? record;
    seen.set(accountRef, first);
    return first !== record;
  };
  const importOne = async (account: OnetimeAccount, wish: AccountWish): Promise<readonly Finding[]> => {
    const email = parseEmailAddress(account.email);
    const of = { kind: 'account', name: account.email } as const;
    const left = (reason: string): readonly Finding[] => leftWith(account, { ...of, outcome: 'left', reason });
    if (!account.isVerified) return left(NOT_VERIFIED);
    if (email === null) return left('its address is none that email can be sent to');
    const accountRef = ports.imports.refOf(email);
    if (isAnother(accountRef, account)) return left('another record there has the same address');
    const there = await whatIsThere(ports, email, accountRef);
    if (there === 'another') return left('another account has this address here');
    if (there === 'closed') return left('it was imported before, and its owner has closed it since');
    if (there === 'imported') return await alreadyThere(ports, account, accountRef, wish);
    const planned = await planOf(ports, { ...account, email }, accountRef, wish);
    const taken = [{ ...of, outcome: 'taken' } as const, ...planned.findings];
    if (!wish.isForReal) return [...taken, ...wouldBe(planned.domains)];
    const more = await commit(ports, planned);
    if (more === 'overtaken') return await importOne(account, wish);
    const asPlanned = taken.filter(({ kind }) => !more.some((other) => other.kind === kind));
    return [...asPlanned, ...more, ...(await checkImportedDomains(ports.domains, accountRef))];
  };
  return importOne;
}

/** An account that is left leaves its domains. */
function leftWith({ domains }: OnetimeAccount, finding: Finding): readonly Finding[] {
  const reason = 'its account is left';
  return [finding, ...domains.map(({ host }) => ({ kind: 'domain', name: host, outcome: 'left', reason }) as const)];
}

const wouldBe = (domains: readonly NewDomain[]): readonly Finding[] =>
  domains.map(({ host }) => ({ kind: 'domain', name: host, outcome: 'taken' }));

type Presence = 'nobody' | 'imported' | 'another' | 'closed';

async function whatIsThere({ account }: ImportPorts, email: string, accountRef: string): Promise<Presence> {
  const found = await account.book.findByEmail(email);
  if (found !== null) return found.accountRef === accountRef ? 'imported' : 'another';
  const { events } = await account.events.load(accountStream(accountRef));
  const { status } = (events as unknown as readonly AccountEvent[]).reduce(evolve, absent);
  return status === 'absent' ? 'nobody' : 'closed';
}

/** Domains that are not verified are looked at again. */
async function alreadyThere(
  { domains }: ImportPorts,
  { email }: OnetimeAccount,
  accountRef: string,
  { isForReal }: AccountWish,
): Promise<readonly Finding[]> {
  const finding = { kind: 'account', name: email, outcome: 'already there' } as const;
  return isForReal ? [finding, ...(await checkImportedDomains(domains, accountRef))] : [finding];
}

interface PlannedImport {
  readonly account: ImportedAccount;
  readonly token: NewApiToken | null;
  readonly domains: readonly NewDomain[];
  /** Of what is not a domain that is taken. */
  readonly findings: readonly Finding[];
}

async function planOf(
  ports: ImportPorts,
  source: OnetimeAccount,
  accountRef: string,
  { takesColonels }: AccountWish,
): Promise<PlannedImport> {
  const { email, createdAt } = source;
  const judged = await domainsToImport(ports.domains, accountRef, source.domains);
  const domains = judged.flatMap((each) => ('domain' in each ? [each.domain] : []));
  const password = ports.account.passwords.keepForeign(source.passwordHash);
  const role = takesColonels && source.role === 'colonel' ? 'colonel' : 'customer';
  const locale = localeIfOurs(source.locale);
  const planId = planLike(source.planId, domains.length > 0);
  const sealed = ports.imports.sealSubject(accountRef, email);
  const facts = { accountRef, email, planId, role, locale, mailLocale: locale ?? 'en' } as const;
  const token = tokenOf(source.apiToken, accountRef, createdAt);
  return {
    account: { ...facts, password, createdAt, sealed },
    token,
    domains,
    findings: [
      passwordFinding(source, password.foreign !== null),
      ...tokenFindings(source, token),
      ...roleFindings(source, role),
      ...judged.flatMap((each) => ('finding' in each ? [each.finding] : [])),
    ],
  };
}

/** The plan of the same name, or the one that has what the account had. */
function planLike(planId: string, needsDomains: boolean): PlanId {
  const name = planId.startsWith('identity') ? 'identity' : planId;
  const found = planIds.find((id) => id === name && id !== 'anonymous') ?? 'basic';
  return needsDomains && !hasDomains(found) ? 'identity' : found;
}

/** As clients of the old API have it: the account's token named `api`, by its hash. */
function tokenOf(text: string | null, accountRef: string, createdAt: Date): NewApiToken | null {
  if (text === null || !/^[0-9a-f]{40}$/.test(text)) return null;
  const named = { tokenId: newId(), name: apiTokenName, scopes: apiTokenScopes };
  return { ...named, accountRef, hash: sha256(text), createdAt, expiresAt: null };
}

function passwordFinding({ email, passwordHash }: OnetimeAccount, isKept: boolean): Finding {
  const of = { kind: 'password', name: email } as const;
  if (isKept) return { ...of, outcome: 'taken' };
  const why = passwordHash === null ? 'it is not there' : 'it is hashed in a way that cannot be checked here';
  return { ...of, outcome: 'left', reason: `${why}: its owner chooses one by "Forgot password"` };
}

function tokenFindings({ email, apiToken }: OnetimeAccount, token: NewApiToken | null): readonly Finding[] {
  const of = { kind: 'API token', name: email } as const;
  if (token !== null) return [{ ...of, outcome: 'taken' }];
  return apiToken === null ? [] : [{ ...of, outcome: 'left', reason: 'it is not 40 hexadecimal digits' }];
}

function roleFindings({ email, role }: OnetimeAccount, taken: string): readonly Finding[] {
  if (role !== 'colonel') return [];
  const of = { kind: 'colonel', name: email } as const;
  if (taken === 'colonel') return [{ ...of, outcome: 'taken', reason: 'it has rights once two-step sign-in is on' }];
  return [{ ...of, outcome: 'left', reason: 'it is a customer here; with --colonels it stays a colonel' }];
}

/** Returns what turned out differently from what was planned; `overtaken`: somebody else took the address meanwhile. */
async function commit(ports: ImportPorts, planned: PlannedImport): Promise<readonly Finding[] | 'overtaken'> {
  try {
    await commitOnce(ports, planned);
    return [];
  } catch (error) {
    const isOvertaken = error instanceof DuplicateCommand || error instanceof VersionConflict;
    if (isOvertaken || ports.account.book.isEmailTaken(error)) return 'overtaken';
    if (planned.token === null || !ports.imports.isTokenTaken(error)) throw error;
  }
  const { email } = planned.account;
  const left = {
    kind: 'API token',
    name: email,
    outcome: 'left',
    reason: 'another account here has the same one',
  } as const;
  const more = await commit(ports, { ...planned, token: null });
  return more === 'overtaken' ? more : [left, ...more];
}

async function commitOnce(ports: ImportPorts, { account, token, domains }: PlannedImport): Promise<void> {
  const { accountRef, planId, role, mailLocale, sealed } = account;
  const facts = { accountRef, planId, locale: mailLocale, limits: limitsOf(planId), role };
  const added = domains.map((domain) => {
    const hostname = ports.imports.sealText(accountRef, sealed, domain.host);
    return {
      stream: domainStream(domain.domainRef),
      expected: 'none' as const,
      events: [addDomain({ domainId: domain.domainId, accountRef, hostname }, { status: 'absent' })],
    };
  });
  const security =
    token === null ? [] : [securityEvent('account.token_created', { accountRef, tokenRef: token.tokenId })];
  await ports.account.events.transact(systemContext(`import:${accountRef}`, accountRef, 'cli'), async (uow) => {
    await uow.append(
      { stream: accountStream(accountRef), expected: 'none', events: importAccount(facts, absent) },
      ...(security.length > 0
        ? [{ stream: securityStream(accountRef), expected: 'any' as const, events: security }]
        : []),
      ...added,
    );
    await ports.imports.addAccount(uow.tx, account);
    if (token !== null) await ports.tokens.tokens.replace(uow.tx, token);
    for (const domain of domains) await ports.imports.addDomain(uow.tx, domain);
  });
}
