import { titled } from './page-parts.ts';

/** The job board and the page of a posting. What the specification words itself stands in the screens. */
export const jobs = {
  meta: {
    title: titled('Healthcare AI jobs'),
    description:
      'Open positions for coders, CDI specialists, revenue cycle analysts and educators who work with AI. Free to browse, free to post.',
  },
  hero: {
    eyebrow: 'Jobs',
    title: 'Work where a person checks what AI suggests',
    lede: 'Positions in coding, CDI, denials, revenue integrity and education. Read them without an account, and apply on the employer’s own site.',
    post: 'Post a Job',
    browse: 'Browse Opportunities',
  },
  search: {
    id: 'opportunities',
    title: 'Current Opportunities',
    label: 'Search jobs',
    placeholder: 'Job title or company',
    button: 'Search',
    filterLabel: 'Job type',
    all: 'All Types',
    credential: 'Credential wanted',
    noMatter: 'Any or none',
    anyCredential: 'Any of the five',
    showAll: 'Show all jobs',
    tryAgain: 'Try again',
    noneText: 'Try a shorter part of the title or the company name, or look at all types.',
    failedText: 'The list could not be loaded just now. Your search is kept.',
    more: 'Load more',
    newest: 'Back to the newest jobs',
    feed: 'Follow this list by RSS',
    saved: 'Your saved jobs',
  },
  skills: 'Skills employers ask for',
  page: {
    about: 'About the job',
    requirements: 'Requirements',
    benefits: 'Benefits',
    facts: 'At a glance',
    contact: 'Recruiter contact',
    contactText: 'Never pay for an application, and never send an employer your passwords.',
    similar: 'Similar jobs',
    allJobs: 'Browse All Jobs',
  },
  over: {
    closed: {
      title: 'This job is closed',
      text: 'The employer no longer takes applications. The description stays here for those who applied.',
    },
    filled: {
      title: 'This job is filled',
      text: 'The employer has found someone. The description stays here for those who applied.',
    },
    expired: {
      title: 'This job has ended',
      text: 'Its deadline has passed or its time on the board is over. The description stays here for those who applied.',
    },
  },
  report: {
    id: 'report',
    title: 'Report this job',
    text: 'Tell us what is wrong with this job. Your report goes to our staff; the employer does not learn who sent it.',
    reason: 'What is wrong?',
    reasons: {
      scam: 'It looks like a scam: it asks for money, passwords or documents',
      misleading: 'It is misleading about the work, the employer or the pay',
      discriminating: 'It excludes people unfairly',
      'not-a-job': 'It is not a job: an advertisement or something else',
      over: 'The job no longer exists',
      company: 'The company is not what it says it is',
      other: 'Something else',
    },
    note: 'What should we know?',
    button: 'Send the report',
    sent: {
      title: 'Thank you. Your report has reached our staff.',
      text: 'They can take a job that breaks the rules off the board.',
    },
    noReason: 'Choose a reason',
    tooMany: 'You have sent many reports in a short time. Wait an hour, then send this one again.',
    failed: 'The report could not be sent. Wait a moment, then press the button again.',
  },
  saved: {
    meta: {
      title: titled('Saved jobs'),
      description:
        'The jobs you keep for later: on this device, or with your account on every device where you sign in.',
    },
    title: 'Saved jobs',
    onDevice: 'They are kept on this device.',
    signIn: 'Sign in',
    signInText: 'to keep them with your account.',
    none: 'You have not saved a job yet',
    noneText: 'Press Save beside a job on the board, and you will find it here.',
    remove: 'Remove',
    gone: 'no longer on the board',
    forget: 'Remove from the list',
  },
} as const;
