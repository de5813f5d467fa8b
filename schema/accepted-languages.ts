/** Old tags that browsers still send. */
const renamed: Readonly<Record<string, string>> = { iw: 'he' };

/** Finds the first locale of an `Accept-Language` that is available, by its tag or by its language alone. */
export function bestAccepted<Known extends { readonly tag: string }>(
  known: readonly Known[],
): (header: string) => Known | undefined {
  const byTag = new Map<string, Known>();
  for (const locale of known) {
    const tag = locale.tag.toLowerCase();
    byTag.set(tag, locale);
    const language = tag.split('-')[0] ?? tag;
    if (!byTag.has(language)) byTag.set(language, locale);
  }
  return (header) => best(header, byTag);
}

function best<Known>(header: string, byTag: ReadonlyMap<string, Known>): Known | undefined {
  const wishes = header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((text) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/.exec(text)?.[1]).find(Boolean);
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((left, right) => right.quality - left.quality);
  for (const { tag } of wishes) {
    const language = tag.split('-')[0] ?? tag;
    const found = byTag.get(tag) ?? byTag.get(renamed[language] ?? language);
    if (found !== undefined) return found;
  }
  return undefined;
}
