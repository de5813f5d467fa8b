export function platformName(platform: string, arch: string): string;
export function foreignPlatform(
  names: readonly string[],
  isThere: (name: string) => boolean,
  platform: string,
): string | undefined;
