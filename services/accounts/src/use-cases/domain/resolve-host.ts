import type { DomainPorts } from './domain-ports.ts';

type HostPorts = Pick<DomainPorts, 'isEnabled' | 'names' | 'served'>;

/** Whether secret pages are served on a host that is not the site's. At most five seconds old where others changed it. */
export function resolveHostUseCase({ isEnabled, names, served }: HostPorts) {
  return async (header: string): Promise<{ isVerified: boolean }> => {
    const host = isEnabled ? names.normaliseHost(header) : null;
    return { isVerified: host !== null && (await served.isServed(host)) };
  };
}
