import { type BundleName, rateLimited, type ScreenWords } from './refusal-definition.ts';

/** What the gateway itself refuses, by REST code, before or instead of a service. */
export interface EdgeRefusal {
  readonly status: number;
  readonly message: string;
  /** How the graph says it, at the top level. */
  readonly graph?: { readonly status: number; readonly code: string };
  /** The web has the words, too, in this part of its texts, or words of its own. */
  readonly screen?: BundleName | ScreenWords;
}

const unavailableMessage = "We'll be back shortly!";

/** Source: specification 8; REST contract 1.3, 8; security 5.1, 6.4. */
export const edgeRefusals = {
  bad_json: { status: 400, message: 'Failed to parse body as JSON' },
  bad_encoding: { status: 400, message: 'The request could not be decoded' },
  bad_payload: { status: 400, message: 'Incorrect payload format' },
  bad_idempotency_key: { status: 400, message: 'Malformed Idempotency-Key' },
  bad_type: { status: 415, message: 'Unsupported content type' },
  too_large: {
    status: 413,
    message: 'Request body too large',
    graph: { status: 413, code: 'BAD_INPUT' },
    screen: 'core',
  },
  not_found: { status: 404, message: 'Not Found' },
  not_authorized: { status: 403, message: 'Not authorized', graph: { status: 403, code: 'NOT_AUTHORIZED' } },
  /** By the later dialects alone, in the words of the original. */
  not_owner: { status: 403, message: 'Not authorized to update this receipt' },
  no_entitlement: {
    status: 403,
    message: 'There are no organizations here. Leave out scope to list your own secrets.',
  },
  GUEST_ROUTES_DISABLED: {
    status: 403,
    message: 'Guest routes are disabled here. Send an API token to the other paths.',
  },
  /** Behind the path of the page. */
  not_available: { status: 404, message: 'is not available' },
  unknown_host: { status: 421, message: 'Unknown host' },
  csrf: {
    status: 400,
    message: 'Please refresh the page and try again',
    graph: { status: 403, code: 'CSRF' },
    screen: 'core',
  },
  rate_limited: {
    status: 400,
    message: rateLimited.message,
    graph: { status: 429, code: 'RATE_LIMITED' },
    screen: rateLimited.screen,
  },
  captcha_missing: {
    status: 400,
    message: 'Cannot skip authenticity check',
    graph: { status: 403, code: 'CAPTCHA_MISSING' },
    screen: { bundle: 'core', words: 'Please confirm that you are not a robot, then try again.' },
  },
  captcha_failed: {
    status: 400,
    message: 'You need to be carbon-based to do that',
    graph: { status: 403, code: 'CAPTCHA_FAILED' },
    screen: { bundle: 'core', words: 'We could not confirm that you are not a robot. Please try again.' },
  },
  intent_needed: {
    status: 409,
    message: 'A browser opens this on the page of its link.',
    graph: { status: 403, code: 'INTENT_NEEDED' },
  },
  hold_asked: { status: 409, message: 'Hold the button to open this.' },
  unexpected: {
    status: 500,
    message: 'An unexpected error occurred :[',
    graph: { status: 500, code: 'INTERNAL' },
    screen: { bundle: 'core', words: 'Something went wrong on our side. Please try again.' },
  },
  unavailable: {
    status: 503,
    message: unavailableMessage,
    graph: { status: 503, code: 'UNAVAILABLE' },
    screen: 'core',
  },
  outcome_unknown: { status: 503, message: unavailableMessage, screen: 'core' },
} as const satisfies Readonly<Record<string, EdgeRefusal>>;

export type EdgeRefusalCode = keyof typeof edgeRefusals;

/** What a page of the web refuses without asking anybody. */
export const pageRefusals = {
  bad_verification_link: { screen: 'public', words: 'This link is no longer valid.' },
  missing_password: { screen: 'public', words: 'Enter your password' },
  missing_event_type: { screen: 'webhooks', words: 'Choose at least one event' },
  missing_scope: { screen: 'app', words: 'Choose at least one permission' },
  other_custid: { screen: 'app', words: 'That is not the email address of this account.' },
} as const satisfies Readonly<Record<string, { readonly screen: BundleName; readonly words: string }>>;
