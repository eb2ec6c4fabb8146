import { asDay, jobFrame } from '../job-frame.tsx';

export const jobPosted = jobFrame({
  title: 'Your job is on the board',
  explain: ({ job }) =>
    `People can find it and apply until the end of ${asDay(job.endsAt)}. Under My jobs you can see the applications that people send on this site, its views and its clicks on Apply, and you can edit it, close it or mark it as filled.`,
  button: 'Open My jobs',
  note: 'The job itself:',
  reason: 'You are receiving this email because a job was posted with this address as its contact.',
});
