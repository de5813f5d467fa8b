import type { MailEnvelope } from '@onceover/schema/internal/mail-envelope';
import { locales } from '@onceover/schema/locales';
import { describe, expect, test } from 'vitest';
import { envelopes, place } from '../test-support/envelopes.ts';
import { renderDigest, renderMail } from './render-mail.ts';
import type { RenderedMail } from './rendered-mail.ts';

function rendered(envelope: MailEnvelope): RenderedMail {
  const mail = renderMail(envelope, place);
  if (mail === null) throw new Error('the email could not be rendered');
  return mail;
}

test.each(['en', 'he', 'ar'])('the email with a link, in %s', (locale) => {
  const { subject, text, html } = rendered({ ...envelopes['secret-link'], locale });
  expect({ subject, text, html }).toMatchSnapshot();
});

test.each([
  ['secret-link', 'writer@example.test sent you a secret'],
  ['incoming', '[Ticket: A-42] Support details'],
  ['verify-account', 'Welcome to Onceover: verify your account'],
  ['account-exists', 'You already have an account at Onceover'],
  ['password-reset', 'Choose a new password'],
  ['password-changed', 'Your password was changed'],
  ['two-step-removed', 'Two-step sign-in was turned off'],
  ['passkey-added', 'A passkey was added to your account'],
  ['passkey-removed', 'A passkey was removed from your account'],
  ['account-disabled', 'Your account was disabled'],
  ['account-enabled', 'Your account was enabled again'],
  ['interception-suspected', 'Somebody is trying to open a secret of yours'],
  ['webhook-disabled', 'A webhook was switched off'],
] as const)('the subject of %s', (template, subject) => {
  expect(rendered(envelopes[template]).subject).toBe(subject);
});

describe.each(locales.map(({ code, tag, dir }) => [code, tag, dir] as const))('in %s', (locale, tag, dir) => {
  test.each(Object.values(envelopes))('$template says its link and its values', (envelope) => {
    const { text, html, subject, language } = rendered({ ...envelope, locale });
    expect(language).toBe(tag);
    expect(html).toContain(`<html lang="${tag}" dir="${dir}">`);
    for (const part of [text, html, subject]) expect(part).not.toMatch(/\{\w+\}|\b(undefined|null)\b/);
    if ('path' in envelope) {
      expect(text).toContain(`\nhttps://onceover.test${envelope.path}\n`);
      expect(html).toContain(`href="https://onceover.test${envelope.path}"`);
    }
    if (envelope.template === 'interception-suspected') {
      expect(text).toContain('k3v9q2mx');
      expect(text).toMatch(/10|١٠/);
      expect(text).toContain('\nhttps://onceover.test/recent\n');
    }
    if (envelope.template === 'incoming') expect(subject).toContain('[Ticket: A-42]');
    if (envelope.template === 'secret-link') {
      expect(subject).toContain('writer@example.test');
      expect(text).toMatch(/2026/);
      expect(text).toMatch(/14[:.]05|2:05/);
    }
  });
});

test('the way to the passphrase is told only where there is one', () => {
  expect(rendered(envelopes['secret-link']).text).toContain('You need a passphrase');
  expect(rendered({ ...envelopes['secret-link'], hasPassphrase: false }).text).not.toContain('passphrase');
});

test.each(['passkey-added', 'passkey-removed'] as const)(
  'after %s a new password is enough, if it was not you',
  (template) => {
    const { text } = rendered(envelopes[template]);
    expect(text).toContain('If it was not you, choose a new password at once:\n');
    expect(text).toContain('\nhttps://onceover.test/forgot\n');
  },
);

test('a link on a custom domain leads there', () => {
  const { text } = rendered({ ...envelopes['secret-link'], host: 'links.example.test' });
  expect(text).toContain('https://links.example.test/secret/');
});

test('an email with a link on a custom domain names that domain and not the site', () => {
  const { text, html, subject } = rendered({ ...envelopes['secret-link'], host: 'links.example.test' });
  expect(text).toContain('links.example.test sent this email automatically.');
  for (const part of [text, html, subject]) expect(part).not.toContain('onceover.test');
});

test.each([
  ['http://127.0.0.1:3000', 'http://links.example.test:3000/'],
  ['https://onceover.test:8443', 'https://links.example.test:8443/'],
])('on a site at %s, a link on a custom domain carries scheme and port of the site', (siteOrigin, start) => {
  const mail = renderMail({ ...envelopes['secret-link'], host: 'links.example.test' }, { ...place, siteOrigin });
  expect(mail?.text).toContain(start);
});

test.each(['evil.test/x', 'user@evil.test', 'evil.test:8443#', 'a b', '', '..'])(
  'a host that is more or less than one: %j',
  (host) => {
    expect(renderMail({ ...envelopes['secret-link'], host }, place)).toBeNull();
  },
);

test.each(['//evil.test/x', 'https://evil.test', '/a b', '/a"onclick', '', '/a?b', '/a\nb'])(
  'a path that is none: %j',
  (path) => {
    expect(renderMail({ ...envelopes['verify-account'], path }, place)).toBeNull();
  },
);

test('what people typed is text in the HTML and turns nothing around', () => {
  const sender = '<img src=x onerror=alert(1)>"\'&\u202eevil';
  const { html, subject } = rendered({ ...envelopes['secret-link'], sender });
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;');
  expect(subject).not.toContain('\u202e');
});

test('nothing is fetched when an email is opened', () => {
  for (const envelope of Object.values(envelopes)) {
    expect(rendered(envelope).html).not.toMatch(/<(img|link|script|iframe|object)|url\(|@import|src=/i);
  }
});

test.each(locales.map(({ code }) => code))(
  'a digest in %s has each ticket with its link, and how long they work',
  (locale) => {
    const entries = [1, 2, 3].map((number) => ({
      ...envelopes.incoming,
      locale,
      ticketNumber: `T-${number}`,
      path: `/secret/${String(number).repeat(31)}`,
      expiresAt: `2026-03-0${number}T14:05:00.000Z`,
    }));
    const digest = renderDigest(entries, place);
    for (const { ticketNumber, path } of entries) {
      expect(digest?.text).toContain(`[Ticket: ${ticketNumber}]`);
      expect(digest?.text).toContain(`\nhttps://onceover.test${path}\n`);
    }
    expect(digest?.text).toContain('2026');
    expect(digest?.text).not.toMatch(/\{\w+\}|\b(undefined|null)\b/);
  },
);

test.each([
  ['gone', 'answered that it no longer exists'],
  ['failing', 'nothing had arrived at its address for five days'],
] as const)('why a webhook was switched off is told: %s', (reason, why) => {
  const { text, html } = rendered({ ...envelopes['webhook-disabled'], reason });
  for (const part of [text, html]) expect(part.replaceAll(/\s+/g, ' ')).toContain(why);
});
