import { answerStaff, withToken } from '#domain/site/links.ts';
import type { CaseKind } from '#domain/staff/review.ts';
import { safeName } from '../../safe-name.ts';
import { randomToken, sha256 } from '../../secrets.ts';
import type { Work } from '../../subject.ts';
import type { CaseMail } from '../tasks.ts';

type Letter = {
  email: string;
  subject_kind: CaseKind;
  title: string;
  said: string | null;
  may_answer: boolean;
  is_proved: boolean;
};

/** What stands in the place of a name that a mail program would make a link of. */
const instead: Record<CaseKind, string> = {
  job: 'A job on our board',
  company: 'A company',
  profile: 'A profile',
  conversation: 'A conversation',
};

/**
 * Emails the person whom a case is about. Its contents are read, and the link to answer is created, at the time of
 * sending.
 */
export async function sendCaseMail(
  { database, siteUrl, sendMail }: Work,
  { caseId, kind }: { caseId: string; kind: CaseMail },
) {
  const token = randomToken();
  const { rows } = await database.asService.query<Letter>({
    text: `select l.email, l.subject_kind, l.title, l.said, l.may_answer, exists (
          select from private.accounts as a where a.email = l.email and a.email_proved_at is not null) as is_proved
        from staff.write_letter($1, $2, $3) as l`,
    values: [caseId, kind, sha256(token)],
  });
  const [letter] = rows;
  if (!letter) return;
  await sendMail({
    kind: `review-${kind}`,
    to: letter.email,
    about: letter.subject_kind,
    // Until somebody has confirmed the mailbox, it may be a stranger's.
    title: letter.is_proved ? letter.title : safeName(letter.title, instead[letter.subject_kind]),
    said: letter.said ?? '',
    ...(letter.may_answer && { action: `${siteUrl}${withToken(answerStaff, token)}` }),
  });
}

/** Emails a reporter whose account has a proved mailbox. */
export async function sendReportMail(
  { database, sendMail }: Work,
  { reportId }: { reportId: string },
) {
  const { rows } = await database.asService.query<{
    email: string;
    subject_kind: CaseKind;
    has_acted: boolean;
  }>({
    text: 'select email, subject_kind, has_acted from staff.write_report_letter($1)',
    values: [reportId],
  });
  const [letter] = rows;
  if (!letter) return;
  await sendMail({
    kind: 'report-answered',
    to: letter.email,
    about: letter.subject_kind,
    hasActed: letter.has_acted,
  });
}
