import fastifyWebsocket from '@fastify/websocket';
import type { Bells } from '@onceover/service-kit/bells';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from 'graphql-ws';
import { type GuestParts, type KnownGuest, knownGuest } from '../graph/graph-caller.ts';
import { badInput, csrf } from '../graph/graph-errors.ts';
import { sendGraphError } from '../graph/graphql-route.ts';
import type { Graph } from '../graph/open-graph.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import type { SecurityHeaders } from '../http/security-headers.ts';
import { logRequest } from '../http/send.ts';
import { type OpenSockets, openSockets } from './live-limits.ts';
import { type LiveGuest, type LiveServerParts, liveServer } from './live-server.ts';
import { serveSocket } from './live-socket.ts';

/** What the sockets need. */
export interface LiveRouteParts extends GuestParts, LiveServerParts, Pick<Graph, 'readLiveDocument'> {
  readonly headers: SecurityHeaders;
  readonly bells: Bells;
  /** Whether sockets are counted at all. */
  readonly isLimited: boolean;
}

interface AdmittedSocket {
  readonly guest: LiveGuest;
  readonly place: Disposable;
}

const NOT_COUNTED: Disposable = { [Symbol.dispose]: () => undefined };

/** Sockets are no part of what a session does: nothing is extended, and no cookie could be given out here. */
const BY_ITSELF = { extendsIdle: false, redeems: false } as const;

/**
 * Adds GET /graphql for WebSocket: other sites first, then the credential, its limit and how many sockets it has open. That
 * is decided before the socket opens, so a refusal is an answer of the graph like any other.
 *
 * Refuses  400 without the protocol graphql-transport-ws, 403 for another site, 429; what the graph refuses
 * Source   security 6.5
 */
export function addLiveRoute(app: FastifyInstance, parts: LiveRouteParts): void {
  const server = liveServer(parts);
  const sockets = openSockets();
  const admitted = new WeakMap<FastifyRequest, AdmittedSocket>();
  // In a room of its own: no other request pays for the hooks of the library.
  app.register(async (room) => {
    await room.register(fastifyWebsocket, {
      options: {
        maxPayload: parts.liveLimits.messageBytes,
        perMessageDeflate: false,
        handleProtocols: () => GRAPHQL_TRANSPORT_WS_PROTOCOL,
      },
      errorHandler: (_error, socket) => socket.terminate(),
      preClose(done) {
        for (const socket of this.websocketServer.clients) socket.close(1001, 'Connect again');
        this.websocketServer.close();
        done();
      },
    });
    room.route({
      method: 'GET',
      url: '/graphql',
      errorHandler: (error, request, reply) => {
        if (error instanceof ApiError) throw error;
        sendGraphError(error, request, reply, parts.headers);
      },
      preHandler: async (request) => {
        if (!request.ws) throw notFound();
        admitted.set(request, await admit(request, parts, sockets));
      },
      handler: async () => undefined,
      wsHandler(socket, request) {
        const found = admitted.get(request);
        if (found === undefined) throw new Error('a socket opened without being admitted');
        logRequest(request, 101);
        socket.once('close', () => found.place[Symbol.dispose]());
        const identifyAgain = () => parts.identify(request, BY_ITSELF);
        serveSocket(socket, found.guest, { ...parts, server, identifyAgain });
      },
    });
  });
}

async function admit(request: FastifyRequest, parts: LiveRouteParts, sockets: OpenSockets): Promise<AdmittedSocket> {
  const { headers } = request;
  if (isForeign(request, parts.site.origins)) throw csrf();
  if (!speaks(headers['sec-websocket-protocol'])) {
    throw badInput(`Ask for the protocol: Sec-WebSocket-Protocol: ${GRAPHQL_TRANSPORT_WS_PROTOCOL}`);
  }
  const guest = await knownGuest(request, parts, BY_ITSELF);
  return { guest, place: parts.isLimited ? placeOf(guest, parts, sockets) : NOT_COUNTED };
}

function placeOf({ identity }: KnownGuest, { liveLimits }: LiveRouteParts, sockets: OpenSockets): Disposable {
  const { caller, session } = identity;
  if (caller.kind === 'anonymous') return sockets.admit(`network ${caller.network}`, liveLimits.socketsOfVisitors);
  return sockets.admit(`session ${session ?? caller.credential.ref}`, liveLimits.socketsOfSession);
}

/** Browsers always say which page opens a socket; a program without a page says nothing and has no cookie to misuse. */
function isForeign({ headers }: FastifyRequest, ours: ReadonlySet<string>): boolean {
  const { origin, authorization, cookie } = headers;
  if (origin !== undefined) return !ours.has(origin);
  return authorization === undefined && cookie !== undefined;
}

function speaks(protocols: string | undefined): boolean {
  return protocols?.split(',').some((one) => one.trim() === GRAPHQL_TRANSPORT_WS_PROTOCOL) === true;
}
