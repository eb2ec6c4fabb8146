import { lengthOf } from '../text/text-length.ts';
import type { Candidate } from './candidate.ts';

type Step = {
  points: number;
  field: keyof Candidate;
  /** What to do next, as the text of a button or a hint. */
  advice: string;
  isDone: (profile: Candidate) => boolean;
};

/** What makes a profile complete, most useful first. SQL computes the same number. */
const steps: Step[] = [
  {
    points: 10,
    field: 'headline',
    advice: 'Write a headline',
    isDone: ({ headline }) => lengthOf(headline) >= 3,
  },
  {
    points: 15,
    field: 'skills',
    advice: 'Add at least three skills',
    isDone: ({ skills }) => skills.length >= 3,
  },
  {
    points: 15,
    field: 'summary',
    advice: 'Write a summary of at least 100 characters',
    isDone: ({ summary }) => lengthOf(summary) >= 100,
  },
  {
    points: 10,
    field: 'location',
    advice: 'Add your location',
    isDone: ({ location }) => location !== '',
  },
  {
    points: 10,
    field: 'current_position',
    advice: 'Add your current position',
    isDone: (profile) => profile.current_position !== '',
  },
  {
    points: 10,
    field: 'years_experience',
    advice: 'Add your years of experience',
    isDone: (profile) => profile.years_experience !== null,
  },
  {
    points: 10,
    field: 'certifications',
    advice: 'Add a certification',
    isDone: ({ certifications }) => certifications.length > 0,
  },
  {
    points: 5,
    field: 'education',
    advice: 'Add your education',
    isDone: ({ education }) => education !== '',
  },
  {
    points: 5,
    field: 'preferred_job_types',
    advice: 'Choose the job types that you prefer',
    isDone: (profile) => profile.preferred_job_types.length > 0,
  },
  {
    points: 5,
    field: 'linkedin_url',
    advice: 'Add a LinkedIn or portfolio address',
    isDone: (profile) => profile.linkedin_url !== '' || profile.portfolio_url !== '',
  },
  {
    points: 5,
    field: 'profile_picture_url',
    advice: 'Add a picture',
    isDone: (profile) => profile.profile_picture_url !== '',
  },
];

/** From 0 to 100, and the step that would add the most. */
export function completenessOf(profile: Candidate): {
  percent: number;
  next: { field: keyof Candidate; advice: string; points: number } | undefined;
} {
  const percent = steps.reduce((sum, step) => sum + (step.isDone(profile) ? step.points : 0), 0);
  const open = steps.filter((step) => !step.isDone(profile));
  const [next] = open.toSorted((a, b) => b.points - a.points);
  return {
    percent,
    next: next && { field: next.field, advice: next.advice, points: next.points },
  };
}
