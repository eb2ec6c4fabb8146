import { z } from 'zod';
import type { Transaction } from '#database/database.ts';
import type { WordKind, WordValues } from '#domain/site/word-kinds.ts';
import type { RefusedWords } from '#domain/staff/words.ts';
import { ApiError } from '../../errors.ts';
import { moment } from '../../moment.ts';
import { staffAct } from '../as-staff.ts';
import { changesBetween, hashOfFirst, kindOf, readWords, typedWords } from './known-kinds.ts';
import { latestOf, readDraft, readNewest, readVersion } from './look.ts';

const one = z.object({ kind: z.string() });
const subjectOf = ({ name }: WordKind) => ({ kind: 'words', id: name });

/** Saves what was typed even if it is unfinished, and reports what is wrong with it. */
export const draftWords = staffAct('draft-words', {
  input: z.object({
    ...one.shape,
    content: typedWords,
    /** The revision that was read; 0 if there was no draft. */
    revision: z.int32().min(0),
    /** The version on which it is based. */
    basedOn: z.int32().min(0),
  }),
  async run({ session, input: { kind: name, content, revision, basedOn }, functions }) {
    const kind = kindOf(functions, name);
    const { rows } = await session.query<{ revision: number }>({
      text: 'select staff.save_word_draft($1, $2, $3, $4) as revision',
      values: [kind.name, revision, JSON.stringify(content), basedOn],
    });
    const read = readWords(kind, content);
    return {
      answer: { revision: rows[0]?.revision, problems: 'problems' in read ? read.problems : [] },
      entry: { subject: subjectOf(kind), after: { revision: rows[0]?.revision } },
    };
  },
});

export const removeWordsDraft = staffAct('remove-words-draft', {
  input: z.object({ ...one.shape, revision: z.int32() }),
  async run({ session, input: { kind: name, revision }, functions }) {
    const kind = kindOf(functions, name);
    await removeDraft(session, kind, revision);
    return { entry: { subject: subjectOf(kind), before: { revision } } };
  },
});

async function removeDraft(session: Transaction, { name }: WordKind, revision: number) {
  const { rows } = await session.query<{ is_done: boolean }>({
    text: 'select staff.remove_word_draft($1, $2) as is_done',
    values: [name, revision],
  });
  if (!rows[0]?.is_done) throw new ApiError('changed_meanwhile');
}

const publication = {
  ...one.shape,
  /** The version that was shown. */
  version: z.int32().min(0),
  note: z.string().trim().max(300).default(''),
};

/** Publishes the draft as it was seen. If a field is invalid, that is reported and nothing changes. */
export const publishWords = staffAct('publish-words', {
  input: z.object({
    ...publication,
    revision: z.int32().min(1),
    /** A future time; if missing, it is published at once. */
    from: moment.optional(),
  }),
  async run({ session, input: { kind: name, version, revision, from, note }, functions }) {
    const kind = kindOf(functions, name);
    const draft = await readDraft(session, kind.name);
    if (draft?.revision !== revision) throw new ApiError('changed_meanwhile');
    const read = readWords(kind, draft.content);
    if ('problems' in read) throw refusal(read);
    const done = await publish(session, kind, { version, content: read.values, from, note });
    await removeDraft(session, kind, revision);
    return done;
  },
});

/**
 * Publishes the words of an earlier version as a new one. Restoring the newest version keeps its words even though a
 * release now has different ones. 0 restores the release's own, now and in later releases. A saved draft is kept.
 */
export const restoreWords = staffAct('restore-words', {
  input: z.object({ ...publication, restored: z.int32().min(0) }),
  async run({ session, input: { kind: name, version, restored, note }, functions }) {
    const kind = kindOf(functions, name);
    const content = restored === 0 ? null : await readVersion(session, kind, restored);
    const read = content && readWords(kind, content);
    if (read && 'problems' in read) throw refusal(read);
    return publish(session, kind, { version, content: read?.values ?? null, note });
  },
});

type Publication = {
  version: number;
  content: WordValues | null;
  from?: string | undefined;
  note: string;
};

async function publish(
  session: Transaction,
  kind: WordKind,
  { version, content, from, note }: Publication,
) {
  const before = latestOf(kind, (await readNewest(session, kind.name)).get(kind.name));
  const { rows } = await session.query<{ version: number }>({
    text: 'select staff.publish_words($1, $2, $3, $4, coalesce($5, now()), $6) as version',
    values: [
      kind.name,
      version,
      content && JSON.stringify(content),
      hashOfFirst(kind),
      from ?? null,
      note,
    ],
  });
  const changes = changesBetween(before, content ?? kind.first);
  return {
    answer: { version: rows[0]?.version ?? 0 },
    entry: {
      subject: subjectOf(kind),
      before: { version, ...changes.before },
      after: { version: rows[0]?.version, ...(from && { from }), ...changes.after },
    },
  };
}

function refusal({ problems: [problem] }: RefusedWords) {
  return new ApiError('invalid_input', `${problem?.path}: ${problem?.message}`);
}
