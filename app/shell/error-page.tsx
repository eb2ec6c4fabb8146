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
  if (failureOf(error) === unreachable) return <LostPage />;
  return <FailurePage requestId={requestIdOf(error)} />;
}

function NotFoundPage() {
  // One of somebody's own is none that React takes over.
  const mayBeOwn = useRequestContext().kind !== 'screen';
  return (
    <div className="wrap error-page" data-missing-page={mayBeOwn || undefined}>
      <title>{withNameOfNow(notFound.meta.title)}</title>
      <meta name="robots" content="noindex" />
      <h1>
        <span className={`${code} block`}>{notFound.code}</span> <span>{notFound.title}</span>
      </h1>
      <p className="lede">{notFound.text}</p>
      <p>
        <ButtonLink href={notFound.action.href}>{notFound.action.label}</ButtonLink>
      </p>
    </div>
  );
}

function BusyPage({ status }: { status: number }) {
  return (
    <div className="wrap error-page">
      <title>{`Busy at the moment · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <p className={code}>{status}</p>
      <h1>This page has to wait a moment</h1>
      <p className="lede">
        Many people are asking at the same time, or the site cannot reach its data just now. Nothing
        is lost. Try again in a few seconds.
      </p>
      <p>
        <ButtonLink href={links.home}>Return to Home</ButtonLink>
      </p>
    </div>
  );
}

/** A part that is loaded late did not come: the connection was lost, or the site has a new release. */
function LostPage() {
  return (
    <div className="wrap error-page">
      <title>{`Not loaded · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1>A part of this page could not be loaded</h1>
      <p className="lede">Check your connection, then load the page again.</p>
      <p>
        <Button onClick={() => location.reload()}>Load it again</Button>
      </p>
    </div>
  );
}

function FailurePage({ requestId }: { requestId?: string }) {
  const request = useRequestContext();
  const id = requestId ?? request.requestId;
  return (
    <div className="wrap error-page">
      <title>{`Something went wrong · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <p className={code}>500</p>
      <h1>This page could not be shown</h1>
      <p className="lede">
        The fault is ours and has been recorded. Try again in a moment; if it happens again, write
        to{' '}
        <a className="link" href={`mailto:${site.email}`}>
          {site.email}
        </a>
        {id ? ' and quote the number below.' : '.'}
      </p>
      {id && (
        <p className="mb-8 text-sm text-muted">
          Request <code>{id}</code>
        </p>
      )}
      <p>
        <ButtonLink href={links.home}>Return to Home</ButtonLink>
      </p>
    </div>
  );
}

function requestIdOf(error: unknown) {
  const data: unknown = isRouteErrorResponse(error) ? error.data : undefined;
  if (typeof data !== 'object' || data === null || !('requestId' in data)) return undefined;
  return typeof data.requestId === 'string' ? data.requestId : undefined;
}
