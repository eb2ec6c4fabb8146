import { isSame, type JobField, type JobValues, jobFields } from './job-values.ts';

/** A field in which what somebody typed is not what is stored by now. */
export type Difference = {
  field: JobField;
  mine: string;
  theirs: string;
  /** The person had not changed it, so that what is stored is what they would have seen. */
  isUntouched: boolean;
};

type Versions = { base: JobValues; mine: JobValues; theirs: JobValues };

export function differencesOf({ base, mine, theirs }: Versions): Difference[] {
  return jobFields
    .filter((field) => !isSame(mine[field], theirs[field]) && !isSame(base[field], theirs[field]))
    .map((field) => ({
      field,
      mine: mine[field],
      theirs: theirs[field],
      isUntouched: isSame(mine[field], base[field]),
    }));
}

/** What the form takes over without a question; it can be taken back. */
export function takeUntouched(differences: Difference[]): Partial<Record<JobField, string>> {
  return Object.fromEntries(
    differences
      .filter(({ isUntouched }) => isUntouched)
      .map(({ field, theirs }) => [field, theirs]),
  );
}
