import type { InternalHandler } from '@onceover/service-kit/internal-call';
import { createLogger } from '@onceover/service-kit/logging';
import { type ConnectingOptions, connectService, type ServiceConnection } from '../connect-service.ts';
import { type AnsweringService, type ServiceServer, type ServingOptions, serveService } from '../serve-service.ts';

export const key = Buffer.alloc(32, 7);
export const log = createLogger('test');
export const asker = 'asker';

/** A server of a service on a free port that knows the key of `asker`. */
export function serve<Caller>(
  name: string,
  more: Partial<ServingOptions<Caller>> = {},
): Promise<ServiceServer<Caller>> {
  return serveService<Caller>({
    name,
    host: '127.0.0.1',
    port: 0,
    keysOf: (caller) => (caller === asker ? [key] : []),
    graphAskers: [asker],
    readCaller: (value) => value as Caller,
    log,
    ...more,
  });
}

export function connect(
  name: string,
  urls: readonly string[],
  more: Partial<ConnectingOptions> = {},
): ServiceConnection {
  return connectService({ caller: asker, name, urls, key, log, ...more });
}

export const isReady = async () => ({ isReady: true });

/** A service with calls alone. */
export function calls(...internal: readonly InternalHandler[]): AnsweringService<unknown> {
  return { internal, ready: isReady };
}
