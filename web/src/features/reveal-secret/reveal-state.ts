import type { AltchaChallengeAnswer } from '@onceover/schema/rest/site';
import type { RevealOutcome } from './reveal-secret.ts';
import type { Gate, RevealedSecret } from './shown-secret.ts';

export type Obstacle =
  | { readonly kind: 'wrong-passphrase'; readonly tries: number }
  | { readonly kind: 'limited'; readonly untilMs: number }
  | { readonly kind: 'locked' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** What a tab has shown under the address of its page. */
export type ShownHere = 'message' | 'verification';

const afterReload = { message: 'closed', verification: 'verified' } as const;

export type RevealState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'load-failed'; readonly error: unknown }
  | { readonly kind: 'gone' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'verified' }
  | { readonly kind: 'revealed'; readonly secret: RevealedSecret }
  | { readonly kind: 'interrupted'; readonly gate: Gate; readonly isBusy: boolean }
  | {
      readonly kind: 'ready';
      readonly gate: Gate;
      readonly isBusy: boolean;
      readonly obstacle: Obstacle | null;
      /** The proof of work that goes with the held button; null: a click opens. */
      readonly hold: AltchaChallengeAnswer | null;
    };

export type RevealEvent =
  | { readonly type: 'asked-again' }
  | { readonly type: 'gate-answered'; readonly gate: Gate }
  /** Not viewable, for whatever reason; `shownHere`: what this tab showed before. */
  | { readonly type: 'gate-closed'; readonly shownHere: ShownHere | null }
  | { readonly type: 'gate-failed'; readonly error: unknown }
  | { readonly type: 'submitted' }
  | { readonly type: 'found-offline' }
  | { readonly type: 'wait-over' }
  | { readonly type: 'answered'; readonly outcome: RevealOutcome; readonly nowMs: number }
  | { readonly type: 'page-hidden' };

/** Every state of the secret page and what leads from one to the next. Source: web reference 2.2 */
export function revealReducer(state: RevealState, event: RevealEvent): RevealState {
  switch (event.type) {
    case 'asked-again':
      return { kind: 'loading' };
    case 'gate-answered':
      return { kind: 'ready', gate: event.gate, isBusy: false, obstacle: null, hold: null };
    case 'gate-closed':
      return { kind: event.shownHere === null ? 'gone' : afterReload[event.shownHere] };
    case 'gate-failed':
      return { kind: 'load-failed', error: event.error };
    case 'submitted':
      return isOpenable(state) ? { ...state, isBusy: true } : state;
    case 'found-offline':
      return state.kind === 'ready' ? { ...state, obstacle: { kind: 'offline' } } : state;
    case 'wait-over':
      return state.kind === 'ready' ? { ...state, obstacle: null } : state;
    case 'answered':
      return isOpenable(state) ? afterAnswer(state, event.outcome, event.nowMs) : state;
    case 'page-hidden':
      if (state.kind === 'revealed') return { kind: 'closed' };
      // What was held or answered counts only as long as somebody sees what it opens.
      return state.kind === 'ready' ? { ...state, hold: null } : state;
    default: {
      const never: never = event;
      return never;
    }
  }
}

type Openable = Extract<RevealState, { kind: 'ready' | 'interrupted' }>;

function isOpenable(state: RevealState): state is Openable {
  return state.kind === 'ready' || state.kind === 'interrupted';
}

function afterAnswer(state: Openable, outcome: RevealOutcome, nowMs: number): RevealState {
  const { gate } = state;
  const ready = { kind: 'ready', gate, isBusy: false, obstacle: null, hold: null } as const;
  const blockedBy = (obstacle: Obstacle): RevealState => ({ ...ready, obstacle });
  switch (outcome.kind) {
    case 'revealed':
      return outcome.secret.isVerification ? { kind: 'verified' } : { kind: 'revealed', secret: outcome.secret };
    case 'gone':
      // After a lost answer the message may have been ours; "gone" would hide that it was opened by this page.
      return state.kind === 'interrupted' ? { kind: 'lost' } : { kind: 'gone' };
    case 'unknown':
      return { kind: 'interrupted', gate, isBusy: false };
    case 'wrong-passphrase':
      return blockedBy({ kind: 'wrong-passphrase', tries: triesOf(state) + 1 });
    case 'limited':
      return blockedBy({ kind: 'limited', untilMs: nowMs + outcome.seconds * 1000 });
    case 'hold-asked':
      return { ...ready, hold: outcome.challenge };
    case 'locked':
      return blockedBy({ kind: 'locked' });
    default:
      return blockedBy({ kind: 'failed', error: outcome.error });
  }
}

function triesOf(state: Openable): number {
  return state.kind === 'ready' && state.obstacle?.kind === 'wrong-passphrase' ? state.obstacle.tries : 0;
}
