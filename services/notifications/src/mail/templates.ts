import type { MailEnvelope } from '@onceover/schema/internal/mail-envelope';
import type { Block, MailContent } from './mail-content.ts';
import type { SiteLinks } from './site-links.ts';
import type { MailLanguage } from './texts.ts';

type Values = Readonly<Record<string, string>>;
type EnvelopeOf<Template extends MailEnvelope['template']> = Extract<MailEnvelope, { template: Template }>;

/** How to say something in one language, on one site. */
export interface Speech extends MailLanguage {
  /** For a header: values give way until the line fits. */
  line(template: string, values?: Values): string;
  sentence(template: string, values?: Values): string;
  date(iso: string): string;
  readonly links: SiteLinks;
}

/** What came in for the support desk, in the order it came. */
export type IncomingEnvelope = EnvelopeOf<'incoming'>;

interface Said {
  readonly subject: string;
  /** Null: the link leads nowhere. */
  readonly blocks: readonly (Block | null)[];
  /** Who the email is from, in its footer. Default: the site. */
  readonly from?: string | null;
}

/** What an email says. Null when one of its links cannot be made. */
export function contentOf(envelope: MailEnvelope, speech: Speech): MailContent | null {
  return wholeOf(said(envelope, speech), speech);
}

/** Several secrets for the support desk in one email. Null when one of the links cannot be made. */
export function digestContentOf(envelopes: readonly IncomingEnvelope[], speech: Speech): MailContent | null {
  const { incomingDigest: texts } = speech.texts;
  const [soonest = ''] = envelopes.map(({ expiresAt }) => expiresAt).toSorted();
  const links = envelopes.map(({ ticketNumber, path }) =>
    link(speech.sentence('{tag}', { tag: ticketTag(ticketNumber) }), speech.links.to(path)),
  );
  const expires = text(speech.sentence(texts.expires, { date: speech.date(soonest) }));
  return wholeOf({ subject: speech.line(texts.subject), blocks: [text(texts.intro), ...links, expires] }, speech);
}

function wholeOf({ subject, blocks, from }: Said, speech: Speech): MailContent | null {
  const whole = blocks.filter((block) => block !== null);
  if (whole.length < blocks.length) return null;
  const { texts, links, tag, direction } = speech;
  return {
    subject,
    blocks: whole,
    footer: speech.sentence(texts.common.footer, { site: from ?? links.name }),
    linkHint: texts.common.linkHint,
    language: tag,
    direction,
  };
}

function said(envelope: MailEnvelope, speech: Speech): Said {
  switch (envelope.template) {
    case 'secret-link':
      return secretLink(envelope, speech);
    case 'incoming':
      return incoming(envelope, speech);
    case 'verify-account':
      return oneLink(speech.texts.verifyAccount, envelope.path, speech);
    case 'account-exists':
      return accountExists(speech);
    case 'password-reset':
      return oneLink(speech.texts.passwordReset, envelope.path, speech);
    case 'password-changed':
      return passwordChanged(envelope, speech);
    case 'two-step-removed':
      return twoStepRemoved(speech);
    case 'passkey-added':
      return passkeyNotice(speech.texts.passkeyAdded, envelope, speech);
    case 'passkey-removed':
      return passkeyNotice(speech.texts.passkeyRemoved, envelope, speech);
    case 'account-disabled':
      return accountDisabled(speech);
    case 'account-enabled':
      return accountEnabled(speech);
    case 'interception-suspected':
      return interceptionSuspected(envelope, speech);
    case 'webhook-disabled':
      return webhookDisabled(envelope, speech);
  }
}

function secretLink(envelope: EnvelopeOf<'secret-link'>, speech: Speech): Said {
  const { sender, path, host, expiresAt, hasPassphrase } = envelope;
  const { common, secretLink: texts } = speech.texts;
  return {
    subject: speech.line(texts.subject, { sender }),
    from: host,
    blocks: [
      text(texts.intro),
      ...(hasPassphrase ? [text(texts.passphrase)] : []),
      button(common.open, speech.links.to(path, host)),
      text(speech.sentence(common.expires, { date: speech.date(expiresAt) })),
      note(texts.unexpected),
    ],
  };
}

function incoming({ ticketNumber, path, expiresAt }: EnvelopeOf<'incoming'>, speech: Speech): Said {
  const { common, incoming: texts } = speech.texts;
  return {
    subject: speech.line(texts.subject, { tag: ticketTag(ticketNumber) }),
    blocks: [
      text(speech.sentence(texts.intro, { ticket: ticketNumber })),
      button(common.open, speech.links.to(path)),
      text(speech.sentence(common.expires, { date: speech.date(expiresAt) })),
    ],
  };
}

function ticketTag(ticketNumber: string): string {
  return `[Ticket: ${ticketNumber}]`;
}

/** A link to the site that works once. */
function oneLink(texts: MailLanguage['texts']['verifyAccount'], path: string, { links, line }: Speech): Said {
  const { subject, intro, button: label, expires, unexpected } = texts;
  return {
    subject: line(subject),
    blocks: [text(intro), button(label, links.to(path)), text(expires), note(unexpected)],
  };
}

function accountExists({ texts, links, line }: Speech): Said {
  const { subject, intro, signIn, advice, unexpected } = texts.accountExists;
  return {
    subject: line(subject),
    blocks: [
      text(intro),
      button(signIn, links.to('/signin')),
      text(advice),
      link(texts.passwordReset.button, links.to('/forgot')),
      note(unexpected),
    ],
  };
}

function passwordChanged({ hasEndedTokens }: EnvelopeOf<'password-changed'>, { texts, links, line }: Speech): Said {
  const { subject, intro, tokens, advice } = texts.passwordChanged;
  return {
    subject: line(subject),
    blocks: [
      text(intro),
      ...(hasEndedTokens ? [text(tokens)] : []),
      text(advice),
      button(texts.passwordReset.button, links.to('/forgot')),
    ],
  };
}

function twoStepRemoved({ texts, links, line }: Speech): Said {
  const { subject, intro, advice } = texts.twoStepRemoved;
  return {
    subject: line(subject),
    blocks: [text(intro), text(advice), button(texts.passwordReset.button, links.to('/forgot'))],
  };
}

/** A reset removes every passkey, so a new password is all that it takes. */
function passkeyNotice(
  { subject, intro }: MailLanguage['texts']['passkeyAdded'],
  { name }: EnvelopeOf<'passkey-added' | 'passkey-removed'>,
  { texts, links, line, sentence }: Speech,
): Said {
  return {
    subject: line(subject),
    blocks: [
      text(sentence(intro, { name })),
      text(texts.passwordChanged.advice),
      button(texts.passwordReset.button, links.to('/forgot')),
    ],
  };
}

function accountDisabled({ texts, links, line }: Speech): Said {
  const { subject, intro, links: shared, advice, button: label } = texts.accountDisabled;
  return {
    subject: line(subject),
    blocks: [text(intro), text(shared), text(advice), button(label, links.to('/feedback'))],
  };
}

function accountEnabled({ texts, links, line }: Speech): Said {
  const { subject, intro } = texts.accountEnabled;
  return {
    subject: line(subject),
    blocks: [text(intro), button(texts.accountExists.signIn, links.to('/signin'))],
  };
}

const textOfReason = { late: 'late', 'wrong-passphrase': 'wrongPassphrase', locked: 'locked' } as const;

function interceptionSuspected(envelope: EnvelopeOf<'interception-suspected'>, speech: Speech): Said {
  const { shortkey, reason, count } = envelope;
  const { interceptionSuspected: texts } = speech.texts;
  return {
    subject: speech.line(texts.subject),
    blocks: [
      text(speech.sentence(texts[textOfReason[reason]], { secret: shortkey, count: String(count) })),
      text(texts.advice),
      button(texts.button, speech.links.to('/recent')),
    ],
  };
}

function webhookDisabled({ reason, path }: EnvelopeOf<'webhook-disabled'>, { texts, links, line }: Speech): Said {
  const { subject, [reason]: why, advice, button: label } = texts.webhookDisabled;
  return { subject: line(subject), blocks: [text(why), text(advice), button(label, links.to(path))] };
}

function text(words: string): Block {
  return { kind: 'text', text: words };
}

function note(words: string): Block {
  return { kind: 'note', text: words };
}

function button(label: string, url: string | null): Block | null {
  return url === null ? null : { kind: 'button', label, url };
}

function link(label: string, url: string | null): Block | null {
  return url === null ? null : { kind: 'link', label, url };
}
