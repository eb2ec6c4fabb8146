import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Transaction } from '#database/database.ts';
import { completed } from '#domain/site/check-words.ts';
import type { WordKind, WordValues } from '#domain/site/word-kinds.ts';
import {
  previewParameter,
  type RefusedWords,
  type WordsDraft,
  type WordsOfKind,
  type WordsRow,
  type WordVersionRow,
} from '#domain/staff/words.ts';
import { ApiError } from '../../errors.ts';
import { staffLook } from '../as-staff.ts';
import type { StaffList } from '../staff-list.ts';
import { hashOfFirst, kindOf, kindsOf, readWords } from './known-kinds.ts';

type Newest = {
  kind: string;
  version: number;
  content: WordValues | null;
  first_hash: string;
  published_at: string;
  published_by: string;
  comes_at: string | null;
};

/** Everything that staff can change, and its current state. */
export const words = staffLook({
  minimum: 'staff',
  input: z.object({}),
  async read({ session, functions }): Promise<{ kinds: WordsRow[] }> {
    const newest = await readNewest(session);
    const { rows: drafts } = await session.query<{ kind: string }>({
      text: 'select kind from staff.word_drafts',
    });
    const kinds = kindsOf(functions).map((kind) => ({
      ...rowOf(kind, newest.get(kind.name)),
      hasDraft: drafts.some((draft) => draft.kind === kind.name),
    }));
    return { kinds };
  },
});

const one = z.object({ kind: z.string() });

export const wordsOfKind = staffLook({
  minimum: 'staff',
  input: one,
  async read({ session, input, functions }): Promise<WordsOfKind> {
    const kind = kindOf(functions, input.kind);
    const newest = (await readNewest(session, kind.name)).get(kind.name);
    const draft = await readDraft(session, kind.name);
    const { page, fields, first, counts } = kind;
    const latest = latestOf(kind, newest);
    return {
      ...rowOf(kind, newest),
      ...{ hasDraft: draft !== null, page, fields, first, draft, ...(counts && { counts }) },
      latest,
      beginning: { ...latest, ...(counts && (await beginLegalText(session, kind.name, latest))) },
    };
  },
});

/** Dates all have the same format, so they can be compared as text. */
async function beginLegalText(session: Transaction, kind: string, { effective }: WordValues) {
  const { rows } = await session.query<{ day: string }>({
    text: 'select staff.usual_legal_day($1)::text as day',
    values: [kind],
  });
  const day = rows[0]?.day ?? '';
  return {
    effective: typeof effective === 'string' && effective > day ? effective : day,
    changes: '',
  };
}

/** The words of one version, for comparison with others. 0: the release's own. */
export const wordVersion = staffLook({
  minimum: 'staff',
  input: z.object({ ...one.shape, version: z.int32().min(0) }),
  async read({ session, input: { kind: name, version }, functions }) {
    const kind = kindOf(functions, name);
    return { content: await readVersion(session, kind, version) };
  },
});

export const wordVersions: StaffList<WordVersionRow> = {
  name: 'word-versions',
  minimum: 'staff',
  from: 'staff.word_versions as v',
  columns: {
    id: 'v.id',
    kind: 'v.kind',
    version: 'v.version',
    is_first: 'v.is_first',
    effective_from: 'v.effective_from',
    note: 'v.note',
    published_at: 'v.published_at',
    published_by: 'v.published_by',
  },
  filters: {
    kind: { schema: z.string().max(40), where: (value) => `v.kind = ${value}` },
  },
  orders: { newest: { by: 'v.version', type: 'bigint' } },
  id: { sql: 'v.kind', type: 'text' },
};

/** A link that shows the draft on the real page, for half an hour. */
export const previewWords = staffLook({
  minimum: 'staff',
  /** Includes the revision that the person saved, so that somebody else’s draft is not shown as theirs. */
  input: z.object({ ...one.shape, revision: z.int32().optional() }),
  async read({ session, input, functions }): Promise<{ address: string } | RefusedWords> {
    const kind = kindOf(functions, input.kind);
    const draft = await readDraft(session, kind.name);
    if (!draft) throw new ApiError('not_found');
    if (draft.revision !== (input.revision ?? draft.revision))
      throw new ApiError('changed_meanwhile');
    const read = readWords(kind, completed(kind.first, draft.content));
    if ('problems' in read) return read;
    const token = randomBytes(24).toString('base64url');
    const hash = createHash('sha256').update(token).digest('hex');
    await session.query({
      text: 'select staff.open_word_preview($1, $2)',
      values: [kind.name, hash],
    });
    return {
      address: `${kind.page}?${previewParameter}=${token}`,
    };
  },
});

export async function readNewest(session: Transaction, kind?: string) {
  const { rows } = await session.query<Newest>({
    text: `select distinct on (w.kind) w.kind, w.version, w.content, w.first_hash, w.published_at,
        staff.name_of(w.published_by) as published_by,
        case when w.effective_from > now() then w.effective_from end as comes_at
      from staff.words as w where $1::text is null or w.kind = $1 order by w.kind, w.version desc`,
    values: [kind ?? null],
  });
  return new Map(rows.map((row) => [row.kind, row]));
}

export function latestOf({ first }: WordKind, newest: Newest | undefined): WordValues {
  return newest?.content ? completed(first, newest.content) : first;
}

export async function readVersion(session: Transaction, kind: WordKind, version: number) {
  if (version === 0) return kind.first;
  const { rows } = await session.query<{ content: WordValues | null }>({
    text: 'select content from staff.words where kind = $1 and version = $2',
    values: [kind.name, version],
  });
  if (!rows[0]) throw new ApiError('not_found');
  return rows[0].content ? completed(kind.first, rows[0].content) : kind.first;
}

export async function readDraft(session: Transaction, kind: string): Promise<WordsDraft | null> {
  const { rows } = await session.query<WordsDraft>({
    text: `select content, revision, based_on, staff.name_of(changed_by) as changed_by, changed_at
      from staff.word_drafts where kind = $1`,
    values: [kind],
  });
  return rows[0] ?? null;
}

function rowOf(kind: WordKind, newest: Newest | undefined): Omit<WordsRow, 'hasDraft'> {
  const { name, title, about, publishedBy } = kind;
  return {
    ...{ name, title, about, publishedBy },
    version: newest?.version ?? 0,
    published_at: newest?.published_at ?? null,
    published_by: newest?.published_by ?? null,
    comes_at: newest?.comes_at ?? null,
    isReleaseNewer: Boolean(newest?.content) && newest?.first_hash !== hashOfFirst(kind),
  };
}
