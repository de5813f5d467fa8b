import type { ApiError } from '../http/api-error.ts';
import type { HeaderList, SecurityHeaders } from '../http/security-headers.ts';
import { send } from '../http/send.ts';
import type { Exchange } from './answer-context.ts';
import type { PlainNotice } from './plain-notice.ts';
import type { RestAnswer } from './rest-answer.ts';

/**
 * Answers to plain forms: a browser without JavaScript is redirected to a page, which shows the notice that a code names. Only our
 * own codes are ever put into an address. Source: REST contract 8.
 */
export function pageAnswers(headers: SecurityHeaders, notice: PlainNotice) {
  const goTo = ({ request, reply }: Exchange, location: string, moreHeaders: HeaderList) =>
    send(request, reply, {
      status: 302,
      headers: headers.html,
      body: '',
      moreHeaders: [...moreHeaders, 'Location', location],
    });
  return {
    ok: (answer: RestAnswer, exchange: Exchange, moreHeaders: HeaderList): void =>
      goTo(exchange, withNotice(answer.goTo ?? exchange.context.page ?? '/', answer.notice), moreHeaders),
    error(error: ApiError, exchange: Exchange, moreHeaders: HeaderList): void {
      const { page = '/' } = exchange.context;
      if (error.code === 'not_available') goTo(exchange, '/', moreHeaders);
      else if (error.status < 500) goTo(exchange, withNotice(page, error.code), moreHeaders);
      else {
        const body = notice(error, exchange.context.locale);
        send(exchange.request, exchange.reply, { status: error.status, headers: headers.html, body, moreHeaders });
      }
    },
  };
}

function withNotice(path: string, code: string | undefined): string {
  if (code === undefined) return path;
  return `${path}${path.includes('?') ? '&' : '?'}notice=${encodeURIComponent(code)}`;
}
