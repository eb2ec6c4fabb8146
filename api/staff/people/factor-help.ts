import * as links from '#domain/site/links.ts';
import { randomToken, sha256 } from '../../secrets.ts';
import type { Work } from '../../subject.ts';
import { staffAct } from '../as-staff.ts';
import { onPerson, subjectOf } from './person-acts.ts';

/** One member asks, the person is told and can stop it, some time passes, and another member approves. */
export const helpLostFactor = staffAct('help-lost-factor', {
  input: onPerson,
  on: ({ person }) => person,
  async run({ session, input: { person } }) {
    const { rows } = await session.query<{ waits: object }>({
      text: 'select staff.ask_factor_help($1) as waits',
      values: [person],
    });
    return { entry: { subject: subjectOf(person), after: rows[0]?.waits } };
  },
});

export const stopFactorHelp = staffAct('stop-factor-help', {
  input: onPerson,
  on: ({ person }) => person,
  async run({ session, input: { person } }) {
    await session.query({ text: 'select staff.stop_factor_help($1)', values: [person] });
    return { entry: { subject: subjectOf(person) } };
  },
});

/** Removes every second factor and passkey of the person, and ends their sessions. */
export const approveFactorHelp = staffAct('approve-factor-help', {
  input: onPerson,
  on: ({ person }) => person,
  async run({ session, input: { person } }) {
    const { rows } = await session.query<{ asked: object }>({
      text: 'select staff.approve_factor_help($1) as asked',
      values: [person],
    });
    return {
      entry: {
        subject: subjectOf(person),
        before: rows[0]?.asked,
        after: { factors: 0, sessions: 0 },
      },
    };
  },
});

/**
 * The waiting period starts once this email has been sent. One that the mail server refused gives nobody the time to
 * object, so it starts nothing.
 */
export async function sendFactorHelp(
  { database, siteUrl, sendMail }: Work,
  { id }: { id: string },
) {
  const token = randomToken();
  const { rows } = await database.asService.query<{ email: string; hours: number }>({
    text: 'select email, hours from staff.tell_factor_help($1, $2)',
    values: [id, sha256(token)],
  });
  const [help] = rows;
  // Stopped in the meantime.
  if (!help) return;
  const sending = await sendMail({
    kind: 'factor-help',
    to: help.email,
    hours: help.hours,
    link: siteUrl + links.withToken(links.keepSecondStep, token),
  });
  if (sending.kind === 'refused') return;
  await database.asService.query({ text: 'select staff.factor_help_is_told($1)', values: [id] });
}

export async function tellFactorsEnded(
  { database, siteUrl, sendMail }: Work,
  { userId }: { userId: string },
) {
  const { rows } = await database.asService.query<{ email: string | null }>({
    text: 'select email from private.accounts where id = $1',
    values: [userId],
  });
  const to = rows[0]?.email;
  if (to) await sendMail({ kind: 'factors-ended', to, link: siteUrl + links.account });
}
