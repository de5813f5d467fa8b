/** How much more `npm run prove` does of everything that is counted here. */
const isProving = Number(process.env.ONCEOVER_PROVE ?? 0) > 0;

/** So many, and twenty times as many for a proof. */
export function volume(few: number): number {
  return isProving ? few * 20 : few;
}
