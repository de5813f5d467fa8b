/** What an email says, before it becomes text or HTML. Lines are in one language and clean. */
export interface MailContent {
  readonly subject: string;
  readonly blocks: readonly Block[];
  /** Who sent it. */
  readonly footer: string;
  /** Above the address of a link, for readers whose button does nothing. */
  readonly linkHint: string;
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
}

export type Block =
  | { readonly kind: 'text'; readonly text: string }
  /** Less important: what to do when the email was not expected. */
  | { readonly kind: 'note'; readonly text: string }
  /** The one thing to do. */
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  | { readonly kind: 'link'; readonly label: string; readonly url: string };
