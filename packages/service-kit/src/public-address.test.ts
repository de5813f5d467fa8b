import { closedAddresses, malformedAddresses, openAddresses } from '@onceover/testing/addresses';
import { describe, expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

describe('an address that the server must not connect to', () => {
  test('the corpus has at least 120', () =>
    expect(closedAddresses.length + malformedAddresses.length).toBeGreaterThanOrEqual(120));
  test.each([...new Set([...closedAddresses, ...malformedAddresses])])('%j', (address) =>
    expect(isPublicAddress(address)).toBe(false),
  );
});

test.each(openAddresses)('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));
