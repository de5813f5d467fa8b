import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import type { GatewayHealthAnswer } from '@onceover/schema/internal/gateway-health';

/** What requests are told apart by, for whoever watches how long they take. */
const requestKinds = ['conceal', 'look', 'reveal', 'graph', 'page', 'other'] as const;
export type RequestKind = (typeof requestKinds)[number];

export interface RequestTimes {
  /** Counts an answer. */
  note(method: string, url: string, milliseconds: number): void;
  /** How long the requests of each kind took within the last five minutes. */
  read(): GatewayHealthAnswer['requests'];
}

const HALF_MS = 150_000;
/** Microseconds, to two significant digits: an answer of more than a minute counts as one of a minute. */
const range = { lowest: 1, highest: 60_000_000, figures: 2 } as const;

function newHalf() {
  const entries = requestKinds.map((kind) => [kind, createHistogram(range)] as const);
  return Object.fromEntries(entries) as Readonly<Record<RequestKind, RecordableHistogram>>;
}

/** Counts answers in fixed buckets: two halves of the time that is shown, of which the older one goes. */
export function requestTimes(now: () => number = () => performance.now()): RequestTimes {
  let [current, before] = [newHalf(), newHalf()];
  let until = now() + HALF_MS;
  function turn(): void {
    if (now() < until) return;
    // After a long silence both halves are from before.
    before = now() < until + HALF_MS ? current : newHalf();
    current = newHalf();
    until = now() + HALF_MS;
  }
  return {
    note(method, url, milliseconds) {
      turn();
      const micros = Math.min(Math.max(Math.round(milliseconds * 1000), range.lowest), range.highest);
      current[kindOf(method, url)].record(micros);
    },
    read() {
      turn();
      return requestKinds.map((kind) => {
        const all = createHistogram(range);
        all.add(before[kind]);
        all.add(current[kind]);
        const at = (percent: number) => (all.count === 0 ? null : all.percentile(percent) / 1000);
        return { kind, count: all.count, p50: at(50), p95: at(95) };
      });
    },
  };
}

/** What stands behind `secret/` in every dialect, or instead of it in v1. */
const SECRET = /^\/api\/v[123]\/(?:(?:guest\/)?secret\/([^?]*)|(share|create|generate)(?:\?|$))/;

/** By the path alone: by every dialect and in the web app, a secret is created, looked at and opened by the same ones. */
function kindOf(method: string, url: string): RequestKind {
  const [, rest, created] = SECRET.exec(url) ?? [];
  if (created !== undefined) return 'conceal';
  if (rest !== undefined) return kindOfSecret(method, rest);
  if (url.startsWith('/graphql')) return 'graph';
  return method === 'GET' && !url.startsWith('/api/') && !url.startsWith('/assets/') ? 'page' : 'other';
}

function kindOfSecret(method: string, rest: string): RequestKind {
  if (method === 'POST' && (rest === 'conceal' || rest === 'generate')) return 'conceal';
  if (rest === 'status' || rest.endsWith('/status')) return 'look';
  if (rest.endsWith('/reveal')) return 'reveal';
  if (rest.includes('/')) return 'other';
  return method === 'GET' ? 'look' : 'reveal';
}
