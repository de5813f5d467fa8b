interface Machine {
  readonly commit: string;
  readonly node: string;
  readonly cores: number;
  readonly processor: string;
  readonly gigabytes: number;
  readonly system: string;
}

const unknown: Machine = {
  commit: 'unknown',
  node: process.version,
  cores: 0,
  processor: '',
  gigabytes: 0,
  system: '',
};

/** As `npm run robots` found it out. */
export function machine(): Machine {
  return { ...unknown, ...JSON.parse(process.env.MACHINE ?? '{}') };
}

/** What the figures depend on, as a sentence; `chromium` is its version. */
export function circumstances(chromium: string): string {
  const { commit, node, cores, processor, gigabytes, system } = machine();
  const versions = `Node ${node.replace(/^v/, '')}, Chromium ${chromium}`;
  return `Run on ${today()} (UTC), commit ${commit}; ${cores} × ${processor}, ${gigabytes} GiB, ${system}; ${versions}. Everything ran on this one machine.`;
}

/** The day in UTC. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}
