/** The addresses of staff screens that have a subject. Import them as a namespace: `pages.person(id)`. */
export const person = (id: string) => `/staff/people/${encodeURIComponent(id)}`;
export const membership = (person: string) => `/staff/memberships/${person}`;
export const credential = (number: string) => `/staff/credentials/${number}`;
export const replaceCredential = (number: string) => `${credential(number)}/replace`;
export const credentialsOf = (holder: string) => `/staff/credentials?holder=${holder}`;
export const reviewCase = (id: string) => `/staff/review/${id}`;
export const jobsOfCompany = (key: string) => `/staff/jobs?company=${encodeURIComponent(key)}`;
export const jobsOf = (poster: string) => `/staff/jobs?poster=${poster}`;
export const mailsOf = (person: string) => `/staff/mails?person=${person}`;
export const mailsTo = (address: string) => `/staff/mails?to=${encodeURIComponent(address)}`;
export const logOf = (subject: string) => `/staff/log?subject=${encodeURIComponent(subject)}`;
export const newsletter = (id: string) => `/staff/newsletter/${id}`;
export const words = (kind: string) => `/staff/words/${kind}`;
export const appoint = (address: string) => `/staff/team?ask=${encodeURIComponent(address)}`;
