import { asDay, jobFrame } from '../job-frame.tsx';

export const jobEnding = jobFrame({
  title: 'Your job leaves the board soon',
  explain: ({ job }) =>
    `It stays until the end of ${asDay(job.endsAt)}. If the position is still open, keep the posting on the board for another 60 days; a deadline that it names is taken off. If not, there is nothing to do.`,
  button: 'Renew for 60 days',
  note: 'The posting itself:',
  reason: 'You get this message because you posted this job.',
});
