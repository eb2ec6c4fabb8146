import { asDay, jobFrame } from '../job-frame.tsx';

export const jobPosted = jobFrame({
  title: 'Your job is on the board',
  explain: ({ job }) =>
    `It can be found and applied for until the end of ${asDay(job.endsAt)}. Under My postings you see its views and clicks on Apply, and you can edit, close or mark it as filled.`,
  button: 'Open My postings',
  note: 'The posting itself:',
  reason: 'You get this message because a job was posted that names this address as its contact.',
});
