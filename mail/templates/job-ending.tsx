import { daysWithoutDeadline } from '#domain/jobs/job-life.ts';
import { asDay, jobFrame } from '../job-frame.tsx';

export const jobEnding = jobFrame({
  title: 'Your job leaves the board soon',
  explain: ({ job }) =>
    `It stays until the end of ${asDay(job.endsAt)}. If the position is still open, keep the job on the board for another ${daysWithoutDeadline} days; its deadline, if it has one, is removed. If not, there is nothing to do.`,
  button: `Renew for ${daysWithoutDeadline} days`,
  note: 'The job itself:',
  reason: 'You are receiving this email because you posted this job.',
});
