import { z } from 'zod';
import * as links from '#domain/site/links.ts';
import { noPostalAddress } from '#domain/staff/newsletter.ts';
import { pageIsOld } from '#domain/staff/staff.ts';
import { ApiError } from '../../errors.ts';
import type { Functions, ServerFunction } from '../../functions/context.ts';
import { hashOf, planEdition } from '../../newsletter/newsletter-editions.ts';
import type { Running } from '../../running.ts';
import { randomToken, sha256 } from '../../secrets.ts';
import { asStaff, staffAct } from '../as-staff.ts';
import { findDraft, readProgress, refuseWhatNoMailCarries } from './drafts.ts';

const one = z.object({ id: z.uuid() });
/** Which version somebody read before they decided. */
const seen = z.object({ ...one.shape, version: z.int32(pageIsOld) });

/** Sends one email to the person who asks, exactly as the queue sends all of them. */
export const tryNewsletter = staffAct('try-newsletter', {
  input: one,
  async run({ session, input: { id } }) {
    const { subject, text } = await findDraft(session, id);
    refuseWhatNoMailCarries(text);
    const { rows } = await session.query<{ email: string }>({
      text: 'select staff.queue_newsletter_trial($1) as email',
      values: [id],
    });
    const to = rows[0]?.email ?? '';
    return {
      answer: { to },
      entry: { subject: { kind: 'newsletter', id }, after: { subject, to } },
    };
  },
});

const begin = staffAct('send-newsletter', {
  input: seen,
  async run({ session, input: { id, version } }) {
    const before = await readProgress(session, id);
    const { subject, text } = await findDraft(session, id, version);
    await session.query({
      text: 'select staff.begin_newsletter($1, $2)',
      values: [id, hashOf({ subject, text })],
    });
    // It is locked by now, so what is sent is what was read.
    await findDraft(session, id, version);
    return {
      answer: await readProgress(session, id),
      entry: {
        subject: { kind: 'newsletter', id },
        before,
        after: { subject, receivers: before.receivers },
      },
    };
  },
});

/** People who may not send are refused before anything else is tried. */
const mayBegin = asStaff({ minimum: 'owner', isDangerous: true }, seen, ({ session, input }) =>
  findDraft(session, input.id, input.version),
);

/**
 * Checks the requirements first, outside the transaction: there is a postal address, and an unsubscribe link, created
 * for this test, removes somebody from the list.
 */
export const sendNewsletter: ServerFunction = async (functions, call) => {
  const draft = z
    .object({ subject: z.string(), text: z.string() })
    .parse(await mayBegin(functions, { ...call, request: call.request.clone() }));
  refuseWhatNoMailCarries(draft.text);
  const plan = await planEdition(functions.database, draft);
  if (plan.kind === 'clash') throw new ApiError('went_out_before');
  const trouble = await findTrouble(functions);
  if (trouble) throw new ApiError('not_ready_to_go', trouble);
  return begin(functions, call);
};

export const stopNewsletter = staffAct('stop-newsletter', {
  input: one,
  async run({ session, input: { id } }) {
    const before = await readProgress(session, id);
    const { rows } = await session.query<{ sent: number }>({
      text: 'select staff.stop_newsletter($1)::float8 as sent',
      values: [id],
    });
    return {
      answer: await readProgress(session, id),
      entry: { subject: { kind: 'newsletter', id }, before, after: { got_it: rows[0]?.sent } },
    };
  },
});

async function findTrouble({ database, running }: Functions): Promise<string | undefined> {
  if (!running) throw new ApiError('not_supported');
  if (!running.postalAddress) return noPostalAddress;
  return (await doesUnsubscribe(database, running))
    ? undefined
    : 'The link to unsubscribe does not work: somebody who was put on the list as a trial and pressed it was still there. Look into the log of the server; nothing was sent.';
}

/** A temporary subscriber unsubscribes the way email programs do (RFC 8058). */
async function doesUnsubscribe(
  { asService }: Functions['database'],
  { ask, setUp }: Running,
): Promise<boolean> {
  const token = randomToken();
  const email = `trial-${crypto.randomUUID()}@unsubscribe.example`;
  await asService.query({
    text: `with trial as (
        insert into public.newsletter_subscribers (email, consent_text)
          values ($1, 'A trial of the link to unsubscribe.') returning id)
      insert into public.newsletter_tokens (token_hash, subscriber_id, kind)
        select $2, id, 'unsubscribe' from trial`,
    values: [email, sha256(token)],
  });
  await ask(
    new Request(setUp.siteUrl + links.withToken(links.newsletter('unsubscribe'), token), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    }),
  ).catch(() => {}); // what is left of the trial shows the failure
  const { rowCount } = await asService.query({
    text: 'delete from public.newsletter_subscribers where email = $1',
    values: [email],
  });
  return rowCount === 0;
}
