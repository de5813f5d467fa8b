import { OutageError } from '@onceover/service-kit/errors';
import { createTransport } from 'nodemailer';
import { judge, type SmtpFailure } from '../../domain/mail/smtp-failure.ts';
import { domainOf, type MailAddress } from '../../mail/mail-from.ts';
import type { SmtpAddress } from '../../mail/smtp-address.ts';
import type { Post } from '../../use-cases/mail/ports.ts';
import { messageOf } from './message.ts';

const CONNECT_MS = 10_000;
const WHOLE_MS = 30_000;
const NEVER = new AbortController().signal;

export interface SmtpPostOptions {
  readonly server: SmtpAddress;
  readonly from: MailAddress;
  /** Longest time for one email, in milliseconds. */
  readonly wholeMs?: number;
  /** Cuts what is on its way when the process has to stop: another one sends it again. */
  readonly stopping?: AbortSignal;
}

/**
 * Hands emails to a server, a connection each. Says why one was refused in words of our own: a server's answer quotes the
 * address.
 */
export function createSmtpPost({ server, from, wholeMs = WHOLE_MS, stopping = NEVER }: SmtpPostOptions): Post {
  const transport = transportTo({ server, from });
  return {
    async send(mail) {
      try {
        const signal = AbortSignal.any([AbortSignal.timeout(wholeMs), stopping]);
        await transport.sendMail({ ...messageOf(mail, from), signal });
        return { kind: 'accepted' };
      } catch (error) {
        if (stopping.aborted) throw new OutageError('mail-server', { cause: error });
        return { kind: 'refused', ...judge(error as SmtpFailure) };
      }
    },
  };
}

/** Connects, encrypts and signs in as for an email, and leaves. Returns why that is not possible, as a word of ours. */
export async function trySmtpServer({
  server,
  from,
  wholeMs = WHOLE_MS,
}: SmtpPostOptions): Promise<string | undefined> {
  const transport = transportTo({ server, from });
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(Object.assign(new Error('too late'), { code: 'ETIMEDOUT' })), wholeMs);
  try {
    await Promise.race([transport.verify(), late.promise]);
    return undefined;
  } catch (error) {
    const failure = error as SmtpFailure;
    // No email is refused here: what kept us out says more than the digits of the server.
    return OUR_PART.get(failure.code ?? '') ?? judge(failure).reasonCode;
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}

const OUR_PART: ReadonlyMap<string, string> = new Map([
  ['ETLS', 'tls'],
  ['EAUTH', 'authentication'],
]);

function transportTo({ server, from }: Pick<SmtpPostOptions, 'server' | 'from'>) {
  return createTransport({
    ...server,
    name: domainOf(from),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: WHOLE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  });
}
