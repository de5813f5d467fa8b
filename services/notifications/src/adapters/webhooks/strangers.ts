import { networkInterfaces } from 'node:os';
import { isPublicAddress } from '@onceover/service-kit/public-address';

/**
 * Whether an address is a stranger's: public, none of this machine, and in no network that the operator calls their own. What trusts us
 * by our address must not hear from somebody else through us.
 *
 * Source  security 6.10, events 9
 */
export function strangersBut(isOwnNetwork: (address: string) => boolean, interfaces = networkInterfaces) {
  return (address: string): boolean => {
    if (!isPublicAddress(address) || isOwnNetwork(address)) return false;
    const ours = Object.values(interfaces()).flatMap((addresses) => addresses ?? []);
    return !ours.some((each) => isSame(each.address, address));
  };
}

/** Two spellings of an IPv6 address are the same one. */
function isSame(one: string, other: string): boolean {
  return one === other || (one.includes(':') && other.includes(':') && spelt(one) === spelt(other));
}

function spelt(address: string): string {
  return URL.canParse(`http://[${address}]`) ? new URL(`http://[${address}]`).hostname : address;
}
