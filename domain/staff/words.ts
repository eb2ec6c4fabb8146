import type { WordField, WordKind, WordProblem, WordValues } from '../site/word-kinds.ts';

/** The query parameter of a page that shows a draft. */
export const previewParameter = 'words-preview';

/** A row in the list of everything that staff can edit. */
export type WordsRow = {
  name: string;
  title: string;
  about: string;
  publishedBy: 'staff' | 'owner';
  version: number;
  published_at: string | null;
  published_by: string | null;
  hasDraft: boolean;
  /** When the newest version takes effect, if it has not yet. */
  comes_at: string | null;
  /** A release has changed its own words since. */
  isReleaseNewer: boolean;
};

export type WordsDraft = {
  content: WordValues;
  revision: number;
  based_on: number;
  changed_by: string;
  changed_at: string;
};

/** Everything that the editor of a kind needs. */
export type WordsOfKind = WordsRow & {
  page: string;
  counts?: WordKind['counts'];
  fields: Readonly<Record<string, WordField>>;
  first: WordValues;
  /** The words once the newest version takes effect. */
  latest: WordValues;
  /** What a new version starts from: for a legal text, with a future day and an empty summary of changes. */
  beginning: WordValues;
  draft: WordsDraft | null;
};

export type WordVersionRow = {
  id: string;
  kind: string;
  version: number;
  is_first: boolean;
  effective_from: string;
  note: string;
  published_at: string;
  published_by: string;
};

/** The answer when the fields reject the words. */
export type RefusedWords = { problems: WordProblem[] };
