import * as links from '#domain/site/links.ts';

/** What somebody does on a loaded page: clicks what matches the selector, and types there. */
export type Step = { press: string; type?: string };

export type VisitedPage = {
  path: string;
  /** Its name in the table. */
  name: string;
  /** Who visits; a signed-out visitor if missing. */
  who?: 'employer' | 'candidate' | 'member';
  /** The selector for a screen's first data. */
  data?: string;
  steps: Step[];
};

const menu: Step = { press: '.mobile-menu-button' };
const search = (type: string): Step => ({ press: 'input[type=search]', type });

type Ids = { job: string; ownJob: string; candidate: string; conversation: string };

/** Every kind of page, one for each way in which pages are built. */
export const publicPages = ({ job }: Pick<Ids, 'job'>): VisitedPage[] =>
  [
    { path: links.home, steps: [menu, menu] },
    { path: links.resources, steps: [search('privacy'), menu] },
    { path: links.quiz, steps: [{ press: 'main label' }, menu] },
    { path: links.jobs, steps: [search('coder'), menu] },
    { path: links.job(job), name: '/job/…', steps: [{ press: '[data-apply]' }, menu] },
    { path: links.savedJobs, steps: [menu, menu] },
    { path: links.signIn, steps: [{ press: 'input[type=email]', type: 'ada@example.org' }, menu] },
  ].map((page) => ({ name: page.path, ...page }));

/** The screens of people who are signed in. */
export const ownScreens = ({ ownJob, candidate, conversation }: Ids): VisitedPage[] =>
  (
    [
      { who: 'candidate', path: links.account, data: '.settings', steps: [menu, menu] },
      {
        who: 'candidate',
        path: links.candidateProfile,
        data: 'main form',
        steps: [{ press: 'main form input', type: 'Auditor' }, menu],
      },
      { who: 'candidate', path: links.savedJobs, data: 'main .job-after ul', steps: [menu, menu] },
      { who: 'candidate', path: links.messages, data: '.conversations', steps: [menu, menu] },
      {
        who: 'candidate',
        path: links.conversation(conversation),
        name: '/messages/…',
        data: '.message-list',
        steps: [{ press: 'main textarea', type: 'Thank you' }],
      },
      {
        who: 'employer',
        path: links.postJob,
        data: 'main form',
        steps: [{ press: 'main form input', type: 'Auditor' }, menu],
      },
      { who: 'employer', path: links.myJobs, data: '.own-jobs', steps: [menu, menu] },
      {
        who: 'employer',
        path: links.editJob(ownJob),
        name: '/my-jobs/…/edit',
        data: 'main form',
        steps: [{ press: 'main form input', type: 'Auditor' }, menu],
      },
      { who: 'employer', path: links.membership, data: '.membership', steps: [menu, menu] },
      {
        who: 'member',
        path: links.browseCandidates,
        data: '.candidates',
        steps: [search('coder'), menu],
      },
      { who: 'member', path: links.savedCandidates, data: '.candidates', steps: [menu, menu] },
      {
        who: 'member',
        path: links.candidate(candidate),
        name: '/candidate/…',
        data: '.candidate-view',
        steps: [menu, menu],
      },
    ] satisfies (Omit<VisitedPage, 'name'> & { name?: string })[]
  ).map((page) => ({ name: page.path, ...page }));
