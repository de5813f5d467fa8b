import type { RefusalDefinition } from './refusal-definition.ts';

/** What the support desk and the feedback form refuse. Source: specification 8; REST contract 8. */
export const supportRefusals = {
  'incoming.empty': {
    type: 'NothingToSubmit',
    message: 'You did not provide any information to share',
    rest: { status: 400, code: 'empty_secret' },
    screen: { bundle: 'core', code: 'empty_incoming' },
  },
  'incoming.invalid-ticket-number': {
    type: 'InvalidTicketNumber',
    message: 'You must provide a valid ticket number',
    rest: { status: 400, code: 'bad_ticket' },
    screen: 'core',
  },
  'incoming.disabled': {
    type: 'IncomingDisabled',
    message: '/incoming is not available',
    rest: { status: 404, code: 'not_available' },
  },
  'email.not-settled': {
    type: 'EmailNotSettled',
    message: 'That could not be done.',
    rest: { status: 409, code: 'email_not_settled' },
    carries: ['reason'],
  },
  'feedback.empty': {
    type: 'EmptyFeedback',
    message: 'You can be more original than that!',
    rest: { status: 400, code: 'empty_feedback' },
    screen: { bundle: 'core', words: 'Please write something before you send it.' },
  },
} as const satisfies Readonly<Record<string, RefusalDefinition>>;
