import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import fastifyWebsocket from '@fastify/websocket';
import type { Bells } from '@onceover/service-kit/bells';
import type { Telemetry } from '@onceover/service-kit/telemetry';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { GRAPHQL_TRANSPORT_WS_PROTOCOL } from 'graphql-ws';
import { knownGuest } from '../graph/graph-caller.ts';
import { badInput, csrf } from '../graph/graph-errors.ts';
import { sendGraphError } from '../graph/graphql-route.ts';
import { ApiError, notFound } from '../http/api-error.ts';
import { logRequest } from '../http/send.ts';
import { liveLimits } from './live-limits.ts';
import { type LiveGuest, type LiveServerParts, liveServer } from './live-server.ts';
import { serveSocket } from './live-socket.ts';
import { isForeign, placeOwnerOf } from './may-listen.ts';

export interface LiveRouteParts extends LiveServerParts {
  readonly bells: Bells;
  readonly telemetry: Telemetry;
}

/** How long a connection may take to become a socket. */
const HANDSHAKE_MS = 10_000;
/** How long clients have to say goodbye when the gateway stops. */
const GRACE_MS = 1_000;

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
  const admitted = new WeakMap<FastifyRequest, LiveGuest>();
  const connections = upgraded(app);
  parts.telemetry.level(
    { name: 'onceover_live_sockets', help: 'WebSocket connections that are open.', labels: {} },
    () => [[{}, connections.size]],
  );
  // In a room of its own: no other request pays for the hooks of the library.
  app.register(async (room) => {
    await room.register(fastifyWebsocket, {
      options: {
        maxPayload: liveLimits.messageBytes,
        perMessageDeflate: false,
        handleProtocols: () => GRAPHQL_TRANSPORT_WS_PROTOCOL,
      },
      errorHandler: (_error, socket) => socket.terminate(),
      preClose(done) {
        for (const socket of this.websocketServer.clients) socket.close(1001, 'Connect again');
        this.websocketServer.close();
        // Whoever does not answer holds up no stop.
        setTimeout(() => {
          for (const connection of connections) connection.destroy();
        }, GRACE_MS);
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
        const guest = await admit(request, parts);
        const place = await parts.socketPlaces.placeFor(placeOwnerOf(guest.identity));
        // The connection, not the socket: after a broken handshake there never is one.
        onceClosed(request.raw.socket, () => place[Symbol.dispose]());
        admitted.set(request, guest);
      },
      handler: async () => undefined,
      wsHandler(socket, request) {
        const guest = admitted.get(request);
        if (guest === undefined) throw new Error('a socket opened without being admitted');
        logRequest(request, 101);
        const identifyAgain = () => parts.identify(request, BY_ITSELF);
        serveSocket(socket, guest, { ...parts, server, liveLimits, identifyAgain });
      },
    });
  });
}

/** Whether a request asks for the socket. Nothing else here has another protocol. */
export function asksForSocket({ method, url = '', headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && /^\/graphql\/?(?:\?|$)/.test(url);
}

/**
 * The connections that asked for a socket. The server no longer watches over them, so one that gets none, or does nothing
 * meanwhile, is ended here; a socket that opens lifts the limit.
 */
function upgraded({ server }: FastifyInstance): ReadonlySet<Socket> {
  const connections = new Set<Socket>();
  server.on('upgrade', (_request: IncomingMessage, connection: Socket) => {
    connections.add(connection);
    connection.setTimeout(HANDSHAKE_MS, () => connection.destroy());
    connection.once('close', () => connections.delete(connection));
  });
  return connections;
}

function onceClosed(connection: Socket, run: () => void): void {
  if (connection.destroyed) run();
  else connection.once('close', run);
}

async function admit(request: FastifyRequest, parts: LiveRouteParts): Promise<LiveGuest> {
  const { headers } = request;
  if (isForeign(headers, parts.site.origins)) throw csrf();
  if (!speaks(headers['sec-websocket-protocol'])) {
    throw badInput(`Ask for the protocol: Sec-WebSocket-Protocol: ${GRAPHQL_TRANSPORT_WS_PROTOCOL}`);
  }
  return await knownGuest(request, parts, BY_ITSELF);
}

function speaks(protocols: string | undefined): boolean {
  return protocols?.split(',').some((one) => one.trim() === GRAPHQL_TRANSPORT_WS_PROTOCOL) === true;
}
