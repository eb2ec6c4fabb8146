import type { ReactNode } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { site } from '#domain/site/brand.ts';
import * as links from '#domain/site/links.ts';
import { notFound } from '../content/not-found.ts';
import { withNameOfNow } from '../content/page-parts.ts';
import { isPassing } from '../data/failed.ts';
import { useRequestContext } from '../data/request-context.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { failureOf, unreachable } from '../ui/failure.ts';

const code = 'mb-4 font-serif text-5xl leading-none text-clay lining-nums tabular-nums';

export function ErrorPage({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  if (isRouteErrorResponse(error) && isPassing(error.status)) {
    return <BusyPage status={error.status} />;
  }
  if (isRouteErrorResponse(error) && error.status === 405) return <FormlessPage />;
  if (failureOf(error) === unreachable) return <LostPage />;
  return <FailurePage requestId={requestIdOf(error)} />;
}

function NotFoundPage() {
  // A person's own pages are never screens.
  const mayBeOwn = useRequestContext().kind !== 'screen';
  return (
    <Frame
      name={withNameOfNow(notFound.meta.title)}
      mayBeOwn={mayBeOwn || undefined}
      heading={
        <>
          <span className={`${code} block`}>{notFound.code}</span> <span>{notFound.title}</span>
        </>
      }
      words={notFound.text}
      way={<ButtonLink href={notFound.action.href}>{notFound.action.label}</ButtonLink>}
    />
  );
}

function BusyPage({ status }: { status: number }) {
  return (
    <Frame
      name={`Busy at the moment · ${site.name}`}
      status={status}
      heading="This page has to wait a moment"
      words="Many people are asking at the same time, or the site cannot reach its data just now. Nothing is lost. Try again in a few seconds."
    />
  );
}

/** Only a program, or a form on another site, posts here. */
function FormlessPage() {
  return (
    <Frame
      name={`No form here · ${site.name}`}
      status={405}
      heading="This page does not accept forms"
      words="What was sent here was not read. Open the page by a link instead."
    />
  );
}

/** A part that loads on demand is missing: the connection was lost, or there is a new release. */
function LostPage() {
  return (
    <Frame
      name={`Not loaded · ${site.name}`}
      heading="A part of this page could not be loaded"
      words="Check your connection, then load the page again."
      way={<Button onClick={() => location.reload()}>Load it again</Button>}
    />
  );
}

function FailurePage({ requestId }: { requestId?: string }) {
  const request = useRequestContext();
  const id = requestId ?? request.requestId;
  return (
    <Frame
      name={`Something went wrong · ${site.name}`}
      status={500}
      heading="This page could not be shown"
      words={
        <>
          The fault is ours and has been recorded. Try again in a moment; if it happens again, write
          to{' '}
          <a className="link" href={`mailto:${site.email}`}>
            {site.email}
          </a>
          {id ? ' and quote the number below.' : '.'}
        </>
      }
    >
      {id && (
        <p className="mb-8 text-sm text-muted">
          Request <code>{id}</code>
        </p>
      )}
    </Frame>
  );
}

type FrameProps = {
  name: string;
  status?: number;
  heading: ReactNode;
  words: ReactNode;
  way?: ReactNode;
  mayBeOwn?: true | undefined;
  children?: ReactNode;
};

/** What happened, what to do, and one way to continue. */
function Frame({ name, status, heading, words, way = home, mayBeOwn, children }: FrameProps) {
  return (
    <div className="wrap error-page" data-missing-page={mayBeOwn}>
      <title>{name}</title>
      <meta name="robots" content="noindex" />
      {status && <p className={code}>{status}</p>}
      <h1>{heading}</h1>
      <p className="lede">{words}</p>
      {children}
      <p>{way}</p>
    </div>
  );
}

const home = <ButtonLink href={links.home}>Return to Home</ButtonLink>;

function requestIdOf(error: unknown) {
  const data: unknown = isRouteErrorResponse(error) ? error.data : undefined;
  if (typeof data !== 'object' || data === null || !('requestId' in data)) return undefined;
  return typeof data.requestId === 'string' ? data.requestId : undefined;
}
