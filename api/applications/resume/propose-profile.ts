import type { ProposedProfile } from '#domain/applications/resume.ts';
import { candidateTexts, listLimits, tidyList } from '#domain/candidates/candidate-lists.ts';
import { suggestedCertifications, suggestedSkills } from '#domain/candidates/known-skills.ts';

const headings = {
  experience:
    /^(professional |work |relevant |career )?(experience|employment|history|work history|employment history)( history)?$/i,
  education: /^(education|education and training|academic background|studies)$/i,
  certifications:
    /^(licenses?( and | & ))?(certifications?|credentials|certificates?)( (and|&) (licenses?|licensure|training))?$/i,
  skills:
    /^((core |technical |key |professional )?(skills|competencies|strengths)|areas of expertise)( (and|&) \w+)?$/i,
  other:
    /^((professional |career |executive )?(summary|profile|objective)|about( me)?|languages|references|publications|awards|volunteering|contact|projects|memberships|affiliations|interests)$/i,
};
type Section = keyof typeof headings | 'top';

const role =
  /\b(coder|coding|auditor|specialist|analyst|manager|director|nurse|rn|consultant|educator|instructor|engineer|lead|supervisor|coordinator|scientist|biller|technician|administrator|officer|trainer|architect|developer|associate|clerk|president|cdi)\b/i;
const states =
  'AL|AK|AZ|AR|CA|CO|CT|DE|DC|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY|North Carolina|South Carolina|Virginia|Georgia|Florida|Texas|Tennessee|Ohio|New York|California|Pennsylvania|Illinois|Michigan|Arizona|Colorado';
const town = new RegExp(
  String.raw`(?<![\w,])([A-Z][A-Za-z.’'-]{1,30}(?: [A-Z][A-Za-z.’'-]{1,30}){0,2}), ?(${states})\b`,
);
const month = '(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\\.?,? |\\d{1,2}/)?';
const until = '(?:present|current|now|today)';
const current = new RegExp(
  String.raw`\(?${month}\b((?:19|20)\d\d)\s*(?:-|–|—|to|until)\s*${until}\)?|\bsince ${month}((?:19|20)\d\d)`,
  'i',
);
const range = new RegExp(
  String.raw`${month}\b((?:19|20)\d\d)\s*(?:-|–|—|to|until)\s*(?:${month}(?:19|20)\d\d|${until})`,
  'gi',
);

/**
 * What the text seems to say. It knows common layouts, does not make up what is not there, and leaves checking to the
 * person.
 */
export function proposeProfile(text: string, now: Date): ProposedProfile {
  const sections = divide(text);
  const top = sections.top.slice(0, 8);
  const [position, company] = currentJob(sections.experience);
  const headline = headlineOf(top) ?? position;
  return {
    ...short({ headline }, 'headline'),
    ...short({ location: locationOf(top, text) }, 'location'),
    ...yearsOf(text, sections.experience, now),
    ...short({ current_position: position }, 'current_position'),
    ...short({ current_company: company }, 'current_company'),
    ...short({ education: sections.education.join('\n').replace(/ *\t */g, ', ') }, 'education'),
    skills: suggestedSkills
      .filter((skill) => isNamed(text, skill))
      .slice(0, listLimits.skills.most),
    certifications: certificationsOf(text, sections.certifications),
  };
}

function divide(text: string): Record<Section, string[]> {
  const sections: Record<Section, string[]> = {
    top: [],
    experience: [],
    education: [],
    certifications: [],
    skills: [],
    other: [],
  };
  let section: Section = 'top';
  for (const raw of text.split('\n')) {
    const line = raw.replace(/[ \u00a0]+/g, ' ').trim();
    if (!line) continue;
    const [, named = line, rest = ''] = line.match(/^([^:]{3,40}):(?: (.*))?$/) ?? [];
    const plain = named.replace(/[^\p{L}& ]/gu, '').trim();
    const found = (Object.keys(headings) as (keyof typeof headings)[]).find((each) =>
      headings[each].test(plain),
    );
    if (!found) {
      sections[section].push(line);
      continue;
    }
    // "Skills: CPT, HCPCS" on one line is a section of that line only.
    section = found;
    if (rest) sections[found].push(rest);
  }
  return sections;
}

function pieces(line: string): string[] {
  return line
    .split(/\t|\s[|•·–—-]\s|\s{3,}| • /)
    .map((piece) => piece.replace(/^[\s•·*▪-]+|(?<![\s,;|–—-])[\s,;|–—-]+$/g, '').trim())
    .filter(Boolean);
}

const isContact = (piece: string) => /@|https?:|www\.|linkedin|\d{3}[-.) ]{1,2}\d{3}/i.test(piece);

function headlineOf(top: string[]): string | undefined {
  return top
    .slice(0, 6)
    .flatMap(pieces)
    .find(
      (piece, place) =>
        place > 0 &&
        role.test(piece) &&
        !isContact(piece) &&
        !/^I |[.!]$/.test(piece) &&
        piece.length <= 110,
    );
}

function locationOf(top: string[], text: string): string | undefined {
  const found = [...top, ...text.split('\n').slice(0, 40)]
    .map((line) => line.match(town))
    .find(Boolean);
  return found ? `${found[1]}, ${found[2]}` : undefined;
}

function yearsOf(text: string, experience: string[], now: Date): { years_experience?: number } {
  const stated = text.match(
    /\b(\d{1,2})\+?\s*(?:years|yrs)\b[^.\n]{0,40}\b(?:experience|in|of)\b/i,
  );
  if (stated && Number(stated[1]) <= 60) return { years_experience: Number(stated[1]) };
  const starts = [...experience.join('\n').matchAll(range)].map(([, year]) => Number(year));
  const years = now.getUTCFullYear() - Math.min(...starts);
  return starts.length > 0 && years >= 0 && years <= 60 ? { years_experience: years } : {};
}

/** The current job: beside its dates, or in the lines around them. */
function currentJob(
  experience: string[],
): [position?: string | undefined, company?: string | undefined] {
  const at = experience.findIndex((line) => current.test(line));
  if (at < 0) return [];
  const own = (experience[at] ?? '').replace(current, '\t');
  const isDateAlone = !/[a-z]/i.test(own);
  const near = [
    own,
    experience[at - 1] ?? '',
    (isDateAlone && experience[at - 2]) || '',
    experience[at + 1] ?? '',
  ];
  const isSentence = (piece: string) =>
    /[.!]$/.test(piece) || piece.length > 90 || /^[•*▪]/.test(piece);
  const named = near
    .filter((line) => !/^[•*▪]/.test(line))
    .flatMap((line) => pieces(line.replace(/,? (?:at|with) (?=[A-Z])/, '\t')))
    .flatMap((piece) =>
      town.test(piece)
        ? [piece.replace(town, '').replace(/(?<![\s,])[\s,]+$/, '')]
        : splitComma(piece),
    )
    .map((piece) => piece.replace(/[()]/g, '').trim())
    .filter(
      (piece) =>
        piece &&
        !isSentence(piece) &&
        !/^(remote|hybrid)$/i.test(piece) &&
        !/(19|20)\d\d/.test(piece),
    );
  const position = named.find((piece) => role.test(piece));
  return [
    position,
    named.find((piece) => piece !== position && /^[A-Z]/.test(piece) && !role.test(piece)),
  ];
}

/** "Coder, Sample Health": two things; "Mercy, Inc." and longer lists: one. */
function splitComma(piece: string): string[] {
  const parts = piece.split(/, (?!Inc|LLC|Ltd)/);
  return parts.length === 2 ? parts : [piece];
}

function certificationsOf(text: string, listed: string[]): string[] {
  const stated = listed
    .flatMap((line) => line.split(/[;•·▪\t]|, (?![^(]{0,200}\))| \| /))
    .map((entry) => entry.replace(/^[\s*–-]+|(?<![\s,.])[\s,.]+$/g, ''))
    .filter((entry) => entry.length >= 2 && entry.length <= listLimits.certifications.longest);
  const known = suggestedCertifications.filter(
    (code) =>
      new RegExp(String.raw`(?<![\w-])${code}(?![\w-])`).test(text) &&
      !stated.some((entry) => new RegExp(String.raw`(?<![\w-])${code}(?![\w-])`).test(entry)),
  );
  return tidyList([...stated, ...known]).slice(0, listLimits.certifications.most);
}

function isNamed(text: string, skill: string): boolean {
  const words = skill.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ /g, '\\s+');
  return new RegExp(String.raw`(?<![\w/-])${words}(?![\w-])`, 'i').test(text);
}

type Name = 'headline' | 'location' | 'current_position' | 'current_company' | 'education';

function short<Key extends Name>(given: Partial<Record<Key, string | undefined>>, name: Key) {
  const value = given[name]?.trim();
  if (!value) return {};
  return { [name]: [...value].slice(0, candidateTexts[name].most).join('') } as Partial<
    Record<Key, string>
  >;
}
