import { isSame, type JobField, type JobValues, jobFields } from './job-values.ts';

/** A field whose typed value differs from what is stored by now. */
export type Difference = {
  field: JobField;
  mine: string;
  theirs: string;
  /** The person had not changed it, so they would expect the stored value. */
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

/** What the form takes over without asking; it can be undone. */
export function takeUntouched(differences: Difference[]): Partial<Record<JobField, string>> {
  return Object.fromEntries(
    differences
      .filter(({ isUntouched }) => isUntouched)
      .map(({ field, theirs }) => [field, theirs]),
  );
}
