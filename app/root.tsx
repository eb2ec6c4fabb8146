import { enhanceUrl, inDocumentScript, jobsScriptUrl, screenScriptUrl } from 'virtual:enhance';
import sourceSerif from '@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2?url';
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import type { ReactNode } from 'react';
import { Links, Meta, Outlet, Scripts } from 'react-router';
import { paper, site } from '#domain/site/brand.ts';
import { resourcesFeed } from '#domain/site/links.ts';
import type { Route } from './+types/root';
import looks from './app.css?url';
import { closedSignUp } from './content/sign-up.ts';
import { requestInfo } from './data/data.server.ts';
import { useRequestContext } from './data/request-context.ts';
import { SavedJobsFollowSignIn } from './features/jobs/saved-jobs-follow-sign-in.tsx';
import { AuthProvider } from './session/auth-provider.tsx';
import { Announcement } from './shell/announcement.tsx';
import { bootScript } from './shell/boot-script.ts';
import { ErrorPage } from './shell/error-page.tsx';
import { Footer } from './shell/footer.tsx';
import { Header } from './shell/header.tsx';
import { AnnouncementAsWritten, LeftAsWritten } from './shell/left-as-written.tsx';
import { LostScreen } from './shell/lost-screen.tsx';
import { LowPriorityScripts } from './shell/low-priority-scripts.tsx';
import { RouteChange } from './shell/route-change.tsx';
import { SkipLink } from './shell/skip-link.tsx';
import { NewTabWords } from './ui/link.tsx';

export const links: Route.LinksFunction = () => [
  // Linked by address: bundled into a script, it would be parsed again with every later script, and the page laid out again.
  { rel: 'stylesheet', href: looks },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
  {
    rel: 'alternate',
    type: 'application/rss+xml',
    title: `${site.name}: articles and podcasts`,
    href: resourcesFeed,
  },
  // Fetched by the server-rendered page; once React runs they are already on their way.
  ...(import.meta.env.SSR ? [figtree, sourceSerif] : []).map(
    (href) =>
      ({ rel: 'preload', as: 'font', type: 'font/woff2', href, crossOrigin: 'anonymous' }) as const,
  ),
];

const scripts = { content: enhanceUrl, board: jobsScriptUrl, screen: screenScriptUrl };

/** The document. Only screens bring React to the browser. */
export function Layout({ children }: { children: ReactNode }) {
  const { kind, needsPerson, nonce, browserWords, dataService } = useRequestContext();
  const isHydrated = kind === 'screen';
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        {/* What stands at the bottom, such as a toast, stays above the keyboard of a phone. */}
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        />
        <meta name="color-scheme" content="light dark" />
        <meta
          name="theme-color"
          content={paper.light}
          media="(prefers-color-scheme: light)"
          suppressHydrationWarning
        />
        <meta
          name="theme-color"
          content={paper.dark}
          media="(prefers-color-scheme: dark)"
          suppressHydrationWarning
        />
        <Meta />
        {/* Ahead of what a screen loads: React is larger, and the menus work without it. */}
        <script
          type="module"
          async={isHydrated}
          fetchPriority={isHydrated ? 'high' : undefined}
          src={scripts[kind]}
          data-enhance
          suppressHydrationWarning
        />
        {/* Ahead of the stylesheet, for which inline scripts wait. Only the server writes it; in the browser it has already run. */}
        {isHydrated && (
          <script
            nonce={nonce}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: our own build output; the policy allows it by hash or nonce.
            dangerouslySetInnerHTML={{ __html: inDocumentScript }}
            suppressHydrationWarning
          />
        )}
        <Links />
        <script
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant that must run before paint; the policy allows it by hash.
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? bootScript : '' }}
          suppressHydrationWarning
        />
      </head>
      <body
        data-hydrate={isHydrated || undefined}
        data-words={import.meta.env.SSR ? browserWords : document.body.dataset.words}
        data-service={import.meta.env.SSR ? dataService : document.body.dataset.service}
      >
        <SkipLink />
        {import.meta.env.SSR ? <Announcement /> : <AnnouncementAsWritten />}
        {/* React skips what it does not know in the body: here, the message shown if React never loads. */}
        {import.meta.env.SSR ? (
          <>
            <Header />
            {isHydrated && <LostScreen />}
          </>
        ) : (
          <LeftAsWritten as="header" className="site-header" />
        )}
        <main id="main" tabIndex={-1}>
          {isHydrated ? (
            <AuthProvider>
              <SavedJobsFollowSignIn />
              {children}
            </AuthProvider>
          ) : (
            children
          )}
        </main>
        {import.meta.env.SSR ? <Footer /> : <LeftAsWritten as="footer" className="site-footer" />}
        <NewTabWords />
        {isHydrated && <RouteChange />}
        {isHydrated &&
          (needsPerson ? <Scripts nonce={nonce} /> : <LowPriorityScripts nonce={nonce} />)}
      </body>
    </html>
  );
}

/** The origin for links to this site, and the operator's settings. */
export function loader({ context }: Route.LoaderArgs) {
  const { origin, accountRules } = context.get(requestInfo);
  return { origin, accountRules, closedSignUp: closedSignUp(accountRules.isSignUpClosed) };
}

/**
 * None of this changes while the site is open, so a search that only changes the address makes no request to the
 * server.
 */
export const shouldRevalidate = () => false;

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
