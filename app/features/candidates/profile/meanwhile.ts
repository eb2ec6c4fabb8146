import { isSame, type ProfileField, type ProfileValues, profileFields } from './profile-values.ts';

type Versions = { base: ProfileValues; mine: ProfileValues; theirs: ProfileValues };

/** What another tab has saved in the meantime: fields that only it changed, and fields that both did. */
export function compare({ base, mine, theirs }: Versions): {
  untouched: ProfileField[];
  contested: ProfileField[];
} {
  const changed = profileFields.filter(
    (field) => !isSame(theirs, base, field) && !isSame(theirs, mine, field),
  );
  return {
    untouched: changed.filter((field) => isSame(mine, base, field)),
    contested: changed.filter((field) => !isSame(mine, base, field)),
  };
}
