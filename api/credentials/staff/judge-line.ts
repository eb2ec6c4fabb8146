import { z } from 'zod';
import { emailPattern } from '#domain/account/email-address.ts';
import { makeCredentialNumber } from '#domain/credentials/credential-number.ts';
import type { CredentialType } from '#domain/credentials/credentials.ts';
import type { AwardLine } from '#domain/staff/credentials.ts';
import { tidy } from '#domain/text/plain-text.ts';
import { nameProblem } from './name-problem.ts';

/** A valid line, in the format that SQL takes. */
export type SoundLine = {
  number: string;
  type: string;
  name: string;
  email: string | null;
  awarded_on: string;
  expires_on: string | null;
  evidence: string;
};

/** Parses a line, and finds what is wrong with it on its own. */
export function judgeLine(given: AwardLine, types: readonly CredentialType[], today: string) {
  const type = findType(given.type, types);
  const name = tidy(given.name).replace(/\s+/g, ' ').normalize('NFC');
  const email = given.email.trim().toLowerCase();
  const awardedOn = dayOf(given.awarded_on);
  const expiresOn = given.expires_on ? dayOf(given.expires_on) : null;
  const evidence = tidy(given.evidence);
  const problems = [
    type ? undefined : typeProblem(given.type),
    nameProblem(name),
    emailProblem(email),
    awardedProblem(awardedOn, today),
    expiryProblem(expiresOn, awardedOn),
    evidence.length > 1_000 && 'The evidence has more than 1000 characters',
  ].filter((problem) => typeof problem === 'string');
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

/** Found by its code or its title. */
function findType(given: string, types: readonly CredentialType[]): CredentialType | undefined {
  const wanted = given.trim().replace(/\s+/g, ' ').toLowerCase();
  return types.find(
    ({ code, title }) => code.toLowerCase() === wanted || title.toLowerCase() === wanted,
  );
}

function typeProblem(given: string): string {
  return given ? `There is no credential “${given.slice(0, 60)}”` : 'The credential is missing';
}

function emailProblem(email: string): string | undefined {
  if (!email || (email.length <= 255 && emailPattern.test(email))) return undefined;
  return 'The address is not an email address';
}

function awardedProblem(day: string | undefined, today: string): string | undefined {
  if (!day) return '“Awarded on” is not a date such as 2026-11-30 or 11/30/2026';
  if (day > today) return 'It is awarded in the future';
  return day < '1990-01-01' ? 'It is awarded before 1990' : undefined;
}

/** `null`: it does not expire. */
function expiryProblem(
  day: string | null | undefined,
  awardedOn: string | undefined,
): string | undefined {
  if (day === null) return undefined;
  if (!day) return '“Expires on” is not a date such as 2026-11-30 or 11/30/2026';
  if (awardedOn && day <= awardedOn) return 'It expires before it is awarded';
  return day > '2200-01-01' ? 'It expires after 2200' : undefined;
}

/** In ISO format, or as people in the United States write it. */
function dayOf(given: string): string | undefined {
  const text = given.trim();
  const american = text.match(/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/);
  const day = american
    ? `${american[3]}-${american[1]?.padStart(2, '0')}-${american[2]?.padStart(2, '0')}`
    : text;
  // SQL has no year 0.
  return z.iso.date().safeParse(day).success && day >= '0001' ? day : undefined;
}
