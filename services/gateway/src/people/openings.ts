import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '@onceover/schema/caller';
import type { ProgramKind } from '@onceover/schema/events/secrets';
import { noteProgram } from '@onceover/schema/internal/note-program';
import { type Observed, observed as observedSchema, type revealForm } from '@onceover/schema/rest/secret';
import { holdMilliseconds } from '@onceover/schema/web/opening';
import { sha256 } from '@onceover/service-kit/crypto';
import { OutageError } from '@onceover/service-kit/errors';
import type { AskInternal } from '@onceover/service-kit/internal-call';
import type { z } from 'zod';
import type { Captcha } from '../captcha/captcha.ts';
import type { UsedSolutions } from '../captcha/used-solutions.ts';
import { holdAsked, intentNeeded } from '../http/api-error.ts';
import { gatewayLog } from '../logger.ts';
import type { Intent, Intents } from './intents.ts';
import type { LinkKeys } from './link-keys.ts';
import { isLinkPreview } from './link-previews.ts';
import type { IsFromScanner } from './scanner-networks.ts';
import { type Doubt, weigh } from './weigh.ts';

/** A request that opens a link. */
export interface Opening {
  readonly key: string;
  readonly form: z.infer<typeof revealForm>;
  readonly caller: Caller;
  readonly headers: IncomingHttpHeaders;
  /** The peer's address: compared, and never kept. */
  readonly peer: string;
  readonly idempotencyKey: string | undefined;
}

/** Somebody who may open a link, and what goes with a refusal that they may try again after, such as a wrong passphrase. */
export interface Admission {
  readonly caller: Caller;
  /** A new intent for the page; nothing for programs. */
  readonly next: () => { readonly intent?: string };
}

/** Who opens a link: a person on its page, or a program. Nobody is refused here; a person in doubt is asked to hold the button. */
export interface Openings {
  /** For a page that looks at a link which can be opened. */
  intentFor(key: string, caller: Caller): string;
  /**
   * Refuses  409 `intent_needed`: a browser without an intent of this link, or with a spent one; 409 `hold_asked`: in doubt. Both
   *          carry the intent of the next try, and nothing was opened or counted. Throws `OutageError` where none can be spent
   */
  admit(opening: Opening): Promise<Admission>;
  /** Notes a program that fetches the page of a link, for whoever created it. Returns at once. */
  noteVisit(key: string, visit: Pick<Opening, 'caller' | 'headers' | 'peer'>): void;
}

export interface OpeningParts {
  readonly ask: AskInternal;
  readonly captcha: Captcha;
  readonly intents: Intents;
  readonly spent: UsedSolutions;
  readonly linkKeys: LinkKeys;
  readonly isFromScanner: IsFromScanner;
}

/** Shorter than the page's own measures by what a clock may be off. */
const ROUNDING_MS = 200;
/** Who answers the question has read it. */
const ANSWER_MS = 1_000;
const LONGEST_KEY = 64;

export function createOpenings(parts: OpeningParts): Openings {
  const { intents, linkKeys } = parts;
  return {
    intentFor(key, caller) {
      linkKeys.note(caller.network, key);
      return intents.issue(key, 'plain');
    },
    async admit(opening) {
      const { key, form, caller, headers } = opening;
      const isProgram = headers.authorization !== undefined || (form.intent === undefined && !opensInBrowser(headers));
      if (isProgram) return asProgram(caller);
      const intent = form.intent === undefined ? undefined : intents.read(form.intent, key);
      if (intent === undefined) throw intentNeeded(intents.issue(key, 'plain'));
      refuseDoubtful(parts, opening, intent);
      // Spent by one claim; the same claim may come again when its answer was lost.
      const claim = opening.idempotencyKey === undefined ? '' : sha256(opening.idempotencyKey).toString('base64url');
      if (!(await parts.spent.use(`intent ${intent.nonce}`, intent.expires, claim))) {
        throw intentNeeded(intents.issue(key, 'plain'));
      }
      const kind = intent.kind === 'plain' ? 'plain' : 'held';
      return { caller: { ...caller, isPerson: true }, next: () => ({ intent: intents.issue(key, kind) }) };
    },
    noteVisit(key, { caller, headers, peer }) {
      if (isLinkPreview(headers['user-agent'])) tell(parts, { key, caller }, 'preview');
      else if (parts.isFromScanner(peer)) tell(parts, { key, caller }, 'scanner');
    },
  };
}

/**
 * Only browsers say where a request comes from, and no page can leave it out; scripts and partners say nothing. A client with an API token
 * is a program wherever it runs.
 */
export function opensInBrowser(headers: IncomingHttpHeaders): boolean {
  return headers.authorization === undefined && headers['sec-fetch-site'] !== undefined;
}

function asProgram(caller: Caller): Admission {
  return { caller, next: () => ({}) };
}

/** Throws `hold_asked` for what may be no person, with what the page does then. A page whose button was held is believed. */
function refuseDoubtful(parts: OpeningParts, opening: Opening, intent: Intent): void {
  if (intent.kind === 'held') return;
  const observed = observedIn(opening.form.observed);
  if (intent.kind === 'hold') {
    if (observed !== undefined && isHeld(parts.captcha, intent, observed, opening.form.authenticity_payload)) return;
  } else {
    const { headers, peer, caller } = opening;
    const isFromScanner = parts.isFromScanner(peer);
    const hasManyLinks = parts.linkKeys.hasMany(caller.network);
    const hasPassphrase = (opening.form.passphrase ?? '') !== '';
    const doubts = weigh(observed, { headers, isFromScanner, hasManyLinks, hasPassphrase });
    if (doubts.length === 0) return;
    const kind = programIn(doubts);
    if (kind !== undefined) tell(parts, opening, kind);
  }
  const { challenge } = parts.captcha.challenge();
  throw holdAsked(parts.intents.issue(opening.key, 'hold', challenge.challenge), challenge);
}

/** The button was held or the question answered, which took its time, and the proof of work was done meanwhile. */
function isHeld(captcha: Captcha, { ageMs, challenge }: Intent, { way, heldMs }: Observed, proof = ''): boolean {
  const isLongEnough = way === 'hold' ? Math.min(ageMs + ROUNDING_MS, heldMs) >= holdMilliseconds : ageMs >= ANSWER_MS;
  return way !== 'click' && isLongEnough && captcha.challengeSolvedBy(proof) === challenge;
}

/** What its creator is told of: only what a person hardly is. Haste and a resting mouse are no evidence. */
function programIn(doubts: readonly Doubt[]): Exclude<ProgramKind, 'program'> | undefined {
  if (doubts.includes('automation')) return 'automation';
  return doubts.includes('scanner') ? 'scanner' : undefined;
}

/** Best effort, beside the answer: what is lost in an outage is one count. */
function tell(
  { ask }: OpeningParts,
  { key, caller }: Pick<Opening, 'key' | 'caller'>,
  kind: Exclude<ProgramKind, 'program'>,
) {
  if (key.length > LONGEST_KEY) return;
  ask(noteProgram, { key, kind, caller }).catch((error: unknown) => {
    if (!(error instanceof OutageError)) gatewayLog.warn({ err: error }, 'a program at a link could not be noted');
  });
}

function observedIn(text: string | undefined): Observed | undefined {
  try {
    return observedSchema.safeParse(JSON.parse(text ?? '')).data;
  } catch {
    return undefined;
  }
}
