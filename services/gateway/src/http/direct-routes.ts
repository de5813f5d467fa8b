import type { GatewayReply, GatewayRequest } from './gateway-request.ts';

/** A route that plain requests reach without the framework. */
export interface DirectRoute {
  readonly method: string;
  /** With at most one parameter, `:key`, as the last segment or the last but one. */
  readonly url: string;
  readonly handler: (request: GatewayRequest, reply: GatewayReply) => void;
}

export interface FoundRoute {
  readonly route: DirectRoute;
  /** Empty where the path has none. */
  readonly key: string;
  /** Without the question mark. */
  readonly query: string;
}

const PARAMETER = ':key';
/** Needs no decoding: keys as they are issued. */
const PLAIN_KEY = /^[\w-]+$/;

/** Finds the route of a method and a URL. Undefined: there is none, or the URL is written in an uncommon way. */
export function findDirectRoute(routes: readonly DirectRoute[]) {
  const whole = new Map<string, DirectRoute>();
  /** By method, what stands before the key, and what stands behind it. */
  const keyed = new Map<string, Map<string, DirectRoute>>();
  for (const route of routes) {
    const name = `${route.method} ${route.url}`;
    const at = name.indexOf(PARAMETER);
    if (at === -1) whole.set(name, route);
    else {
      const before = name.slice(0, at);
      keyed.set(before, (keyed.get(before) ?? new Map()).set(name.slice(at + PARAMETER.length), route));
    }
  }
  return (method: string, url: string): FoundRoute | undefined => {
    const mark = url.indexOf('?');
    const name = `${method} ${mark === -1 ? url : url.slice(0, mark)}`;
    const query = mark === -1 ? '' : url.slice(mark + 1);
    if (query.includes('#')) return undefined;
    const route = whole.get(name);
    if (route !== undefined) return { route, key: '', query };
    const last = name.lastIndexOf('/');
    const found = keyOf(keyed, name, last, name.length) ?? keyOf(keyed, name, name.lastIndexOf('/', last - 1), last);
    return found && { ...found, query };
  };
}

/** The route whose key stands between the slash at `slash` and `end`. */
function keyOf(
  keyed: ReadonlyMap<string, ReadonlyMap<string, DirectRoute>>,
  name: string,
  slash: number,
  end: number,
): Pick<FoundRoute, 'route' | 'key'> | undefined {
  const route = keyed.get(name.slice(0, slash + 1))?.get(name.slice(end));
  if (route === undefined) return undefined;
  const key = name.slice(slash + 1, end);
  return PLAIN_KEY.test(key) ? { route, key } : undefined;
}
