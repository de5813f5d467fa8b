import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerError } from 'smtp-server';
import { type EventuallyOptions, eventually } from './eventually.ts';

/** An email as its reader sees it, with the addresses of the envelope. */
export interface ReceivedMail {
  /** From the envelope: where it went, and where a bounce would go. */
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** By lower-case name, encoded words decoded. */
  readonly headers: Readonly<Record<string, string>>;
  /** As it was received. */
  readonly raw: string;
}

export interface Mailbox extends AsyncDisposable {
  /** Such as `smtp://127.0.0.1:40123`; stays the same while the server is down. */
  readonly url: string;
  /** Every email accepted, oldest first. */
  mails(): readonly ReceivedMail[];
  /** The newest email to an address with this subject (or part of it); waits for it, and rejects after a while. */
  waitForMail(to: string, subject?: string | RegExp, options?: EventuallyOptions): Promise<ReceivedMail>;
  /** Every recipient is refused with this code from now on, such as 550 or 451. */
  refuse(code: number, text?: string): void;
  /** Connections are accepted, but recipients are never answered. */
  hang(): void;
  /** The server stops listening; open connections are cut. */
  goDown(): Promise<void>;
  /** Listens again, on the same port, and accepts everything. */
  comeBack(): Promise<void>;
}

type Manner = { readonly kind: 'welcome' | 'hang' } | { readonly kind: 'refuse'; readonly error: SMTPServerError };

export interface MailboxOptions {
  /** Where it listens. Default: a free port. */
  readonly port?: number;
  /** Called with each email before it is acknowledged; where it throws, the email is refused. */
  readonly keep?: (mail: ReceivedMail) => void;
}

/** An SMTP server on loopback that keeps the emails it receives, for tests. */
export async function startMailbox({ port: wanted = 0, keep }: MailboxOptions = {}): Promise<Mailbox> {
  const received: ReceivedMail[] = [];
  let manner: Manner = { kind: 'welcome' };
  const take = (mail: ReceivedMail) => {
    keep?.(mail);
    received.push(mail);
  };
  let server: SMTPServer | undefined = serverOf(take, () => manner);
  const port = await listen(server, wanted);

  async function goDown(): Promise<void> {
    const closing = server;
    server = undefined;
    if (closing !== undefined) await new Promise<void>((resolve) => closing.close(() => resolve()));
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails: () => [...received],
    waitForMail: (to, subject, options) => eventually(() => newest(received, to, subject), options),
    refuse(code, text = 'refused by the test') {
      manner = { kind: 'refuse', error: Object.assign(new Error(text), { responseCode: code }) };
    },
    hang() {
      manner = { kind: 'hang' };
    },
    goDown,
    async comeBack() {
      manner = { kind: 'welcome' };
      if (server !== undefined) return;
      server = serverOf(take, () => manner);
      await listen(server, port);
    },
    [Symbol.asyncDispose]: goDown,
  };
}

function serverOf(take: (mail: ReceivedMail) => void, manner: () => Manner): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 1,
    onRcptTo(_address, _session, callback) {
      const now = manner();
      if (now.kind === 'welcome') callback();
      else if (now.kind === 'refuse') callback(now.error);
    },
    onData(stream, session, callback) {
      const { mailFrom, rcptTo } = session.envelope;
      const from = mailFrom === false ? '' : mailFrom.address;
      readMail(stream, from, rcptTo.map((each) => each.address).join(', '))
        .then(take)
        .then(
          () => callback(),
          (error: Error) => callback(error),
        );
    },
  });
  server.on('error', () => undefined); // a client that disconnects midway
  return server;
}

async function readMail(stream: SMTPServerDataStream, from: string, to: string): Promise<ReceivedMail> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const raw = Buffer.concat(chunks);
  return { ...(await parseMail(raw)), from, to };
}

/** Reads an email from its bytes, such as those of an `.eml` file. */
export async function parseMail(raw: Buffer): Promise<ReceivedMail> {
  const email = await PostalMime.parse(raw);
  return {
    to: (email.to ?? []).map((each) => each.address ?? '').join(', '),
    from: email.from?.address ?? '',
    subject: email.subject ?? '',
    text: email.text ?? '',
    html: email.html ?? '',
    headers: Object.fromEntries(email.headers.map(({ key, value }) => [key.toLowerCase(), value])),
    raw: raw.toString('utf8'),
  };
}

function newest(received: readonly ReceivedMail[], to: string, subject?: string | RegExp): ReceivedMail {
  const found = received.findLast((mail) => mail.to === to && isAbout(mail, subject));
  if (found === undefined) throw new Error('the email has not arrived');
  return found;
}

function isAbout(mail: ReceivedMail, subject: string | RegExp | undefined): boolean {
  if (subject === undefined) return true;
  return typeof subject === 'string' ? mail.subject.includes(subject) : subject.test(mail.subject);
}

async function listen(server: SMTPServer, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the mail server has no port');
  return address.port;
}
