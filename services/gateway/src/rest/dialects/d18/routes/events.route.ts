import type { Caller, CustomerCaller } from '@onceover/schema/caller';
import { partnerBell } from '@onceover/schema/events/bells';
import type { CloudEvent } from '@onceover/schema/events/cloud-event';
import { eventsBounds, eventsForm } from '@onceover/schema/rest/events';
import { wakes } from '../../../../bells/wakes.ts';
import { ApiError } from '../../../../http/api-error.ts';
import { limitOf } from '../../../../limits/limit-table.ts';
import { type EventsQueryVariables, events } from '../../../../operations/operations.generated.ts';
import { isRefusal, refused } from '../../../refused.ts';
import { type RestRoute, type RestTools, restRoute } from '../../../rest-route.ts';

const PATH = '/api/v2/events';

/**
 * GET /api/v2/events: what happened to what is the caller's, for programs that cannot receive webhooks. Waits for an event where it is asked to;
 * one that comes meanwhile is answered at once.
 *
 * Source  events 9
 */
export const eventsRoute: RestRoute = restRoute({
  method: 'GET',
  path: PATH,
  name: 'followEvents',
  summary: 'Follow events',
  description:
    'What happened to your secrets, emails and domains, oldest first. Events are kept from your first question on, for 30 days; if you do not ask for 30 days you begin anew. Go on with `next`. With `Accept: application/x-ndjson` each event is a line, and the header `Link` says where to go on.',
  answers: ['events'],
  writesLines: true,
  refuses: ['events.unknown-position', 'events.forgotten-position', 'events.unknown-type', 'bad_payload'],
  auth: 'required',
  scope: 'events-read',
  limit: limitOf.events,
  form: eventsForm,
  async handle({ form, caller, headers, untilOver }, tools) {
    const [first, wait] = [numberIn('limit', form.limit), numberIn('wait', form.wait)];
    // A script's variable may be empty.
    const [after, types] = [form.after || null, form.types || null];
    const question = { first, after, types: types?.split(',').map((type) => type.trim()) ?? null };
    const page = await firstPage(question, { caller, tools, untilOver, wait });
    const link = `<${PATH}?${new URLSearchParams({ after: page.next, limit: String(first), ...(types && { types }) })}>; rel="next"`;
    const found = page.events.map((event) => JSON.parse(event) as CloudEvent);
    const body = { success: true, events: found, next: page.next, has_more: page.hasMore } as const;
    const wantsLines = /\bapplication\/x-ndjson\b/i.test(headers.accept ?? '');
    return { shape: 'events', body, headers: ['Link', link], ...(wantsLines && { lines: page.events }) };
  },
});

interface Asking {
  readonly caller: Caller;
  readonly tools: RestTools;
  readonly untilOver: () => AbortSignal;
  /** Seconds. */
  readonly wait: number;
}

/** The page that is there now, or the first that has an event; an empty one when the time is over. */
async function firstPage(question: EventsQueryVariables, { caller, tools, untilOver, wait }: Asking) {
  let page = await ask(question, caller, tools);
  if (page.events.length > 0 || wait === 0) return page;
  const signal = AbortSignal.any([untilOver(), AbortSignal.timeout(wait * 1000)]);
  for await (const _ of wakes(tools.bells, [partnerBell((caller as CustomerCaller).accountRef)], { signal })) {
    // What came before that was not what was asked for.
    page = await ask({ ...question, after: page.next }, caller, tools);
    if (page.events.length > 0) break;
  }
  return page;
}

async function ask(question: EventsQueryVariables, caller: Caller, { execute }: RestTools) {
  const { events: page } = await execute(events, question, caller);
  if (isRefusal(page)) throw refused(page);
  return page;
}

function numberIn(name: keyof typeof eventsBounds, text: string | undefined): number {
  const { least, most, default: usual } = eventsBounds[name];
  if (text === undefined || text === '') return usual;
  const number = /^\d{1,6}$/.test(text) ? Number(text) : -1;
  if (number >= least && number <= most) return number;
  throw new ApiError(400, 'bad_payload', `${name} takes a whole number from ${least} to ${most}.`);
}
