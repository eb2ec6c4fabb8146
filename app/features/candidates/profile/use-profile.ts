import { useEffect, useState } from 'react';
import { openData } from '#app/data/open-data.ts';
import { useDraft } from '#app/drafts/use-draft.ts';
import { requireUser } from '#app/session/require-user.tsx';
import { type Failure, failureOf } from '#app/ui/failure.ts';
import { toast } from '#app/ui/toast.ts';
import type { Candidate } from '#domain/candidates/candidate.ts';
import type { CandidateRow } from '../candidate-row.ts';
import { compare } from './meanwhile.ts';
import { type OwnRow, readOwnProfile } from './own-profile.ts';
import {
  areSame,
  isSame,
  isWhole,
  newProfile,
  type ProfileField,
  type ProfileValues,
  pick,
  profileFields,
  valuesOf,
} from './profile-values.ts';

export type Meanwhile = { contested: ProfileField[]; theirs: ProfileValues };

const alreadyThere = '23505';

/** A person's profile: the form's values, the stored row, and how they are kept in step. */
export function useProfile(userId: string, found: OwnRow | null) {
  const isHidden = found?.is_hidden_by_staff ?? false;
  const [row, setRow] = useState(found);
  const [meanwhile, setMeanwhile] = useState<Meanwhile>();
  const text = useDraft(`profile-draft:${userId}`, beginning(row), { isWhole, areSame });

  // Synchronises a draft that came back with what was saved since it was written.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for the row loaded with this form.
  useEffect(() => {
    if (text.base.version !== beginning(found).version) merge(found);
  }, []);

  /** Takes over what only the other tab changed, keeps what was typed here, and returns what both changed. */
  function merge(theirs: CandidateRow | null): Meanwhile {
    const stored = beginning(theirs);
    const { untouched, contested } = compare({
      base: text.base.values,
      mine: text.values,
      theirs: stored.values,
    });
    setRow(theirs);
    text.rebase(stored);
    if (theirs) text.set(pick(stored.values, untouched));
    const found = { contested: theirs ? contested : [], theirs: stored.values };
    setMeanwhile(found.contested.length > 0 ? found : undefined);
    return found;
  }

  async function save(candidate: Candidate): Promise<Failure | undefined> {
    const client = await openData();
    const refused = await requireUser(userId);
    if (refused) return refused;
    const sent = text.values;
    const table = client.from('candidate_profiles');
    const { data, error } = await (row
      ? table.update(candidate).eq('id', row.id).eq('updated_at', row.updated_at).select('*')
      : table.insert({ ...candidate, user_id: userId }).select('*'));
    if (error && error.code !== alreadyThere) return failureOf(error);
    const [shown] = [data ?? []].flat();
    // The row may be saved even if the answer does not include it; but an update that matched no row saved nothing.
    const saved = shown ?? (await readOwnProfile(userId));
    if (error || (row && (!saved || (data && !shown)))) return tellMeanwhile(saved);

    const stored = saved ? beginning(saved) : { values: sent, version: null };
    setRow(saved);
    setMeanwhile(undefined);
    text.rebase(stored);
    text.hideRestored();
    // What was typed while saving stays as typed.
    text.replace((now) => ({
      ...now,
      ...pick(
        stored.values,
        profileFields.filter((field) => isSame(now, sent, field)),
      ),
    }));
    toast({
      title: row ? 'Profile updated' : 'Profile created',
      description: candidate.public_profile
        ? 'Employers with a membership can find it.'
        : `Nobody but you sees it${isHidden ? '.' : ' until you make it public.'}`,
    });
    return undefined;
  }

  async function tellMeanwhile(theirs: CandidateRow | null): Promise<Failure | undefined> {
    const { gone, changedElsewhere } = await import('./meanwhile-notice.tsx');
    const { contested } = merge(theirs);
    if (!theirs) return gone;
    toast(changedElsewhere(contested.length > 0));
    return undefined;
  }

  return {
    row,
    isHidden,
    text,
    meanwhile,
    save,
    /** Takes over the other tab's version of one field. */
    takeTheirs(field: ProfileField) {
      if (!meanwhile) return;
      text.set(pick(meanwhile.theirs, [field]));
      const contested = meanwhile.contested.filter((other) => other !== field);
      setMeanwhile(contested.length > 0 ? { ...meanwhile, contested } : undefined);
    },
  };
}

export type OwnProfile = ReturnType<typeof useProfile>;

/** What the form starts from. */
function beginning(row: CandidateRow | null) {
  if (!row) return { values: newProfile, version: null };
  return { values: valuesOf(row), version: row.updated_at };
}
