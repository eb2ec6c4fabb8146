import { applicationTexts } from '#domain/applications/applications.ts';

/** The message for an empty required field; unknown fields are the employer's questions. */
export function missingIn(field: string): string {
  return words[field] ?? 'Answer this question';
}

const words: Readonly<Record<string, string>> = {
  name: applicationTexts.name.tooShort,
  email: 'Enter your email address',
  resume: 'Choose a file',
};
