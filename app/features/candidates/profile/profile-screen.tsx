import type { User } from '@supabase/supabase-js';
import { memo, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { LateDraftNotice } from '#app/drafts/late-draft-notice.tsx';
import { LeavingGuard } from '#app/drafts/leaving-guard.tsx';
import { adviceFor } from '#app/session/require-user.tsx';
import { afterPaint } from '#app/ui/after-paint.ts';
import { Below } from '#app/ui/below.tsx';
import { Button } from '#app/ui/button.tsx';
import { Form } from '#app/ui/form.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { late } from '#app/ui/late.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toastToo, useForm } from '#app/ui/use-form.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { WhenNear } from '#app/ui/when-near.tsx';
import type { CandidateRow } from '../candidate-row.ts';
import { CandidateView } from '../candidate-view.tsx';
import { usePictures } from '../use-pictures.ts';
import { CompletenessMeter } from './completeness-meter.tsx';
import { FillFromResume } from './fill-from-resume.tsx';
import { type OwnRow, readOwnProfile } from './own-profile.ts';
import { ProfileContext } from './profile-fields.tsx';
import { ProfileGroups, type Suggestions } from './profile-groups.tsx';
import { candidateOf, fieldFacts, type ProfileValues, textOf } from './profile-values.ts';
import { type Meanwhile, type OwnProfile, useProfile } from './use-profile.ts';
import './profile.css';

const MeanwhileNotice = late(async () => (await import('./meanwhile-notice.tsx')).default);
const DeleteProfile = late(async () => (await import('./delete-profile.tsx')).default);
const HideFrom = late(async () => (await import('./hide-from.tsx')).default);

/** The profile of the person who is signed in: to edit, to preview as employers see it, to hide and to delete. */
export function ProfileScreen({ user }: { user: User }) {
  const { state, again } = useLoading(() => readOwnProfile(user.id), {
    key: user.id,
    onFailed: ({ message }) => toastToo('Error', message),
  });
  if (state.kind === 'there') return <Profile userId={user.id} found={state.data} />;
  return (
    <div className="wrap">
      {state.failure ? (
        <LoadFailure
          title="Your profile could not be loaded"
          failure={state.failure}
          again={again}
        />
      ) : (
        <Skeleton lines={8} label="Loading your profile…" />
      )}
    </div>
  );
}

function Profile({ userId, found }: { userId: string; found: OwnRow | null }) {
  const profile = useProfile(userId, found);
  const { text } = profile;
  // What is derived from the text may lag a moment behind the keystroke.
  const deferred = useDeferredValue(text.values);
  return (
    <div className="wrap profile">
      <div className="profile-main">
        <LateDraftNotice text={text} at={text.restoredAt} />
        <CompletenessMeter values={deferred} />
        <FillFromResume values={text.values} onTake={text.set} />
        <ProfileForm userId={userId} profile={profile} />
      </div>
      <Below>
        <Preview
          values={deferred}
          verified={profile.row?.verified ?? unverified}
          isPublic={profile.row?.public_profile ?? false}
          isHidden={profile.isHidden}
        />
        <div className="profile-more">
          <WhenNear isNeeded={profile.row !== null}>
            <HideFrom userId={userId} waiting={null}>
              {profile.row && <DeleteProfile profile={profile} />}
            </HideFrom>
          </WhenNear>
        </div>
      </Below>
      {text.isChanged && <LeavingGuard isDone={text.isDone} onDiscard={text.startFresh} />}
    </div>
  );
}

/** The rules are needed only for saving. */
const loadRules = async () => (await import('#domain/candidates/candidate.ts')).candidateSchema;

function ProfileForm({ userId, profile }: { userId: string; profile: OwnProfile }) {
  const { text, row, save } = profile;
  const form = useForm(loadRules, save, { tellsFirstGap: true, read: () => text.values });
  const place = useRef<HTMLFormElement>(null);
  const [suggestions, setSuggestions] = useState<Suggestions>();
  const prepare = async () => {
    if (suggestions) return;
    await afterPaint();
    import('../suggestions.ts').then(setSuggestions, () => {});
  };

  // Synchronises the errors with what has been fixed since they were found.
  // biome-ignore lint/correctness/useExhaustiveDependencies: typing is what changes them.
  useEffect(() => {
    if (place.current) form.recheck(place.current);
  }, [text.values]);

  return (
    <Form {...form.props} isSending={false} ref={place} aria-label="Your profile" onFocus={prepare}>
      <FormFailure failure={form.failure} advice={form.failure && adviceFor(form.failure)} />
      {profile.meanwhile && (
        <MeanwhileNotice
          waiting={null}
          theirs={listContested(profile.meanwhile)}
          onTake={profile.takeTheirs}
        />
      )}
      <ProfileContext value={{ values: text.values, errors: form.errors, set: text.set }}>
        <ProfileGroups
          userId={userId}
          stored={row?.profile_picture_url ?? ''}
          isPublic={row?.public_profile ?? false}
          isHidden={profile.isHidden}
          suggestions={suggestions}
        />
      </ProfileContext>
      <div className="profile-foot">
        <Button type="submit" size="large" isBusy={form.isBusy}>
          {nameSaving(row !== null, form.isBusy)}
        </Button>
        <p>
          {text.isChanged
            ? 'What you typed is kept on this device until you save it.'
            : row && 'Everything is saved.'}
        </p>
      </div>
    </Form>
  );
}

function listContested({ contested, theirs }: Meanwhile) {
  return contested.map((field) => ({
    field,
    name: fieldFacts[field].name,
    text: textOf(theirs[field]),
  }));
}

function nameSaving(isThere: boolean, isBusy: boolean): string {
  if (isBusy) return 'Saving…';
  return isThere ? 'Update Profile' : 'Create Profile';
}

type PreviewProps = {
  values: ProfileValues;
  verified: CandidateRow['verified'];
  /** As saved. */
  isPublic: boolean;
  isHidden: boolean;
};

const unverified: CandidateRow['verified'] = [];

const Preview = memo(function Preview({ values, verified, isPublic, isHidden }: PreviewProps) {
  const id = useId();
  const candidate = candidateOf(values);
  const picture = usePictures([candidate.profile_picture_url]).get(candidate.profile_picture_url);
  return (
    <div className="profile-preview" id="preview">
      <p className="eyebrow" id={id}>
        As employers see you
      </p>
      {!isPublic && (
        <p className="profile-note">
          {isHidden ? 'Hidden by our staff' : 'Not public yet'}: only you see this.
        </p>
      )}
      {isPublic && !values.public_profile && (
        <p className="profile-note">Still public until you save it.</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
      <section className="profile-sheet" tabIndex={0} aria-labelledby={id}>
        <CandidateView
          candidate={{ ...candidate, verified, headline: candidate.headline || 'Your headline' }}
          picture={picture}
          heading="h2"
        />
      </section>
    </div>
  );
});
