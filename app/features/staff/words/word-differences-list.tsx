import type { WordFields, WordValues } from '#domain/site/word-kinds.ts';
import type { WordsOfKind } from '#domain/staff/words.ts';
import { wordDifferences } from './word-differences.ts';

type DifferencesProps = {
  fields: WordFields;
  before: WordValues;
  after: WordValues;
  /** The labels of the two versions. */
  names: readonly [before: string, after: string];
};

/** The version to compare with: the newest one, which may be scheduled. */
export const nameOfNewest = ({ comes_at, version }: WordsOfKind) =>
  comes_at ? `Version ${version}, which is scheduled` : 'Now';

/** The differences, one below the other. */
export function WordDifferences({ fields, before, after, names }: DifferencesProps) {
  const differences = wordDifferences(fields, before, after);
  if (differences.length === 0) return <p>Nothing differs.</p>;
  return (
    <dl className="words-differences">
      {differences.map((each) => (
        <div key={each.place}>
          <dt>{each.place}</dt>
          <dd>
            <Side name={names[0]} words={each.before} isOld />
            <Side name={names[1]} words={each.after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Side({ name, words, isOld }: { name: string; words: string | undefined; isOld?: true }) {
  const Tag = isOld ? 'del' : 'ins';
  return (
    <p>
      <span className="staff-quiet">{name}</span>
      {words ? <Tag>{words}</Tag> : <i>{words === undefined ? 'Not there' : 'Empty'}</i>}
    </p>
  );
}
