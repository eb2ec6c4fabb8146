import { X } from 'lucide-react';
import { jobs as content } from '#app/content/jobs.ts';
import { Link } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { tierNames } from '#domain/credentials/tiers.ts';
import { type JobSearch, jobSearchAddress, usualRadius } from '#domain/finding/job-search.ts';
import type { TypedPlace } from '#domain/finding/typed-places.ts';
import { type Chip, replaceChip } from '#domain/finding/typed-words.ts';
import { usStates } from '#domain/finding/us-states.ts';
import { grouped } from '#domain/text/grouped.ts';
import { workplaceOf } from './job-words.ts';

const words = content.search;

export type Understanding = {
  chips: Chip[];
  suggestion: string;
  isUnknownPlace: boolean;
  hasWider: boolean;
};

type UnderstoodProps = { search: JobSearch; found: Understanding };

/** What was understood in the words, each part removable; and what may have been meant. */
export function Understood({ search, found }: UnderstoodProps) {
  const address = (changes: Partial<JobSearch>) =>
    `${jobSearchAddress({ ...search, after: undefined, skip: 0, ...changes })}#${words.id}`;
  const { chips, suggestion, isUnknownPlace, hasWider } = found;
  const isRemote = [search, ...chips].some(
    (each) => 'workplace' in each && each.workplace === 'remote',
  );
  const isNearestOfNone =
    search.sort === 'nearest' && !search.place && !chips.some(({ kind }) => kind === 'place');
  return (
    <>
      {isNearestOfNone && <Notice title={words.nearestOfNone}>{words.nearestOfNoneText}</Notice>}
      {isUnknownPlace && (
        <Notice title={`${words.unknownPlace}: ${search.place}`}>{words.unknownPlaceText}</Notice>
      )}
      {chips.length > 0 && (
        <div className="board-chips">
          <p id="board-understood">{words.understood}</p>
          <ul aria-labelledby="board-understood">
            {chips.map((chip) => (
              <li key={chip.at}>
                <Link
                  className="board-chip"
                  href={address({ q: replaceChip(search.q, chip, ' ') })}
                  data-ask
                >
                  <span className="sr-only">{words.takeOff}: </span>
                  <bdi>{describeChip(chip, isRemote)}</bdi>
                  <X aria-hidden="true" />
                </Link>
                {chip.kind === 'place' &&
                  chip.place.others.map((other) => (
                    <span key={other} className="board-other">
                      {words.orElse}{' '}
                      <Link href={address({ q: replaceChip(search.q, chip, other) })} data-ask>
                        {other}
                      </Link>
                    </span>
                  ))}
              </li>
            ))}
            <li>
              <Link className="board-plain" href={address({ isPlain: true })} data-ask>
                {words.plain}
              </Link>
            </li>
          </ul>
        </div>
      )}
      {search.isPlain && (
        <p className="board-chips">
          <Link className="board-plain" href={address({ isPlain: false })} data-ask>
            {words.notPlain}
          </Link>
        </p>
      )}
      {hasWider && (
        <p className="board-meant">
          {words.wider}{' '}
          <Link href={address({ isWide: true })} data-ask>
            {words.wide}
          </Link>
        </p>
      )}
      {search.isWide && (
        <p className="board-chips">
          <Link className="board-plain" href={address({ isWide: false })} data-ask>
            {words.notWide}
          </Link>
        </p>
      )}
      {suggestion && (
        <p className="board-meant">
          {words.didYouMean}{' '}
          <Link href={address({ q: suggestion, isPlain: false })} data-ask>
            <bdi>{suggestion}</bdi>
          </Link>
          ?
        </p>
      )}
    </>
  );
}

function describeChip(chip: Chip, isRemote: boolean): string {
  switch (chip.kind) {
    case 'place':
      return isRemote ? `From ${usStates[chip.place.state]}` : describePlace(chip.place);
    case 'workplace':
      return workplaceOf(chip) ?? '';
    case 'type':
      return chip.type;
    case 'pay':
      return `Pays $${grouped(chip.pay.amount)} ${chip.pay.per === 'hour' ? 'an hour' : 'a year'} or more`;
    case 'credential':
      return chip.credential === 'any'
        ? 'Wants a CIHIS credential'
        : `Wants ${chip.credential} ${tierNames[chip.credential]}`;
    case 'skill':
      return `Skill: ${chip.skill}`;
    case 'here':
      return words.here;
  }
}

function describePlace({ spot, state, miles }: TypedPlace): string {
  if (!spot) return `In ${usStates[state]}`;
  const name = /^\d/.test(spot.name) ? spot.name : `${spot.name}, ${spot.state}`;
  return `Within ${miles ?? usualRadius} miles of ${name}`;
}
