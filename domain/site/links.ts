import type { Tier } from '../credentials/tiers.ts';

/**
 * The addresses that pages, emails and functions link to. Import them as a namespace, so that code reads
 * `links.job(id)` and a bundle contains only what it uses. The table of pages is built from them, too: `job(':id')` is
 * the path of all jobs, and `job('')` the prefix of their addresses.
 */
export const home = '/';
export const professionals = '/professionals';
export const hireTalent = '/hire-talent';
export const about = '/about';
export const certification = <const T extends Tier | ':tier' | ''>(tier: T) =>
  `/certifications/${tier}` as const;
export const quiz = '/certification-quiz';
export const resources = '/resources';
export const resourcesFeed = '/resources/feed.xml';
export const newsletter = <const Step extends 'confirm' | 'unsubscribe'>(step: Step) =>
  `/newsletter/${step}` as const;
export const terms = '/terms';
export const privacy = '/privacy';
/** A legal text as of a day in the past or future. */
export const legalText = <const Name extends string, const Day extends string>(
  name: Name,
  day: Day,
) => `/legal/${name}/${day}` as const;

export const signIn = '/auth';
export const recoverPassword = '/auth/recover';
export const newPassword = '/auth/new-password';
export const confirmEmail = '/auth/confirm';
export const account = '/account';
/** What emails about an account link to. */
export const keepSecondStep = '/account/keep-second-step';
export const takeExport = '/account/export';

export const jobs = '/jobs';
export const jobsFeed = '/jobs/feed.xml';
export const jobsJsonFeed = '/jobs/feed.json';
/** For job sites that republish our postings. */
export const jobsXmlFeed = '/jobs/indeed.xml';
/** The lists of postings in a place (a state, one of its towns, a role there), of a type, and of everything remote. */
export const jobsIn = <const Place extends string>(place: Place) => `/jobs/in/${place}` as const;
export const jobsOfType = <const Type extends string>(type: Type) => `/jobs/type/${type}` as const;
export const remoteJobs = '/jobs/remote';
export const job = <const Id extends string>(id: Id) => `/job/${id}` as const;
/** The application form of a posting that takes applications on this site. */
export const applyForJob = <const Id extends string>(id: Id) => `/job/${id}/apply` as const;
/** A person's own applications. */
export const applications = '/applications';
/** A single application, opened by the link in an email. */
export const application = '/application';
/** A person's alerts when signed in, the page that creates one, and what the links in emails open. */
export const alerts = '/alerts';
export const newAlert = '/alerts/new';
export const confirmAlerts = '/alerts/confirm';
export const stopAlerts = '/alerts/stop';
export const savedJobs = '/saved-jobs';
export const postJob = '/post-job';
/** The form, filled in from another job. */
export const copyJob = (id: string) => `${postJob}?copy=${id}` as const;
export const myJobs = '/my-jobs';
export const editJob = <const Id extends string>(id: Id) => `/my-jobs/${id}/edit` as const;
/** The applications to all postings of a company, or to one of them. */
export const allApplications = '/my-jobs/applications';
export const applicationsOf = <const Id extends string>(id: Id) =>
  `/my-jobs/${id}/applications` as const;
/** Stops the emails about new applications, by the link in one. */
export const stopApplicationMails = '/my-jobs/applications/stop-mails';
export const renewJob = '/job/renew';
/** Where somebody replies to staff, by the link in an email. */
export const answerStaff = '/our-decision';

/** The public page of a company, and the page where its team manages it. */
export const company = <const Slug extends string>(slug: Slug) => `/company/${slug}` as const;
export const myCompany = '/my-company';
/** Where somebody joins a company's team, by the link in an email. */
export const joinTeam = '/my-company/join';

export const candidateProfile = '/candidate-profile';
export const browseCandidates = '/browse-candidates';
export const savedCandidates = '/saved-candidates';
export const candidate = <const Id extends string>(id: Id) => `/candidate/${id}` as const;
export const membership = '/membership';
export const messages = '/messages';
export const stopMessageMails = '/messages/stop-mails';
export const conversation = <const Id extends string>(id: Id) => `/messages/${id}` as const;

/** A person's credentials, and where they claim them. */
export const credentials = '/credentials';
export const claimCredentials = '/credentials/claim';
/** Where anybody checks a credential. */
export const verify = '/verify';
export const verifyNumber = <const Number extends string>(number: Number) =>
  `/verify/${number}` as const;
/** The requirements of a credential, in one of its versions. */
export const credentialType = <const Type extends string, const Version extends string>(
  type: Type,
  version: Version,
) => `/credentials/${type}/${version}` as const;
/** For programs that check: which credentials are no longer valid. */
export const credentialStatus = (purpose: string, list: string) =>
  `/credentials/status/${purpose}/${list}` as const;

/** A link in an email: whoever has it may do what the page offers, signed in or not. */
export const withToken = (path: string, token: string) => `${path}?token=${token}`;
