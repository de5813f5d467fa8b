let told = 0;

/** More often in a row a stream is faster than any answer, and the next item or poll corrects what is shown. */
const mostTries = 3;

/** Says that a stream has told something, so that an answer that is on its way may be older. */
export function noteTold(): void {
  told += 1;
}

/** Asks, and asks again if a stream told something meanwhile: an answer never puts back what was just shown as changed. */
export async function askUnlessOvertaken<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const before = told;
    const answer = await ask();
    if (told === before || tries === mostTries) return answer;
  }
}
