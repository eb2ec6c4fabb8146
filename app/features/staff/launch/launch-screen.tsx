import { useEffect, useState } from 'react';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import type { Launch, LaunchPoint, PointState } from '#domain/staff/launch.ts';
import type { StaffRole } from '#domain/staff/staff.ts';
import { useStaffRead } from '../calls.tsx';
import * as pages from '../links.ts';
import { Moment } from '../moment.tsx';
import { useStaffAct } from '../use-staff-act.ts';
import { LaunchAnyway } from './launch-anyway.tsx';

const stateWords = {
  red: 'Red',
  unknown: 'Not known',
  good: 'Good',
} as const satisfies Record<PointState, string>;
const tones = { red: 'danger', unknown: 'warm', good: 'good' } as const;

/** How often, and how many times, to poll for the result. */
const askEvery = 1_000;
const mostTimes = 12;

/** The owner's checklist, as the site sees it now. */
export function LaunchScreen({ role }: { role: StaffRole }) {
  const read = useStaffRead();
  const act = useStaffAct();
  const [version, setVersion] = useState(0);
  const [left, setLeft] = useState(0);
  const { state, again } = useLoading(() => read<Launch>('read-launch'), { version });
  const isOwner = role === 'owner';

  // Synchronises with the queue, which runs checks and sends emails on its own.
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => {
      setVersion((before) => before + 1);
      setLeft((before) => before - 1);
    }, askEvery);
    return () => clearTimeout(timer);
  }, [left]);

  async function run(name: string, body?: object) {
    if (!(await act.run(name, body))) return;
    setVersion((before) => before + 1);
    setLeft(mostTimes);
  }

  const launch = state.data;
  const lookedAt = launch?.points
    .map(({ checked_at }) => checked_at)
    .filter((at) => at !== null)
    .toSorted()
    .at(-1);
  const counted = (wanted: PointState) =>
    launch?.points.filter((point) => point.state === wanted).length ?? 0;
  return (
    <>
      <h1>Launch check</h1>
      {state.kind === 'waiting' && <Skeleton lines={8} />}
      {state.failure && (
        <LoadFailure
          title="The launch check could not be loaded"
          failure={state.failure}
          again={again}
        />
      )}
      {act.failure && <Notice tone="danger">{act.failure}</Notice>}
      {launch && (
        <>
          <p className="lede" role="status">
            {counted('red')} red, {counted('unknown')} not known, {counted('good')} good.
          </p>
          {!lookedAt && (
            <Notice title="Nothing has been checked yet">
              The site checks by itself every ten minutes. To check now, press “Check again”.
            </Notice>
          )}
          <LaunchAnyway launch={launch} isOwner={isOwner} onDone={() => run('check-launch')} />
          <div className="staff-list-foot">
            <Button
              variant="secondary"
              isBusy={act.busyWith === 'check-launch'}
              onClick={() => run('check-launch')}
            >
              Check again
            </Button>
            <Button
              variant="secondary"
              isBusy={act.busyWith === 'try-launch-mail'}
              onClick={() => run('try-launch-mail')}
            >
              Send me an email
            </Button>
          </div>
          {lookedAt && (
            <p className="staff-quiet launch-note">
              Last checked: <Moment at={lookedAt} hasTime />. The site checks by itself every ten
              minutes. To check now, press “Check again”.
            </p>
          )}
          {launch.points.some(({ isOnServer, state }) => isOnServer && state !== 'good') && (
            <p className="staff-quiet launch-note">
              “On the server” is for whoever runs commands there. Names in capitals are settings of
              the site: docs/deploy.md and .env.example say where they stand.
            </p>
          )}
          {(['red', 'unknown', 'good'] as const).map((wanted) => (
            <Points
              key={wanted}
              state={wanted}
              points={launch.points.filter((point) => point.state === wanted)}
              isOwner={isOwner}
              isBusy={act.isBusy}
              run={run}
            />
          ))}
        </>
      )}
    </>
  );
}

type PointsProps = {
  state: PointState;
  points: LaunchPoint[];
  isOwner: boolean;
  isBusy: boolean;
  run(name: string, body: object): Promise<void>;
};

const heads = {
  red: 'To be done',
  unknown: 'The site cannot tell',
  good: 'As it should be',
} as const satisfies Record<PointState, string>;

function Points({ state, points, isOwner, isBusy, run }: PointsProps) {
  const [pressed, setPressed] = useState<string>();
  if (points.length === 0) return null;
  return (
    <section className="launch-points" aria-labelledby={`launch-${state}`}>
      <h2 id={`launch-${state}`}>{heads[state]}</h2>
      <ul>
        {points.map((point) => (
          <li key={point.name}>
            <h3>
              <Badge tone={tones[state]}>{stateWords[state]}</Badge> {point.words}
            </h3>
            <p>{point.found}</p>
            {state !== 'good' && (
              <p className="staff-quiet">
                {point.isOnServer && 'On the server: '}
                {point.advice}{' '}
                {point.kind && (
                  <>
                    <a className="link" href={pages.words(point.kind)}>
                      Change it under Words<span className="sr-only">: {point.words}</span>
                    </a>
                    {point.page && '\u00a0· '}
                  </>
                )}
                {point.page && (
                  <a className="link" href={point.page} target="_blank" rel="noreferrer">
                    See the page
                  </a>
                )}
              </p>
            )}
            {isOwner && point.mayConfirm && (state !== 'good' || point.confirmed_at) && (
              <Button
                variant="quiet"
                size="small"
                isBusy={isBusy && pressed === point.name}
                disabled={isBusy && pressed !== point.name}
                onClick={() => {
                  setPressed(point.name);
                  run(point.confirmed_at ? 'unconfirm-launch-point' : 'confirm-launch-point', {
                    name: point.name,
                  });
                }}
              >
                {point.confirmed_at ? 'Take the confirmation back' : 'I confirm it'}
                <span className="sr-only">: {point.words}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
