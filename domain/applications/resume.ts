const mostMegabytes = 5;
/** What a resume may be. */
export const mostResumeBytes = mostMegabytes * 1_024 * 1_024;
/** For everything that a file unpacks to. */
export const mostUnpackedBytes = 20 * 1_024 * 1_024;
/** Limits for reading one file: milliseconds and memory. */
export const longestReading = 10_000;
export const mostReadingMegabytes = 400;

export const resumeTypes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;
export type ResumeKind = keyof typeof resumeTypes;

/** For the form's file field, and in words. */
export const acceptedResumes = `.pdf,.docx,${Object.values(resumeTypes).join()}`;
export const acceptedInWords = `PDF or DOCX, up to ${mostMegabytes} MB.`;

/** Why a file is refused, with what to do about it. */
export const resumeRefusals = {
  empty: 'Choose a file: your resume as PDF or DOCX.',
  no_bytes: 'There is nothing in this file. Save it again and choose it once more.',
  too_large: `The file is larger than ${mostMegabytes} MB. Save it smaller, without large pictures.`,
  other_kind: 'This is neither a PDF nor a DOCX file. Save your resume as PDF and choose it again.',
  encrypted: 'The file is protected by a password. Save it without one and choose it again.',
  active:
    'The file contains macros, scripts or other files. Save it as a plain PDF and choose it again.',
  broken: 'The file cannot be read: it may be damaged. Save it again and choose it once more.',
  too_deep:
    'The file unpacks to more than can be read. Save it as a plain PDF and choose it again.',
  too_slow: 'The file takes too long to read. Save it as a plain PDF and choose it again.',
} as const;
export type ResumeRefusal = keyof typeof resumeRefusals;

/**
 * The text after the last dot may belong to a name, as in "Resume_J.Smith", so only known extensions count as another
 * type.
 */
const otherEndings =
  /\.(docm?|dotx?|gdoc|odt|rtf|txt|md|wps|pages|key|numbers|xlsx?|pptx?|csv|html?|eml|msg|zip|rar|7z|exe|jpe?g|png|gif|webp|avif|hei[cf]|tiff?|bmp|svg|mp[34]|mov|m4a)$/i;

/** What is wrong with a file, found before reading it. A photo is reported as the wrong type, not as too large. */
export function whyNotRead({ name, type, size }: { name: string; type: string; size: number }) {
  const isOther = /^(image|audio|video)\//.test(type) || otherEndings.test(name);
  if (isOther) return resumeRefusals.other_kind;
  if (size === 0) return resumeRefusals.no_bytes;
  return size > mostResumeBytes ? resumeRefusals.too_large : undefined;
}

/** What a resume seems to say, for its owner to confirm. Nothing is saved without that. */
export type ProposedProfile = {
  headline?: string;
  location?: string;
  years_experience?: number;
  current_position?: string;
  current_company?: string;
  education?: string;
  skills: string[];
  certifications: string[];
};

/** A file name for the list and for downloads: no path, no invisible characters. */
export function tidyFileName(given: string, kind: ResumeKind): string {
  // A form field may be as long as the file itself; no real file name is longer than this.
  const base = (given.slice(-1_000).split(/[\\/]/).pop() ?? '')
    .replace(/\.(pdf|docx)$/i, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069"<>:|?*]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return `${[...base].slice(0, 100).join('') || 'resume'}.${kind}`;
}
