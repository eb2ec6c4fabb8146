import { asTeamRole, teamRoleWords } from '#domain/companies/team.ts';
import {
  browseCandidates,
  joinTeam,
  membership,
  myCompany,
  myJobs,
  signIn,
  withToken,
} from '#domain/site/links.ts';
import { sendCounted } from '../auth/letters/send-notice.ts';
import { safeName } from '../safe-name.ts';
import { randomToken, sha256 } from '../secrets.ts';
import type { Work } from '../subject.ts';
import type { TeamTasks } from './tasks.ts';

type Invitation = {
  email: string;
  role: string;
  company: string;
  inviter: string;
  domain: string | null;
};

/** The link goes through sign-in, because only the account with this address can accept. */
export async function sendTeamInvitation(
  { database, siteUrl, sendMail }: Work,
  { id }: TeamTasks['team-invitation'],
) {
  const token = randomToken();
  const { rows } = await database.asService.query<Invitation>({
    text: `select i.email, i.role, i.company, i.inviter, (
          select c.proven_domain from public.company_invitations as v
          join public.companies as c on c.id = v.company_id where v.id = $1) as domain
        from private.give_invitation_link($1, $2) as i`,
    values: [id, sha256(token)],
  });
  const [asked] = rows;
  // Withdrawn or accepted in the meantime.
  if (!asked) return;
  const next = encodeURIComponent(withToken(joinTeam, token));
  await sendMail({
    kind: 'team-invitation',
    to: asked.email,
    company: safeName(asked.company, 'A company', asked.domain ?? undefined),
    inviter: safeName(asked.inviter, 'Somebody'),
    role: teamRoleWords[asTeamRole(asked.role)],
    link: `${siteUrl}${signIn}?next=${next}`,
  });
}

type News = {
  to: string | null;
  company: string;
  domain: string | null;
  person: string | null;
  pays: boolean;
};

/** Tells the inviter that somebody joined, and others what they got or lost. Blocked people get no email. */
export async function sendTeamNews(
  { database, siteUrl, sendMail }: Work,
  { kind, companyId, userId, byId, postings = 0, isNewAdmin = false }: TeamTasks['team-news'],
) {
  const isJoined = kind === 'joined';
  const { rows } = await database.asService.query<News>({
    text: `select u.email as to, c.name as company, c.proven_domain as domain,
        coalesce(nullif(left(btrim(p.raw_user_meta_data ->> 'full_name'), 100), ''), p.email) as person,
        exists (select from public.subscriptions as s
          where s.user_id = $4 and s.status in ('trialing', 'active', 'past_due', 'unpaid')
            and not s.cancel_at_period_end) as pays
      from public.companies as c
      join private.accounts as u on u.id = $2
      left join private.accounts as p on p.id = $3
      where c.id = $1 and u.id not in (select private.banned_people())
        -- What is no longer so is not told.
        and exists (select from public.company_members as m
          where m.company_id = c.id and m.user_id = $4) = ($5 <> 'removed')
        and ($5 !~ 'seat' or private.has_active_membership($4) = ($5 = 'seat-given'))`,
    values: [companyId, isJoined ? byId : userId, isJoined ? userId : byId, userId, kind],
  });
  const [news] = rows;
  if (!news?.to) return;
  const { to, pays } = news;
  const company = safeName(news.company, 'A company', news.domain ?? undefined);
  // The account may be gone, and the name with it; a seat that counts again was given by nobody.
  const known = news.person && safeName(news.person, 'Somebody');
  const person = known || 'Somebody';
  const mail = (path: string) => ({ to, company, person, link: siteUrl + path });
  const letter = {
    joined: () => ({ kind: 'team-joined' as const, ...mail(myCompany) }),
    removed: () => ({
      kind: 'team-removed' as const,
      ...mail(pays ? membership : myCompany),
      pays,
    }),
    left: () => ({
      kind: 'team-left' as const,
      ...mail(postings > 0 ? myJobs : myCompany),
      person: known ?? '',
      postings,
      isNewAdmin,
    }),
    'seat-given': () => ({
      kind: 'team-seat-given' as const,
      ...mail(browseCandidates),
      person: known ?? '',
    }),
    'seat-lost': () => ({ kind: 'team-seat-lost' as const, ...mail(myCompany) }),
  }[kind]();
  // Mails about new members only go to their inviters, so there are few. A seat can be given and taken any number of
  // times.
  if (isJoined) await sendMail(letter);
  else await sendCounted(database, 'notice', `${letter.kind} ${to}`, () => sendMail(letter));
}
