import { readFile } from 'node:fs/promises';
import { BlockList, isIP } from 'node:net';
import { ConfigError } from '@onceover/service-kit/config';
import { codeOf } from '@onceover/service-kit/errors';
import { scannerList } from './scanner-list.ts';

/** Whether an address is in a network of link scanners. */
export type IsFromScanner = (address: string) => boolean;

const SETTING = 'ONCEOVER_SCANNER_NETWORKS';

/**
 * Reads the operator's list, or the one that comes along; nothing is fetched. An empty file is a list without networks.
 *
 * Refuses  `ConfigError`: a file that cannot be read, and lines that are no networks, with their numbers
 */
export async function openScannerNetworks(file: string | undefined): Promise<IsFromScanner> {
  const text = file === undefined ? scannerList : await textOf(file);
  return parseScannerList(text, file ?? 'the list that comes along');
}

/**
 * Shape    one address or CIDR range a line; what follows `#` is left alone, and so are empty lines
 * Refuses  `ConfigError`, with every line that is wrong
 */
export function parseScannerList(text: string, name: string): IsFromScanner {
  const list = new BlockList();
  const problems: string[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const entry = line.replace(/#.*/, '').trim();
    if (entry !== '' && !isAdded(list, entry)) {
      problems.push(`${SETTING}: line ${index + 1} of ${name} is no address or range like 192.0.2.0/24`);
    }
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return (address) => {
    const family = isIP(address);
    return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
  };
}

/** False for what is no network. */
function isAdded(list: BlockList, entry: string): boolean {
  const [address = '', length, ...more] = entry.split('/');
  const family = isIP(address);
  const bits = family === 4 ? 32 : 128;
  if (family === 0 || more.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length))) return false;
  const prefix = length === undefined ? bits : Number(length);
  if (prefix < 1 || prefix > bits) return false;
  list.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6');
  return true;
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new ConfigError([`${SETTING}: ${file} cannot be read (${codeOf(error) ?? 'unknown error'})`]);
  }
}
