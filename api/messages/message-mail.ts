import type { Database } from '#database/database.ts';
import { site } from '#domain/site/brand.ts';
import * as links from '#domain/site/links.ts';
import { callsItselfUs } from '#domain/site/own-name.ts';
import type { MailOf } from '#mail/mail.ts';
import { sendCounted } from '../auth/letters/send-notice.ts';
import { headersToLeave } from '../newsletter/newsletter.ts';
import { randomToken, sha256 } from '../secrets.ts';
import type { Work } from '../subject.ts';
import type { MessageTasks } from './tasks.ts';

type Row = {
  body: string;
  conversation_id: string;
  sender: string;
  company: string | null;
  to: string | null;
  reader: string;
  is_proved: boolean;
  is_wanted: boolean;
};

export async function sendMessageMail(
  { database, siteUrl, sendMail }: Work,
  { messageId }: MessageTasks['message-mail'],
) {
  const mail = await writeMessageMail(database, messageId, siteUrl);
  if (!mail) return;
  const send = () => sendMail(mail, { headers: headersToLeave(mail.stopLink) });
  if (mail.kind === 'new-message') await send();
  else await sendCounted(database, 'noticeToUnproved', mail.to, send);
}

/**
 * Writes the email about a message at the time of sending. Undefined if the person has read the message by then, wants
 * no emails or has blocked the other one; if staff have closed the conversation; or if either side is banned. What
 * people wrote goes to no mailbox that nobody has confirmed: whoever set up the account may have named a stranger's.
 */
async function writeMessageMail(
  database: Database,
  messageId: string,
  siteUrl: string,
): Promise<MailOf<'new-message' | 'message-waiting'> | undefined> {
  const { rows } = await database.asService.query<Row>({
    text: `select m.body, c.id as conversation_id, u.email as to, u.id as reader,
        u.email_proved_at is not null as is_proved,
        case when it.is_by_candidate then coalesce(c.candidate_name, c.candidate_headline) else c.member_name end as sender,
        case when not it.is_by_candidate then c.member_company end as company,
        coalesce(o.mail_notices, true)
          and coalesce(s.read_at < m.created_at, true)
          and not exists (select from public.blocks as b
            where b.blocker_id = u.id and (b.blocked_id = m.sender_id or b.company_id = c.company_id)
              -- Of a team anybody blocks for all.
              or it.is_by_candidate and b.blocked_id = m.sender_id and b.company_id = c.company_id)
          and not private.is_closed_by_staff(c.id)
          and not exists (select from private.banned_people() as banned (id)
            where banned.id in (u.id, m.sender_id)) as is_wanted
      from public.messages as m
      join public.conversations as c on c.id = m.conversation_id
      cross join lateral (select m.sender_id is not distinct from c.candidate_id as is_by_candidate) as it
      join private.accounts as u on u.id = case when it.is_by_candidate
        then case when c.company_id is null then c.member_id else private.who_answers(c) end
        else c.candidate_id end
      left join public.conversation_states as s on s.conversation_id = c.id and s.user_id = u.id
      left join public.message_settings as o on o.user_id = u.id
      where m.id = $1`,
    values: [messageId],
  });
  const [row] = rows;
  if (!row?.to || !row.is_wanted) return undefined;
  const link = `${siteUrl}${links.conversation(row.conversation_id)}`;
  const stopLink = await makeStopLink(database, siteUrl, row.reader);
  if (!row.is_proved) return { kind: 'message-waiting', to: row.to, link, stopLink };
  const { body: text } = row;
  // Also for names that were stored before the rule existed.
  const isOurs = (name: string) => callsItselfUs(name, site.name);
  const sender = isOurs(row.sender) ? 'Somebody' : row.sender;
  const company = row.company && isOurs(row.company) ? null : row.company;
  return { kind: 'new-message', to: row.to, sender, company, text, link, stopLink };
}

/** Only the email contains the token: the database stores its hash. */
async function makeStopLink(database: Database, siteUrl: string, reader: string) {
  const token = randomToken();
  await database.asService.query({
    text: 'select private.keep_message_mail_token($1, $2)',
    values: [sha256(token), reader],
  });
  return `${siteUrl}${links.withToken(links.stopMessageMails, token)}`;
}
