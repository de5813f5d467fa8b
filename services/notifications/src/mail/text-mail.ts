import type { Block, MailContent } from './mail-content.ts';

/** Short enough that an English email travels as it is: a link in it can be copied from the raw email, too. */
const COLUMNS = 72;

export function textMail({ blocks, footer }: MailContent): string {
  return `${[...blocks.map(paragraph), `-- \n${wrapped(footer)}`].join('\n\n')}\n`;
}

function paragraph(block: Block): string {
  return 'url' in block ? `${block.label}:\n${block.url}` : wrapped(block.text);
}

/** Breaks lines between words; a word that is longer than a line stays whole. */
function wrapped(text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length > COLUMNS && line !== '') {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line].join('\n');
}
