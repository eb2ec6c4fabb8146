import { applicationTexts } from '#domain/applications/applications.ts';

/** What to do about a field of an application that has to be filled in; the others are what the employer asks. */
export function missingIn(field: string): string {
  return words[field] ?? 'Answer this question';
}

const words: Readonly<Record<string, string>> = {
  name: applicationTexts.name.tooShort,
  email: 'Enter your email address',
  resume: 'Choose a file',
};
