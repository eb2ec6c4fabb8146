import { createHash } from 'node:crypto';
import type { Session } from '../database.ts';

/** Past faults, in hours before the start. All are over, so nobody is alerted. */
const sampleAlarms = [
  { kind: 'queue', about: 'sample lane', facts: { waiting: 12 }, began: 30, over: 29 },
  { kind: 'surge', about: 'sample sign-ups', facts: { count: 64, median: 3 }, began: 75, over: 73 },
  {
    kind: 'disk',
    about: 'the sample server',
    facts: { freeMb: 3_100, totalMb: 80_000 },
    began: 200,
    over: 190,
  },
];

const sampleNewsletters = [
  {
    id: '00000000-0000-4000-8000-00000000000a',
    subject: 'Sample: what is new in November',
    text: '# Two seats are free\n\nThis is a **sample** draft. Change it, look at both parts of the mail, and send it to yourself.\n\n- A webinar on prior authorization\n- Three jobs of the month',
    days: 1,
    sent: false,
  },
  {
    id: '00000000-0000-4000-8000-00000000000b',
    subject: 'Sample: an edition of October',
    text: 'This is a **sample** of an edition that went out. Nobody got it.',
    days: 33,
    sent: true,
  },
].map((each) => ({ ...each, hash: createHash('sha256').update(each.text).digest('hex') }));

const values = [JSON.stringify(sampleAlarms), JSON.stringify(sampleNewsletters)];

/** So that an owner who tries the site sees more than empty lists. */
export async function addSamples(session: Session) {
  await session.query({ text: 'select staff.add_samples($1, $2)', values });
}

export async function forgetSamples(session: Session) {
  await session.query({ text: 'select staff.forget_samples($1, $2)', values });
}
