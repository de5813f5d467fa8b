import type { ScreenCode } from './refusals.generated.ts';

/** The codes of what is true. */
export function wrong<Code extends ScreenCode>(found: Readonly<Record<Code, boolean>>): Code[] {
  return (Object.keys(found) as Code[]).filter((code) => found[code]);
}
