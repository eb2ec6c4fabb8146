import { completenessOf } from '#domain/candidates/candidate-completeness.ts';
import { goToField } from './go-to-field.ts';
import { candidateOf, type ProfileValues } from './profile-values.ts';

/** How complete a profile is, and what would add the most. */
export function CompletenessMeter({ values }: { values: ProfileValues }) {
  const { percent, next } = completenessOf(candidateOf(values));
  return (
    <div className="profile-meter">
      <p>
        <b>{percent}%</b> complete
      </p>
      <meter min={0} max={100} value={percent} aria-label="Completeness of the profile">
        {percent}%
      </meter>
      {next ? (
        <p>
          Next:{' '}
          <button type="button" className="link" onClick={() => goToField(next.field)}>
            {next.advice}
          </button>{' '}
          <span className="profile-points">+{next.points}%</span>
        </p>
      ) : (
        <p>Nothing is missing.</p>
      )}
      <p className="profile-jump">
        <a className="link" href="#preview">
          See it as employers do
        </a>
      </p>
    </div>
  );
}
