/** The ways in which the product is run: everything in one process, or a process for each service. */
export const profiles = ['embedded', 'distributed'] as const;
export type Profile = (typeof profiles)[number];

/** The one that whole systems are started in. Whoever runs the tests chooses it; no test asks. */
export const profile = profileOf(process.env.ONCEOVER_TEST_PROFILE || 'embedded');

function profileOf(name: string): Profile {
  const found = profiles.find((each) => each === name);
  if (found === undefined) {
    throw new Error(`ONCEOVER_TEST_PROFILE is ${JSON.stringify(name)}: write one of ${profiles.join(', ')}`);
  }
  return found;
}
