import type { ReactNode } from 'react';
import { stateWords } from '#domain/applications/applications.ts';
import type { LinkedApplication } from './by-link.ts';

type Said = { title: string; text: ReactNode };

/** The heading of the page behind the link in an email: what was just done, or the state of the application. */
export function whatIsSaid(application: LinkedApplication): Said {
  const { done, state } = application;
  if (done) return afterActs[done](application);
  if (state !== 'unconfirmed') return { title: stateWords[state], text: <Job of={application} /> };
  return {
    title: 'Send your application?',
    text: (
      <>
        Look at it once more. <Company of={application} /> gets your application for{' '}
        <Title of={application} /> when you press the button.
      </>
    ),
  };
}

const afterActs: Record<NonNullable<LinkedApplication['done']>, (it: LinkedApplication) => Said> = {
  confirmed: (it) => ({
    title: 'Your application was sent',
    text: (
      <>
        <Company of={it} /> now has your application for <Title of={it} />. We will write to you
        when it changes. Keep our emails: their links show how it stands.
      </>
    ),
  }),
  before: (it) => ({
    title: 'You have already applied for this job',
    text: (
      <>
        <Company of={it} /> has an application for <Title of={it} /> from this address, and one is
        enough. This one was not sent.
      </>
    ),
  }),
  'withdrawn-before': (it) => ({
    title: 'You withdrew your application for this job',
    text: (
      <>
        <Company of={it} /> still has the one for <Title of={it} /> that you withdrew, so this one
        was not sent. To send it, delete the withdrawn one with the link in its email, then open
        this link again.
      </>
    ),
  }),
  twice: (it) => ({
    title: 'This application was not sent',
    text: (
      <>
        You have deleted two applications for <Job of={it} />. You can send another one once the
        company no longer has them.
      </>
    ),
  }),
  closed: (it) => ({
    title: 'This job has since closed',
    text: (
      <>
        <Job of={it} /> takes no applications any more. Yours was not sent and is deleted within a
        day.
      </>
    ),
  }),
  deleted: ({ state }) => ({
    title: 'Your application is deleted',
    text:
      state === 'unconfirmed'
        ? 'Nobody got it, and nothing of it is kept.'
        : `${state === 'withdrawn' ? 'It is withdrawn, and you' : 'You'} no longer see it. The company loses it after the time in which it may have to keep records by law.`,
  }),
  withdrawn: (it) => ({
    title: 'Your application is withdrawn',
    text: (
      <>
        <Company of={it} /> sees that you withdrew it (<Title of={it} />
        ). Should you want to apply again, delete this one first.
      </>
    ),
  }),
  quiet: (it) => ({
    title: 'You get no more of these emails',
    text: it.has_account ? (
      'This applies to all your applications. You can turn them on again under Your applications.'
    ) : (
      <>
        We will no longer write when it changes (<Job of={it} />
        ). A message from the company still comes, because it has no other way to reach you. This
        link keeps showing how it stands.
      </>
    ),
  }),
};

type OfProps = { of: LinkedApplication };

function Title({ of }: OfProps) {
  return (
    <b>
      <bdi>{of.title}</bdi>
    </b>
  );
}

function Company({ of }: OfProps) {
  return <bdi>{of.company}</bdi>;
}

function Job({ of }: OfProps) {
  return (
    <>
      <Title of={of} /> at <Company of={of} />
    </>
  );
}
