import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '@onceover/service-kit/config';
import { expect, onTestFinished, test } from 'vitest';
import { openScannerNetworks, parseScannerList } from './scanner-networks.ts';

async function fileOf(text: string): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'scanners-'));
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  await writeFile(join(place, 'scanners.txt'), text);
  return join(place, 'scanners.txt');
}

test('addresses and ranges of both families, with comments and empty lines', () => {
  const isScanner = parseScannerList('# ours\n192.0.2.0/24\r\n\n198.51.100.7 # one\n  2001:db8::/32\n', 'a list');
  const inside = ['192.0.2.0', '192.0.2.255', '::ffff:192.0.2.9', '198.51.100.7', '2001:db8:1::1'];
  const outside = ['192.0.3.0', '198.51.100.8', '2001:db9::1', '::1', '', 'nonsense'];
  expect(inside.map(isScanner)).toEqual(inside.map(() => true));
  expect(outside.map(isScanner)).toEqual(outside.map(() => false));
});

test('every line that is no network is named, and the rest is not taken without it', () => {
  const wrong = [
    '300.1.1.1',
    '192.0.2.0/33',
    '192.0.2.0/',
    '10.0.0.0/8/8',
    'example.com',
    '0.0.0.0/0',
    '::/0',
    '1.2.3.4 5.6.7.8',
  ];
  const parse = () => parseScannerList(['10.0.0.0/8', ...wrong].join('\n'), 'scanners.txt');
  expect(parse).toThrow(ConfigError);
  const problems = wrong.map(
    (_line, index) =>
      `ONCEOVER_SCANNER_NETWORKS: line ${index + 2} of scanners.txt is no address or range like 192.0.2.0/24`,
  );
  expect(() => parse()).toThrow(expect.objectContaining({ problems }));
});

test('the operator’s file replaces the list that comes along; an empty one names nobody', async () => {
  const own = await openScannerNetworks(await fileOf('203.0.113.0/24\n'));
  expect([own('203.0.113.9'), own('209.222.80.1')]).toEqual([true, false]);
  const none = await openScannerNetworks(await fileOf('# nobody\n'));
  expect(none('209.222.80.1')).toBe(false);
  const ours = await openScannerNetworks(undefined);
  expect([ours('209.222.80.1'), ours('203.0.113.9'), ours('127.0.0.1')]).toEqual([true, false, false]);
});

test('a file that is not there is said, not left out', async () => {
  const problems = ['ONCEOVER_SCANNER_NETWORKS: /no/such/file cannot be read (ENOENT)'];
  await expect(openScannerNetworks('/no/such/file')).rejects.toMatchObject({ name: 'ConfigError', problems });
});
