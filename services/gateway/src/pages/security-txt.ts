import type { Clock } from '@onceover/service-kit/clock';
import type { FastifyInstance } from 'fastify';
import type { EdgeParts } from '../edge-parts.ts';
import { send } from '../http/send.ts';

const PATH = '/.well-known/security.txt';
const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

interface SecurityTxtParts extends EdgeParts {
  /** `mailto:` or `https:`. */
  readonly contact: string;
  readonly clock: Clock;
}

/**
 * Says where to report a security problem. It never expires while the site runs: the date moves on with every day.
 *
 * Source  RFC 9116
 */
export function addSecurityTxt(app: FastifyInstance, { contact, site, headers, clock }: SecurityTxtParts): void {
  app.get(PATH, (request, reply) => {
    const today = Math.floor(clock.now().getTime() / DAY_MS);
    const expires = new Date((today + VALID_DAYS) * DAY_MS).toISOString();
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires.replace('.000Z', 'Z')}`,
      'Preferred-Languages: en',
      `Canonical: ${site.origin}${PATH}`,
    ];
    const moreHeaders = ['Content-Type', 'text/plain; charset=utf-8'];
    send(request, reply, { status: 200, headers: headers.plainAsset, body: `${lines.join('\n')}\n`, moreHeaders });
  });
}
