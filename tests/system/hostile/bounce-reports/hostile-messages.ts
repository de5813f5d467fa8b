import { gzipSync } from 'node:zlib';

const LONGEST = 256 * 1024;
const CRLF = '\r\n';

/** As much of a text as the door takes. */
const filled = (start: string, part: string) =>
  start + part.repeat(Math.floor((LONGEST - start.length - 1_000) / part.length));

interface Parts {
  readonly boundary?: string;
  readonly type?: string;
  readonly head?: string;
  readonly status?: string;
  readonly original?: string;
}

/** A report, with something wrong in it. */
function report(id: string, to: string, change: Parts = {}): string {
  const {
    boundary = 'part',
    type = `multipart/report; report-type=delivery-status; boundary="${boundary}"`,
    head = '',
  } = change;
  const status = change.status ?? `Final-Recipient: rfc822; ${to}${CRLF}Action: failed${CRLF}Status: 5.1.1`;
  const original = change.original ?? `Message-ID: <${id}@localhost>${CRLF}To: ${to}`;
  return [
    `From: MAILER-DAEMON@mail.example.net${CRLF}${head}MIME-Version: 1.0${CRLF}Content-Type: ${type}`,
    `--${boundary}${CRLF}Content-Type: message/delivery-status${CRLF}${CRLF}Reporting-MTA: dns; mail.example.net`,
    `${status}${CRLF}`,
    `--${boundary}${CRLF}Content-Type: text/rfc822-headers${CRLF}${CRLF}${original}`,
    `--${boundary}--${CRLF}`,
  ].join(CRLF + CRLF);
}

/** Parts in parts. */
const nested = (depth: number, type: string) =>
  Array.from(
    { length: depth },
    (_, level) => `--b${level}${CRLF}Content-Type: ${type}; boundary=b${level + 1}${CRLF}${CRLF}`,
  ).join('');

type Messages = Readonly<Record<string, string | Buffer>>;

/** What has no parts, or does not come to them. */
function heads(nobodys: string, to: string): Messages {
  return {
    empty: '',
    zeros: Buffer.alloc(LONGEST),
    noise: Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * 2_654_435_761) % 256)),
    'compressed whole': gzipSync(report(nobodys, to)),
    'one line': filled('', 'a'),
    'empty lines': filled('', '\n'),
    'lines of a carriage return': filled('', '\r'),
    headers: filled('', `X-a: b${CRLF}`),
    'a header that goes on': filled('Subject: a', `${CRLF} b`),
    'a header without end': filled('Subject: ', 'a'),
    'headers that are properties': report(nobodys, to, {
      head: `__proto__: a${CRLF}constructor: b${CRLF}toString: c${CRLF}`,
    }),
    'encoded words': filled('Subject: ', '=?utf-8?b?////?= '),
    'open encoded words': filled('Subject: ', '=?utf-8?q?=3D'),
    addresses: filled('To: ', '"<a@b>" <a@b.test>, '),
    'open comments': filled('To: ', '('),
    'open quotes': filled('To: ', '"\\'),
    'groups in groups': filled('To: ', 'a:'),
    parameters: report(nobodys, to, { type: filled('multipart/report; boundary=part', "; a*0*=utf-8''%41") }),
  };
}

/** Reports of nobody's email, with parts that no mail server makes. */
function bodies(nobodys: string, to: string): Messages {
  return {
    'a boundary like a pattern': report(nobodys, to, { boundary: '(.*a+)+$' }),
    'a boundary without end': filled('Content-Type: multipart/report; boundary="', 'a'),
    'boundaries alone': filled(`Content-Type: multipart/report; boundary=p${CRLF}${CRLF}`, `--p${CRLF}`),
    'nearly boundaries': filled(
      `Content-Type: multipart/report; boundary=${'a'.repeat(60)}${CRLF}${CRLF}`,
      `--${'a'.repeat(59)}${CRLF}`,
    ),
    'parts in parts': `Content-Type: multipart/report; boundary=b0${CRLF}${CRLF}${nested(3_000, 'multipart/mixed')}`,
    'messages in messages': `Content-Type: multipart/report; boundary=b0${CRLF}${CRLF}${nested(3_000, 'message/rfc822')}`,
    'letters of another kind': report(nobodys, to, { type: 'multipart/report; charset=utf-7; boundary=part' }),
    'no letters': report(nobodys, to, { type: 'multipart/report; charset=x-nothing; boundary=part' }),
    'more recipients than anybody has': report(nobodys, to, {
      status: Array.from(
        { length: 3_000 },
        (_, at) => `Final-Recipient: rfc822; a${at}@b.test${CRLF}Action: failed${CRLF}Status: 5.1.1`,
      ).join(CRLF + CRLF),
    }),
    'codes without end': report(nobodys, to, { status: filled(`Action: failed${CRLF}Status: 5.`, '1.') }),
    'a diagnosis without end': report(nobodys, to, {
      status: filled(`Action: failed${CRLF}Diagnostic-Code: smtp; 550 `, '5.1.1 '),
    }),
    'an id that is none': report(`${nobodys}'; drop table mail; --`, to),
    'ids without end': report(nobodys, to, { original: filled(`Message-ID: `, `<${nobodys}@`) }),
  };
}

/** About the email with this id, and none of them says that it came back. */
function ofTheEmail(id: string, nobodys: string, to: string): Messages {
  const late = `Final-Recipient: rfc822; ${to}${CRLF}Action: delayed${CRLF}Status: 4.4.1`;
  return {
    'the email where no id belongs': report(nobodys, to, {
      head: `References: <${id}@localhost>${CRLF}Message-ID: <${id}@localhost>${CRLF}`,
    }),
    'the email in what comes behind its headers': report(nobodys, to, {
      original: `Message-ID: <${nobodys}@localhost>${CRLF}${CRLF}Message-ID: <${id}@localhost>`,
    }),
    'the email, only late': report(id, to, { status: late }),
    'the email, without what happened': report(id, to, { status: 'X-Nothing: a' }),
    'the email, in a report of something else': report(id, to, { type: 'multipart/mixed; boundary=part' }),
    'the email, with a word more in its action': report(id, to, {
      status: `Final-Recipient: rfc822; ${to}${CRLF}Action: failed to fail${CRLF}Status: 5.1.1`,
    }),
    'the email, cut off in its status': report(id, to).split('Action')[0] ?? '',
  };
}

/** Messages that no mail server writes, and that must change nothing about the email with this id. `to` is somebody else's address. */
export function hostileMessages(id: string, to: string): Messages {
  const nobodys = crypto.randomUUID();
  return { ...heads(nobodys, to), ...bodies(nobodys, to), ...ofTheEmail(id, nobodys, to) };
}
