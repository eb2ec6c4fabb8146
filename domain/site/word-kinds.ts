/** One thing that staff fill in. Lengths are in characters; what is empty is an empty text. */
export type WordField = { label: string; hint?: string; isOptional?: true } & (
  | { type: 'line'; most: number }
  | { type: 'text'; most: number }
  /** Paragraphs, lists, bold words and links: domain/site/check-words.ts. */
  | { type: 'rich'; most: number }
  | { type: 'number'; least: number; most: number; isWhole?: true }
  | { type: 'day' }
  /** A moment, in UTC. The clock changes pages at it. */
  | { type: 'moment' }
  | { type: 'web-address' }
  /** A page of the site, or an address. */
  | { type: 'way' }
  | { type: 'email' }
  | { type: 'choice'; options: readonly { value: string; label: string }[] }
  | { type: 'check' }
  /** Part of an address; left empty it is made from another field. */
  | { type: 'slug'; from: string }
  | { type: 'group'; fields: WordFields }
  /** Staff add, remove and move what is in it. */
  | {
      type: 'list';
      /** What one of them is called: Question. */
      itemName: string;
      fields: WordFields;
      least: number;
      most: number;
      /** The field that tells them apart: it stays the same once it was published, and is never there twice. */
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
  /** What it is and where it shows, for staff. */
  about: string;
  /** Who publishes it; SQL has the same list (staff.words_of_staff). */
  publishedBy: 'staff' | 'owner';
  /** Where a preview leads. */
  page: string;
  fields: { readonly [Key in keyof Values]: WordField };
  first: Values;
  /** What no field can say alone. */
  check?: (values: Values) => WordProblem[];
  /** It has no moment of its own: it names the day from which it counts, and for some of them people are told. */
  counts?: 'by-day' | 'by-day-and-told';
  /** Screens that React takes over show it, so the browser is told when it is not as the release has it. */
  isInBrowser?: true;
};

/** A kind of words: what staff fill in, beside what the release has. Everything else is made from it. */
export type WordKind = KindOf<WordValues>;

/** Says a kind in the type of its own values. They are held against the fields before `check` sees them. */
export function wordKind<Values extends object>(kind: KindOf<Values>): WordKind {
  return kind as unknown as WordKind;
}
