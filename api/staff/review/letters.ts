import { answerStaff, withToken } from '#domain/site/links.ts';
import type { CaseKind } from '#domain/staff/review.ts';
import { randomToken, sha256 } from '../../secrets.ts';
import type { Work } from '../../subject.ts';
import type { CaseMail } from '../tasks.ts';

type Letter = {
  email: string;
  subject_kind: CaseKind;
  title: string;
  said: string | null;
  may_answer: boolean;
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
    text: `select email, subject_kind, title, said, may_answer from staff.write_letter($1, $2, $3)`,
    values: [caseId, kind, sha256(token)],
  });
  const [letter] = rows;
  if (!letter) return;
  await sendMail({
    kind: `review-${kind}`,
    to: letter.email,
    about: letter.subject_kind,
    title: letter.title,
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
