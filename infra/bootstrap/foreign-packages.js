/** As the packages that hold programs of this machine are named, such as `linux-x64`. */
export function platformName(platform, arch) {
  return `${platform === 'win32' ? 'win' : platform}-${arch}`;
}

/**
 * The platform that packages were installed for, if it is another than this one: node_modules came from another machine.
 * `names` are packages of which each holds a program for one platform and an installation has one; `isThere` tells which.
 */
export function foreignPlatform(names, isThere, platform) {
  const there = names.filter(isThere);
  if (there.length === 0 || there.some((name) => name.endsWith(`-${platform}`))) return undefined;
  return there[0].replace(/^node-(bin-)?/, '');
}
