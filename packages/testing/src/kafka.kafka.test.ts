import { askBroker } from '@onceover/kafka-server';
import { expect, inject, test } from 'vitest';

const FETCH = 1;
const given = Object.entries(inject('kafka') ?? {});

test('the run has brokers', () => {
  expect(given).not.toEqual([]);
});

test.each(given)('a broker of %s serves, and takes the requests of its line of versions', async (version, brokers) => {
  for (const address of brokers.split(',')) {
    const answer = await askBroker(address);
    expect(answer.brokers.map((broker) => broker.address)).toContain(address);
    expect(answer.apiVersions.get(FETCH)?.min).toBe(version.startsWith('4.') ? 4 : 0);
  }
});
