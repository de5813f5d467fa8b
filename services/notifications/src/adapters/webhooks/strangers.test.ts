import type { networkInterfaces } from 'node:os';
import { closedAddresses } from '@onceover/testing/addresses';
import { expect, test } from 'vitest';
import { parseNetworks } from './allowed-hosts.ts';
import { createHttpsSender } from './https-sender.ts';
import { strangersBut } from './strangers.ts';

const interfaces = () =>
  ({ eth0: [{ address: '8.8.4.4' }, { address: '2606:4700::1:1' }], lo: undefined }) as unknown as ReturnType<
    typeof networkInterfaces
  >;
const isStrangers = strangersBut(parseNetworks('9.9.0.0/16, 2620:fe::/48') ?? expect.fail(), interfaces);

test('public addresses are strangers, but those of this machine and of networks that are called our own', () => {
  for (const address of ['8.8.8.8', '9.10.0.1', '2606:4700::1:2'])
    expect([address, isStrangers(address)]).toEqual([address, true]);
  const ours = ['8.8.4.4', '2606:4700::1:1', '2606:4700:0:0:0:0:1:1', '9.9.0.0', '9.9.255.255', '2620:fe::9'];
  for (const address of [...ours, ...closedAddresses])
    expect([address, isStrangers(address)]).toEqual([address, false]);
});

test('no webhook leads to them, by name or as it is', async () => {
  const lookUp = async () => ['8.8.8.8', '9.9.9.9'];
  const sender = createHttpsSender({ isStrangers, lookUp });
  for (const url of [
    'https://hooks.acme.example/',
    'https://9.9.9.9/',
    'https://8.8.4.4/',
    'https://[2606:4700::1:1]/',
  ]) {
    expect(await sender.send({ url, headers: {}, body: '' })).toMatchObject({
      problem: 'private-address',
      status: null,
    });
  }
});

test.each(['acme.example', '9.9.0.0/33', 'http://9.9.9.9', '9.9'])('%j is no network', (text) => {
  expect(parseNetworks(text)).toBeNull();
});
