import type { CandidateRow } from '../candidate-row.ts';
import { CandidateView } from '../candidate-view.tsx';
import { usePictures } from '../use-pictures.ts';
import { candidateOf, type ProfileValues } from './profile-values.ts';

type PreviewSheetProps = {
  values: ProfileValues;
  verified: CandidateRow['verified'];
  labelledBy: string;
};

/** The profile as it is typed, in the way in which members read it. */
export function PreviewSheet({ values, verified, labelledBy }: PreviewSheetProps) {
  const candidate = candidateOf(values);
  const picture = usePictures([candidate.profile_picture_url]).get(candidate.profile_picture_url);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach it.
    <section className="profile-sheet" tabIndex={0} aria-labelledby={labelledBy}>
      <CandidateView
        candidate={{ ...candidate, verified, headline: candidate.headline || 'Your headline' }}
        picture={picture}
        heading="h2"
      />
    </section>
  );
}
