import { type Found, look, ok, worstOf, wrong } from './finding.ts';

const EMAIL = 'Email';

/** What came of a try to speak to the mail server. */
export interface MailTrial {
  /** Undefined: each email is saved as a file. */
  readonly server: { readonly host: string; readonly isEncrypted: boolean; readonly isLoopback: boolean } | undefined;
  /** Why it cannot be used, as a word of ours; undefined where it can. */
  readonly trouble: string | undefined;
  /** Whether a test email was handed over; undefined: nobody asked for one. */
  readonly isSent: boolean | undefined;
}

export interface MailPlace {
  readonly isProduction: boolean;
  readonly signUp: boolean;
}

export function judgeEmail(
  { server, trouble, isSent }: MailTrial,
  { isProduction, signUp }: MailPlace,
): readonly Found[] {
  if (server === undefined) return [withoutServer(isProduction && signUp, isProduction || isSent === false)];
  if (trouble !== undefined)
    return [
      wrong(`${server.host} ${TROUBLES[trouble] ?? `refuses emails (${trouble})`}`, 'correct ONCEOVER_SMTP_URL', EMAIL),
    ];
  const bad =
    server.isEncrypted || server.isLoopback
      ? []
      : [
          look(
            `emails to ${server.host} may travel unencrypted`,
            'begin ONCEOVER_SMTP_URL with smtps://, or add ?requireTLS=true',
            EMAIL,
          ),
        ];
  const how = isSent === true ? 'accepted the test email' : 'accepts our connection';
  return worstOf(bad, `${server.host} ${how}${server.isEncrypted ? ', encrypted' : ''}`);
}

/** Where nobody asked for a test email, a trial may do without. */
function withoutServer(isNeeded: boolean, isMissed: boolean): Found {
  const says = 'no mail server is set: each email is saved as a file';
  const todo = 'ONCEOVER_SMTP_URL=smtps://user:password@mail.example.com:465';
  if (isNeeded) return wrong(`${says}, and nobody can finish signing up`, todo, EMAIL);
  return isMissed ? look(says, todo, EMAIL) : ok('saved as files; no mail server is set');
}

/** By the words in which failed emails are told. */
const TROUBLES: Readonly<Record<string, string>> = {
  connection: 'cannot be reached',
  timeout: 'does not answer in time',
  dns: 'cannot be resolved',
  tls: 'does not encrypt as it has to: its certificate is not valid, or it offers no TLS',
  authentication: 'refuses user and password',
};

export interface SenderFacts {
  readonly isProduction: boolean;
  readonly hasServer: boolean;
  /** The part of the sender's address after the @. */
  readonly domain: string;
  /** Undefined where nobody answers. */
  readonly hasSpf: boolean | undefined;
  readonly hasDmarc: boolean | undefined;
}

/** Whether receivers can tell that the sender is who it says. */
export function judgeSender({ domain, hasSpf, hasDmarc, hasServer, isProduction }: SenderFacts): readonly Found[] {
  if (!hasServer || !isProduction) return [];
  if (!domain.includes('.'))
    return [
      wrong(
        `the sender's domain is ${domain}: receivers refuse it`,
        "ONCEOVER_MAIL_FROM='Onceover <no-reply@example.com>'",
        EMAIL,
      ),
    ];
  if (hasSpf === undefined || hasDmarc === undefined)
    return [
      look(`SPF and DMARC records of ${domain} could not be looked up`, 'set resolvers in ONCEOVER_DNS_SERVERS', EMAIL),
    ];
  const missing = [...(hasSpf ? [] : ['SPF']), ...(hasDmarc ? [] : ['DMARC'])];
  if (missing.length === 0) return [ok(`${domain} has SPF and DMARC`)];
  return [
    look(
      `${domain} has no ${missing.join(' and no ')} record: emails may count as spam`,
      'publish the records that your mail provider names',
      EMAIL,
    ),
  ];
}
