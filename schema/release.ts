import about from './package.json' with { type: 'json' };

/**
 * This version of the product, which every package of the repository has, and the oldest one whose processes can run beside it:
 * on the schemas as it leaves them, with the events it writes, and with the calls it makes and answers. A release that takes
 * something away raises it (docs/UPGRADING.md).
 */
export const release = { version: about.version, oldestBeside: '0.1.0' } as const;
