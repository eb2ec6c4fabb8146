import { z } from 'zod';
import type { Transaction } from '#database/database.ts';
import * as links from '#domain/site/links.ts';
import {
  type Newsletter,
  type NewsletterProgress,
  type NewsletterRow,
  newsletterSchema,
  noPostalAddress,
} from '#domain/staff/newsletter.ts';
import { pageIsOld } from '#domain/staff/staff.ts';
import { MarkdownError, readMarkdown } from '#mail/markdown.ts';
import { ApiError } from '../../errors.ts';
import { staffAct, staffLook } from '../as-staff.ts';
import type { StaffList } from '../staff-list.ts';

export const newsletters: StaffList<NewsletterRow> = {
  name: 'newsletters',
  minimum: 'staff',
  from: 'staff.newsletter_list as n',
  columns: {
    id: 'n.id',
    subject: 'n.subject',
    state: 'n.state',
    changed_at: 'n.changed_at',
    is_by_command: 'n.is_by_command',
  },
  filters: {
    state: {
      schema: z.enum(['draft', 'sending', 'stopped', 'sent']),
      // Drafts have an index; most of the others were sent.
      where: (place, value) => (value === 'draft' ? 'n.edition_id is null' : `n.state = ${place}`),
    },
  },
  orders: { newest: { by: 'n.changed_at', type: 'timestamptz' } },
  id: { sql: 'n.id', type: 'uuid' },
};

const one = z.object({ id: z.uuid() });
type Draft = Pick<Newsletter, 'id' | 'subject' | 'text' | 'version'>;

export const readNewsletter = staffLook({
  minimum: 'staff',
  input: one,
  async read({ session, input: { id }, functions }): Promise<Newsletter> {
    const draft = await findDraft(session, id);
    const { running } = functions;
    return {
      ...draft,
      progress: await readProgress(session, id),
      trouble: running && !running.postalAddress ? noPostalAddress : null,
    };
  },
});

/** Polled every few seconds while it is being sent. */
export const newsletterProgress = staffLook({
  minimum: 'staff',
  isPoll: true,
  input: one,
  read: ({ session, input: { id } }) => readProgress(session, id),
});

export async function readProgress(session: Transaction, id: string): Promise<NewsletterProgress> {
  const { rows } = await session.query<NewsletterProgress>({
    text: `select state, receivers::float8, sent::float8, refused::float8, waiting::float8
      from staff.newsletter_progress($1)`,
    values: [id],
  });
  if (!rows[0]) throw new ApiError('not_found');
  return rows[0];
}

/** With `seen`, only the version that somebody read. */
export async function findDraft(session: Transaction, id: string, seen?: number): Promise<Draft> {
  const { rows } = await session.query<Draft>({
    text: 'select id, subject, text, version from staff.newsletters where id = $1',
    values: [id],
  });
  if (!rows[0]) throw new ApiError('not_found');
  if (seen !== undefined && rows[0].version !== seen) {
    throw new ApiError('changed_meanwhile', changedSinceRead);
  }
  return rows[0];
}

const changedSinceRead =
  'Somebody changed these words since you read them. Nothing was done: read them again, then decide.';

/** What the log stores: the text itself is in the newsletter. */
const forLog = ({ subject, text }: Pick<Draft, 'subject' | 'text'>) => ({
  subject,
  characters: text.length,
});

export const saveNewsletter = staffAct('save-newsletter', {
  input: z.object({
    ...newsletterSchema.shape,
    /** Missing for a new one. */
    id: z.uuid().optional(),
    version: z.int32().optional(),
  }),
  async run({ session, input: { id: known, version, subject, text } }) {
    refuseWhatNoMailCarries(text);
    const before = known && (await findDraft(session, known));
    const { rows } = await session.query<{ id: string; version: number }>(
      before
        ? {
            text: `update staff.newsletters set subject = $2, text = $3
              where id = $1 and version = $4 returning id, version`,
            values: [known, subject, text, version ?? 0],
          }
        : {
            text: 'insert into staff.newsletters (subject, text) values ($1, $2) returning id, version',
            values: [subject, text],
          },
    );
    const [answer] = rows;
    if (!answer) throw new ApiError('changed_meanwhile');
    return {
      answer,
      entry: {
        subject: { kind: 'newsletter', id: answer.id },
        ...(before && { before: forLog(before) }),
        after: forLog({ subject, text }),
      },
    };
  },
});

export const removeNewsletter = staffAct('remove-newsletter', {
  input: z.object({ ...one.shape, version: z.int32(pageIsOld) }),
  async run({ session, input: { id, version } }) {
    const before = await findDraft(session, id, version);
    const { rowCount } = await session.query({
      text: 'delete from staff.newsletters where id = $1 and version = $2',
      values: [id, version],
    });
    if (rowCount === 0) throw new ApiError('went_out_before', 'It went out, so it stays.');
    return { entry: { subject: { kind: 'newsletter', id }, before: forLog(before) } };
  },
});

/** As the email will look, both as HTML and as text. */
export const previewNewsletter = staffLook({
  minimum: 'staff',
  input: newsletterSchema,
  async read({ session, input, functions: { running }, siteUrl }) {
    refuseWhatNoMailCarries(input.text);
    if (!running) throw new ApiError('not_supported');
    const { rows } = await session.query<{ email: string }>({
      text: 'select auth.email() as email',
    });
    return running.renderMail({
      kind: 'newsletter-edition',
      to: rows[0]?.email ?? '',
      ...input,
      unsubscribeLink: siteUrl + links.newsletter('unsubscribe'),
    });
  },
});

/** In the browser, links can only lead to pages. */
export function refuseWhatNoMailCarries(text: string) {
  const mailto = text.split('\n').findIndex((line) => /\]\(mailto:/i.test(line));
  if (mailto >= 0) {
    const message = `Line ${mailto + 1}: A link must begin with https:// or http://.`;
    throw new ApiError('invalid_input', message);
  }
  try {
    if (readMarkdown(text).length > 0) return;
  } catch (error) {
    if (error instanceof MarkdownError) throw new ApiError('invalid_input', error.message);
    throw error;
  }
  throw new ApiError('invalid_input', 'Write something first.');
}
