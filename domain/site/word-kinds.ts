/** One field that staff fill in. Lengths are in characters; an empty field is an empty string. */
export type WordField = { label: string; hint?: string; isOptional?: true } & (
  | { type: 'line'; most: number }
  | { type: 'text'; most: number }
  /** Paragraphs, lists, bold text and links: domain/site/check-words.ts. */
  | { type: 'rich'; most: number }
  | { type: 'number'; least: number; most: number; isWhole?: true }
  | { type: 'day' }
  /** A moment in UTC. Pages change when it passes. */
  | { type: 'moment' }
  | { type: 'web-address' }
  /** A page of the site, or a web address. */
  | { type: 'way' }
  | { type: 'email' }
  | { type: 'choice'; options: readonly { value: string; label: string }[] }
  | { type: 'check' }
  /** Part of an address; if empty, made from another field. */
  | { type: 'slug'; from: string }
  | { type: 'group'; fields: WordFields }
  /** Staff add, remove and move its items. */
  | {
      type: 'list';
      /** What one item is called: Question. */
      itemName: string;
      fields: WordFields;
      least: number;
      most: number;
      /** The field that identifies an item: unique, and fixed once published. */
      key?: string;
    }
);
export type WordFields = Readonly<Record<string, WordField>>;

export type WordValues = Readonly<Record<string, unknown>>;
export type WordProblem = { path: string; message: string };

type KindOf<Values> = {
  /** In the table and in addresses: `job-market`. */
  name: string;
  title: string;
  /** What it is and where it appears, for staff. */
  about: string;
  /** Who may publish it; SQL has the same list (staff.words_of_staff). */
  publishedBy: 'staff' | 'owner';
  /** The page that a preview opens. */
  page: string;
  fields: { readonly [Key in keyof Values]: WordField };
  first: Values;
  /** Checks across fields. */
  check?: (values: Values) => WordProblem[];
  /** Versions take effect on a day that they name, not at once; for some of them people are notified. */
  counts?: 'by-day' | 'by-day-and-told';
  /** Shown on screens that React hydrates, so the browser must be told when it differs from the release. */
  isInBrowser?: true;
};

/** A kind of words: the fields that staff fill in, and the release's own values. Everything else follows from it. */
export type WordKind = KindOf<WordValues>;

/**
 * Keeps the type of the values while a kind is defined. The values have been checked against the fields before `check`
 * sees them.
 */
export function wordKind<Values extends object>(kind: KindOf<Values>): WordKind {
  return kind as unknown as WordKind;
}
