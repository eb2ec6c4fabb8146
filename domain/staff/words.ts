import type { WordField, WordKind, WordProblem, WordValues } from '../site/word-kinds.ts';

/** In the address of a page that shows a draft. */
export const previewParameter = 'words-preview';

/** One line of the list of everything that staff change. */
export type WordsRow = {
  name: string;
  title: string;
  about: string;
  publishedBy: 'staff' | 'owner';
  version: number;
  published_at: string | null;
  published_by: string | null;
  hasDraft: boolean;
  /** Counts later: the newest version is not in force yet. */
  comes_at: string | null;
  /** A release changed its own words since. */
  isReleaseNewer: boolean;
};

export type WordsDraft = {
  content: WordValues;
  revision: number;
  based_on: number;
  changed_by: string;
  changed_at: string;
};

/** All that the editor of a kind is made from. */
export type WordsOfKind = WordsRow & {
  page: string;
  counts?: WordKind['counts'];
  fields: Readonly<Record<string, WordField>>;
  first: WordValues;
  /** What stands once the newest version counts. */
  latest: WordValues;
  /** What another version begins with: of a legal text with a day to come, and nothing said of what changes. */
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

/** Told instead of an act that the fields refuse. */
export type RefusedWords = { problems: WordProblem[] };
