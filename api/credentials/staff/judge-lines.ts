import { z } from 'zod';
import type { Transaction } from '#database/database.ts';
import { emailPattern } from '#domain/account/email-address.ts';
import { makeCredentialNumber } from '#domain/credentials/credential-number.ts';
import type { CredentialType } from '#domain/credentials/credentials.ts';
import type { AwardLine, JudgedLine } from '#domain/staff/credentials.ts';
import { tidy } from '#domain/text/plain-text.ts';
import { nameProblem } from './name-problem.ts';

/** A line that may be awarded, as SQL takes it. */
type SoundLine = {
  number: string;
  type: string;
  name: string;
  email: string | null;
  awarded_on: string;
  expires_on: string | null;
  evidence: string;
};

type Given = { line: number; given: AwardLine };
type Judged = JudgedLine & { sound?: SoundLine };

/** Says of each line what is wrong with it, and whether it was awarded before. */
export async function judgeLines(session: Transaction, lines: readonly Given[]): Promise<Judged[]> {
  const types = await readTypes(session);
  const today = new Date().toISOString().slice(0, 10);
  const seen = new Map<string, number>();
  const judged = lines.map(({ line, given }): Judged => {
    const { problems, type, sound } = judge(given, types, today);
    const key = JSON.stringify([
      sound.type,
      sound.email ?? sound.name.toLowerCase(),
      sound.awarded_on,
    ]);
    const former = seen.get(key);
    if (former === undefined) seen.set(key, line);
    else if (problems.length === 0) {
      const isNamesake = sound.email === null ? ': if it is somebody else, give an address' : '';
      problems.push(`The same as line ${former}${isNamesake}`);
    }
    const isSound = problems.length === 0;
    return { line, given, title: type?.title ?? '', problems, ...(isSound && { sound }) };
  });
  await refuseOwn(session, judged);
  const sound = judged.flatMap(({ sound }) => sound ?? []);
  const { rows } = await session.query<{ place: number; number: string }>({
    text: 'select place, number from register.known_lines($1)',
    values: [JSON.stringify(sound)],
  });
  for (const { place, number } of rows) {
    const known = judged.find((each) => each.sound === sound[place - 1]);
    if (known) known.known = number;
  }
  return judged;
}

/** Nobody awards to themselves, nor to a higher role; SQL asks again when it is done. */
async function refuseOwn(session: Transaction, judged: Judged[]) {
  const { rows } = await session.query<{ address: string }>({
    text: 'select register.not_for($1) as address',
    values: [judged.flatMap(({ sound }) => sound?.email ?? [])],
  });
  const refused = new Set(rows.map(({ address }) => address));
  for (const line of judged) {
    if (!refused.has(line.sound?.email ?? '')) continue;
    line.problems.push(
      'You cannot award a credential to yourself, or to somebody with a higher role',
    );
    delete line.sound;
  }
}

export async function readTypes(session: Transaction): Promise<CredentialType[]> {
  const { rows } = await session.query<CredentialType>({
    text: `select t.code, t.kind, v.name as title, v.description, v.must_show, v.hours_from, v.hours_to, v.version,
        v.valid_months, v.renews_by_education
      from register.types as t join lateral (select * from register.type_versions as v where v.type = t.code
        order by v.version desc limit 1) as v on true
      order by t.place`,
  });
  return rows;
}

function judge(given: AwardLine, types: readonly CredentialType[], today: string) {
  const problems: string[] = [];
  const wanted = given.type.trim().replace(/\s+/g, ' ').toLowerCase();
  const type = types.find(
    ({ code, title }) => code.toLowerCase() === wanted || title.toLowerCase() === wanted,
  );
  if (!type)
    problems.push(
      given.type
        ? `There is no credential “${given.type.slice(0, 60)}”`
        : 'The credential is missing',
    );

  const name = tidy(given.name).replace(/\s+/g, ' ').normalize('NFC');
  const ofName = nameProblem(name);
  if (ofName) problems.push(ofName);

  const email = given.email.trim().toLowerCase();
  if (email && (email.length > 255 || !emailPattern.test(email))) {
    problems.push('The address is not an email address');
  }
  const awardedOn = dayOf(given.awarded_on);
  if (!awardedOn) problems.push('“Awarded on” is not a date such as 2026-11-30 or 11/30/2026');
  else if (awardedOn > today) problems.push('It is awarded in the future');
  else if (awardedOn < '1990-01-01') problems.push('It is awarded before 1990');
  const expiresOn = given.expires_on ? dayOf(given.expires_on) : null;
  if (expiresOn === undefined)
    problems.push('“Expires on” is not a date such as 2026-11-30 or 11/30/2026');
  else if (expiresOn && awardedOn && expiresOn <= awardedOn) {
    problems.push('It expires before it is awarded');
  } else if (expiresOn && expiresOn > '2200-01-01') problems.push('It expires after 2200');
  const evidence = tidy(given.evidence);
  if (evidence.length > 1_000) problems.push('The evidence has more than 1000 characters');

  const sound: SoundLine = {
    number: makeCredentialNumber(),
    type: type?.code ?? '',
    name,
    email: email || null,
    awarded_on: awardedOn ?? '',
    expires_on: expiresOn ?? null,
    evidence,
  };
  return { problems, type, sound };
}

/** As a program writes it, or as people in the United States do. */
function dayOf(given: string): string | undefined {
  const text = given.trim();
  const american = text.match(/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/);
  const day = american
    ? `${american[3]}-${american[1]?.padStart(2, '0')}-${american[2]?.padStart(2, '0')}`
    : text;
  // The year 0 is none of SQL's.
  return z.iso.date().safeParse(day).success && day >= '0001' ? day : undefined;
}
