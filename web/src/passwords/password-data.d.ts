declare module 'virtual:strength-data' {
  export const words: string[];
  export const graphs: Record<string, Record<string, string[]>>;
}

declare module 'virtual:passphrase-words-*' {
  export const words: string[];
}
