import type { TaskList } from 'graphile-worker';
import { auth } from '#api/auth/subject.ts';
import { project } from '#api/project/subject.ts';
import { realtime } from '#api/realtime/subject.ts';
import { keepMail } from '#api/staff/mails/keep-mail.ts';
import { storage } from '#api/storage/subject.ts';
import type { AnySubject, Lane, Work } from '#api/subject.ts';
import { subjects } from '#api/subjects.ts';
import { timetableKey } from '#database/queue/queue-clock.ts';
import { site } from '#domain/site/brand.ts';
import type { Words } from '#domain/site/words.ts';
import type { renderMail, Sending } from '#mail/mail.ts';
import type { Mailer } from '../outside/mailer.ts';
import type { Sms } from '../outside/sms.ts';
import { withWords } from '../words/scope.ts';

export type MailModule = { renderMail: typeof renderMail };

type Tools = Omit<Work, 'sendMail' | 'sendSms' | 'finish'> & {
  mailer: Mailer;
  sms: Sms;
  /** The mails are built separately from the server and loaded when the first one is sent. */
  loadMail: () => Promise<MailModule>;
  /** What staff published. */
  words?: () => Words;
  /** Called with the outcome of each mail. */
  countMail(lane: Lane, outcome: Sending['kind'] | 'failed'): void;
};

/** All tasks of the queue, which the subjects contribute, each in its lane. */
export function createLanes({
  mailer,
  sms,
  loadMail,
  countMail,
  words = () => ({}),
  ...tools
}: Tools): Record<Lane, TaskList> {
  const sendMailIn =
    (lane: Lane): Work['sendMail'] =>
    async (mail, { headers, messageId, siteUrl = tools.siteUrl } = {}) => {
      const { renderMail } = await loadMail();
      const postalAddress = site.postalAddress || tools.postalAddress;
      const rendered = await renderMail(mail, { ...site, siteUrl, postalAddress });
      const sending = await mailer
        .send({ to: mail.to, headers, messageId, lane, ...rendered })
        .catch((error) => {
          countMail(lane, 'failed');
          throw error;
        });
      countMail(lane, sending.kind);
      if (sending.kind === 'refused') tools.note({ mail: mail.kind, refused: sending.reason });
      // The mail has been sent: if this failed the task, it would be sent again.
      await keepMail(tools.database, mail, rendered, sending).catch((error) =>
        tools.note({ mail: mail.kind, notKept: String(error) }),
      );
      return sending;
    };
  const lanes: Record<Lane, TaskList> = { background: {}, urgent: {}, mail: {}, bulk: {} };
  for (const { tasks } of subjects) {
    for (const [name, { lane, run }] of Object.entries(tasks)) {
      const own = { sendMail: sendMailIn(lane), sendSms: sms.send };
      const work = (job: () => string): Work => ({
        ...tools,
        ...own,
        finish: async (session) => {
          await session.query({ text: 'select queue.finish($1)', values: [job()] });
        },
        postalAddress: site.postalAddress || tools.postalAddress,
      });
      // The only place where a job's JSON gets its type: `queue.add` accepts nothing else under
      // this name. What SQL adds is checked only by the tests.
      lanes[lane][name] = (payload, helpers) =>
        withWords(words(), () =>
          run(
            work(() => helpers.job.id),
            payload as never,
          ).then(() => {}),
        );
    }
  }
  return lanes;
}

/** The scheduled tasks. A Supabase project cleans up its own data, or is asked to. */
export function timetableOf({ isProjects }: { isProjects: boolean }): string[] {
  const idle = new Set<AnySubject>(isProjects ? [auth, realtime, storage] : [project]);
  return subjects
    .filter((subject) => !idle.has(subject))
    .flatMap((subject) => subject.timetable)
    .map(waitingOnce);
}

/**
 * A scheduled task that is due again before it has begun runs once, for example after the machine
 * slept or while no worker ran.
 */
function waitingOnce(line: string): string {
  const [task, options] = line.split(' ').slice(5);
  return `${line}${options ? '&' : ' ?'}jobKey=${timetableKey}${task}&jobKeyMode=preserve_run_at`;
}
