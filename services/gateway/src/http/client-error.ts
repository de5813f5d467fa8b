import type { Socket } from 'node:net';
import type { HeaderList } from './security-headers.ts';

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};
const STATUSES: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** Answers what never became a request: broken HTTP, headers too large, headers or body too slow. */
export function clientErrorHandler(headers: HeaderList) {
  const lines: string[] = [];
  for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const status = STATUSES[error.code ?? ''] ?? 400;
    const reason = REASONS[status] ?? 'Bad Request';
    const body = JSON.stringify({ message: reason, success: false, code: 'bad_request' });
    const head = [`HTTP/1.1 ${status} ${reason}`, ...lines, 'Connection: close', `Content-Length: ${body.length}`];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  };
}
