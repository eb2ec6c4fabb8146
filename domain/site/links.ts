import type { Tier } from '../credentials/tiers.ts';

/**
 * The addresses that pages, mails and functions lead to. Import all of it by name, so that it reads
 * `links.job(id)` and a bundle takes what it uses. The table of pages is made of the same: `job(':id')`
 * is the path of all jobs, and `job('')` what their addresses begin with.
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
/** A legal text as it stood, or will stand, from a day on. */
export const legalText = <const Name extends string, const Day extends string>(
  name: Name,
  day: Day,
) => `/legal/${name}/${day}` as const;

export const signIn = '/auth';
export const recoverPassword = '/auth/recover';
export const newPassword = '/auth/new-password';
export const confirmEmail = '/auth/confirm';
export const account = '/account';
/** What mails about an account lead to. */
export const keepSecondStep = '/account/keep-second-step';
export const takeExport = '/account/export';

export const jobs = '/jobs';
export const jobsFeed = '/jobs/feed.xml';
export const jobsJsonFeed = '/jobs/feed.json';
/** For job sites that take postings over. */
export const jobsXmlFeed = '/jobs/indeed.xml';
/** The pages of postings of a place (a state, a town of it, a role there), of a type, and of all that is remote. */
export const jobsIn = <const Place extends string>(place: Place) => `/jobs/in/${place}` as const;
export const jobsOfType = <const Type extends string>(type: Type) => `/jobs/type/${type}` as const;
export const remoteJobs = '/jobs/remote';
export const job = <const Id extends string>(id: Id) => `/job/${id}` as const;
/** Where somebody applies, for a posting that takes applications on this site. */
export const applyForJob = <const Id extends string>(id: Id) => `/job/${id}/apply` as const;
/** What somebody has applied for. */
export const applications = '/applications';
/** The same of one application, by the link of a mail. */
export const application = '/application';
/** The alerts of somebody who is signed in, where one is made, and what the links of mails open. */
export const alerts = '/alerts';
export const newAlert = '/alerts/new';
export const confirmAlerts = '/alerts/confirm';
export const stopAlerts = '/alerts/stop';
export const savedJobs = '/saved-jobs';
export const postJob = '/post-job';
/** The form, filled with the words of another job. */
export const copyJob = (id: string) => `${postJob}?copy=${id}` as const;
export const myJobs = '/my-jobs';
export const editJob = <const Id extends string>(id: Id) => `/my-jobs/${id}/edit` as const;
/** Who applied to the postings of a company, or to one of them. */
export const allApplications = '/my-jobs/applications';
export const applicationsOf = <const Id extends string>(id: Id) =>
  `/my-jobs/${id}/applications` as const;
/** Ends the mails about new applications, by the link of one. */
export const stopApplicationMails = '/my-jobs/applications/stop-mails';
export const renewJob = '/job/renew';
/** Where somebody answers staff, by the link of a mail. */
export const answerStaff = '/our-decision';

/** What the company of postings is, for everybody, and where its people look after it. */
export const company = <const Slug extends string>(slug: Slug) => `/company/${slug}` as const;
export const myCompany = '/my-company';
/** Where somebody joins a company's team, by the link of a mail. */
export const joinTeam = '/my-company/join';

export const candidateProfile = '/candidate-profile';
export const browseCandidates = '/browse-candidates';
export const savedCandidates = '/saved-candidates';
export const candidate = <const Id extends string>(id: Id) => `/candidate/${id}` as const;
export const membership = '/membership';
export const messages = '/messages';
export const stopMessageMails = '/messages/stop-mails';
export const conversation = <const Id extends string>(id: Id) => `/messages/${id}` as const;

/** What somebody holds, and where they claim it. */
export const credentials = '/credentials';
export const claimCredentials = '/credentials/claim';
/** Where anybody checks a credential. */
export const verify = '/verify';
export const verifyNumber = <const Number extends string>(number: Number) =>
  `/verify/${number}` as const;
/** What a credential takes, in one of its versions. */
export const credentialType = <const Type extends string, const Version extends string>(
  type: Type,
  version: Version,
) => `/credentials/${type}/${version}` as const;
/** For programs that check: which credentials no longer hold. */
export const credentialStatus = (purpose: string, list: string) =>
  `/credentials/status/${purpose}/${list}` as const;

/** A link in a mail: whoever has it may do what the page offers, signed in or not. */
export const withToken = (path: string, token: string) => `${path}?token=${token}`;
