import type { Block, MailContent } from './mail-content.ts';

/**
 * The email as HTML: simple tables, inline styles, the reading direction on the outermost elements, so that nothing says
 * left or right. Colours are the web's; programs that know dark mode get the dark ones. Nothing is fetched from anywhere.
 *
 * Source  web 8.2, 8.3
 */
export function htmlMail(content: MailContent): string {
  const { subject, footer, language, direction } = content;
  const blocks = content.blocks.map((block) => blockOf(block, content));
  return html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${DARK}</style>
</head>
<body class="page" style="${STYLES.page}">
<table role="presentation" class="page" dir="${direction}" width="100%" cellpadding="0" cellspacing="0" border="0" style="${STYLES.page}"><tr><td style="padding:32px 16px">
<table role="presentation" align="center" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px;margin:0 auto">
<tr><td class="soft" style="${STYLES.brand}" lang="en">Onceover</td></tr>
<tr><td class="card" style="${STYLES.card}">
<h1 class="ink" style="${STYLES.title}">${subject}</h1>
${blocks}</td></tr>
<tr><td class="soft" style="${STYLES.footer}">${footer}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`.markup;
}

function blockOf(block: Block, { linkHint }: MailContent): Markup {
  switch (block.kind) {
    case 'text':
      return html`<p class="ink" style="${STYLES.text}">${block.text}</p>
`;
    case 'note':
      return html`<p class="soft line" style="${STYLES.note}">${block.text}</p>
`;
    case 'link':
      return html`<p class="ink" style="${STYLES.text}"><a class="link" href="${block.url}" style="${STYLES.link}">${block.label}</a></p>
`;
    case 'button':
      return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px"><tr><td class="button" bgcolor="#007072" style="${STYLES.button}"><a class="button-label" href="${block.url}" style="${STYLES.buttonLabel}">${block.label}</a></td></tr></table>
<p class="soft" style="${STYLES.hint}">${linkHint}<br><a class="link" dir="ltr" href="${block.url}" style="${STYLES.address}">${block.url}</a></p>
`;
  }
}

const FONT =
  "font-family:ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans Arabic','Noto Sans Hebrew','PingFang SC','Microsoft YaHei',sans-serif";

/** For an attribute: what is in it holds no double quote. */
const STYLES = {
  page: 'margin:0;padding:0;background-color:#fbfaf7',
  brand: `${FONT};font-size:15px;line-height:24px;font-weight:600;color:#4b505a;padding:0 4px 12px`,
  card: `${FONT};background-color:#ffffff;border:1px solid #dfded8;border-radius:10px;padding:28px 24px 12px`,
  title: `margin:0 0 16px;font-size:22px;line-height:1.35;font-weight:650;color:#1c1f27;overflow-wrap:anywhere`,
  text: `margin:0 0 16px;font-size:16px;line-height:1.6;color:#1c1f27;overflow-wrap:anywhere`,
  note: `margin:24px 0 16px;padding:16px 0 0;border-top:1px solid #dfded8;font-size:15px;line-height:1.6;color:#4b505a`,
  hint: `margin:0 0 16px;font-size:15px;line-height:1.6;color:#4b505a`,
  link: 'color:#007072;text-decoration:underline',
  address: `color:#007072;text-decoration:underline;word-break:break-all;font-family:ui-monospace,'SF Mono','Cascadia Mono',Menlo,Consolas,monospace;font-size:13px`,
  button: `${FONT};background-color:#007072;border-radius:6px`,
  buttonLabel: `display:inline-block;padding:13px 24px;font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none;border-radius:6px`,
  footer: `${FONT};font-size:13px;line-height:1.6;color:#4b505a;padding:16px 4px 0`,
} as const;

const DARK = {
  markup: `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background-color:#0d0f15!important}
.card{background-color:#161920!important;border-color:#2e333c!important}
.ink{color:#eceef3!important}
.soft{color:#b7bbc2!important}
.line{border-color:#2e333c!important}
.link{color:#59d4cd!important}
.button{background-color:#59d4cd!important}
.button-label{color:#031a1b!important}
}`,
} as const;

/** A piece of HTML that was made here. Everything else is text and gets escaped. */
interface Markup {
  readonly markup: string;
}

type Value = string | Markup | readonly Markup[];

/** Writes HTML; values are text unless they were written by `html` themselves. Attributes must stand in double quotes. */
function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return { markup: String.raw({ raw: parts }, ...values.map(markupOf)) };
}

function markupOf(value: Value): string {
  if (typeof value === 'string') return escaped(value);
  return 'markup' in value ? value.markup : value.map((each) => each.markup).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
