import { myCompany } from '#domain/site/links.ts';
import type { CompanyNewsProps } from '#mail/template.ts';
import { type MailOrder, mailEach } from '../mail-each.ts';
import { queue } from '../queue.ts';
import { safeName } from '../safe-name.ts';
import type { Work } from '../subject.ts';
import type { CompanyTasks } from './tasks.ts';

type Row = {
  to: string;
  name: string;
  is_here: boolean;
  kind: 'domain' | 'name' | 'check' | 'rename' | null;
  claim: string | null;
  is_approved: boolean | null;
  said: string | null;
  why: 'address' | 'dns' | 'staff' | 'given' | 'moved' | null;
};

/** Emails the admins with a proved mailbox whatever is still true at the time of sending. */
export async function sendCompanyMail(
  { database, finish, siteUrl, sendMail }: Work,
  task: CompanyTasks['company-mail'] & { to?: string },
) {
  const { about, companyId, domain, caseId } = task;
  const { rows } = await database.asService.query<Row>({
    text: 'select address as to, l.* from private.company_letter($1, $2, $3, $4) as l',
    values: [companyId, about, domain ?? null, caseId ?? null],
  });
  const order: MailOrder = (session, to) => queue.add(session, 'company-mail-to', { ...task, to });
  async function send(row: Row) {
    const what = row.is_here && whatOf(about, row);
    if (!what) return;
    const { to, name, claim, said } = row;
    await sendMail({
      kind: 'company-news',
      to,
      company: safeName(name, 'Your company', domain),
      what,
      claim: claim ?? '',
      // The reason for an approval is an internal staff note.
      said: row.is_approved ? null : said,
      link: siteUrl + myCompany,
    });
  }
  await mailEach({ database, finish }, { to: task.to, rows, order, send });
}

const ends = {
  address: 'address-gone',
  dns: 'record-gone',
  staff: 'check-gone',
  given: 'domain-given',
  moved: 'address-changed',
} as const;

function whatOf(
  about: CompanyTasks['company-mail']['about'],
  { kind, is_approved: isApproved, why }: Row,
): CompanyNewsProps['what'] | undefined {
  if (about === 'record') return 'record-missing';
  if (about !== 'decision') return why ? ends[why] : undefined;
  return kind ? `${kind}-${isApproved ? 'approved' : 'refused'}` : undefined;
}
