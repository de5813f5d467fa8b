import { row } from './refusal-definition.ts';

/** What the support desk and the feedback form refuse. Source: specification 8; REST contract 8. */
export const supportRefusals = {
  'incoming.empty': row('NothingToSubmit', 'You did not provide any information to share', {
    rest: 'empty_secret',
    screen: { bundle: 'core', code: 'empty_incoming' },
  }),
  'incoming.invalid-ticket-number': row('InvalidTicketNumber', 'You must provide a valid ticket number', {
    rest: 'bad_ticket',
    screen: 'core',
  }),
  'incoming.disabled': row('IncomingDisabled', '/incoming is not available', {
    rest: { status: 404, code: 'not_available' },
  }),
  'email.not-settled': row('EmailNotSettled', 'That could not be done.', {
    rest: { status: 409, code: 'email_not_settled' },
    carries: ['reason'],
  }),
  'feedback.empty': row('EmptyFeedback', 'You can be more original than that!', {
    rest: 'empty_feedback',
    screen: { bundle: 'core', words: 'Please write something before you send it.' },
  }),
};
