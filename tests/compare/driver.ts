/** What an open came to. Whatever is neither the content nor a plain "it is gone" is thrown. */
export type Opening = { readonly content: string } | 'gone';

/** How one product is spoken to, by the API that it documents. */
export interface Driver {
  readonly title: string;
  /** Which versions its API is documented for. */
  readonly speaks: string;
  connect(url: string): Product;
}

/** A running product. */
export interface Product {
  /** Stores a secret that can be opened once. Resolves once the server has acknowledged it. */
  create(content: string): Promise<Link>;
}

/** One secret, as its recipient has it. */
export interface Link {
  /** As a recipient opens it, with all that takes to see the content. */
  open(): Promise<Opening>;
}
