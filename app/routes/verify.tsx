import { verifyScriptUrl } from 'virtual:enhance';
import { data, redirect } from 'react-router';
import { verify } from '#app/content/verify.ts';
import { dataClient } from '#app/data/data.server.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { checkFile, statusOf } from '#app/features/verify/ask-register.ts';
import { CheckForms } from '#app/features/verify/check-forms.tsx';
import { CheckResult } from '#app/features/verify/check-result.tsx';
import { ProofNotice } from '#app/features/verify/proof-notice.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { Section } from '#app/ui/section.tsx';
import {
  readCredentialNumber,
  showCredentialNumber,
} from '#domain/credentials/credential-number.ts';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/verify';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { ...verify.meta, path: '/verify' });

/** The only page that may use the camera: to scan the code on a certificate. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => ({
  ...Object.fromEntries(actionHeaders),
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
});

/** The form redirects to the page of the number, if the number can be one. */
export function loader({ request }: Route.LoaderArgs) {
  const typed = new URL(request.url).searchParams.get('number')?.slice(0, 100);
  if (typed === undefined) return {};
  if (typed.trim() === '') return { typed, error: verify.number.missing };
  const read = readCredentialNumber(typed);
  if (read.kind === 'number') {
    throw redirect(links.verifyNumber(showCredentialNumber(read.number)), 303);
  }
  return { typed, error: verify.mistyped[read.kind] };
}

export async function action({ request, context }: Route.ActionArgs) {
  const result = await checkFile(context.get(dataClient), request);
  return data(result, statusOf(result === 'none' ? undefined : result.checked));
}

export default function VerifyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { typed, error } = loaderData;
  const result = actionData && actionData !== 'none' ? actionData : undefined;
  const { proof, checked } = result ?? {};
  return (
    <>
      <PageHeader
        eyebrow={verify.hero.eyebrow}
        title={verify.hero.title}
        intro={verify.hero.lede}
      />
      <section className="section pt-0!">
        <div className="wrap grid gap-10">
          <div
            data-check-result
            className="grid scroll-mt-28 gap-5 empty:hidden"
            aria-live="polite"
            tabIndex={-1}
          >
            {actionData === 'none' && <Notice tone="danger" title={verify.file.none} />}
            {proof && (
              <ProofNotice
                kind={proof.kind}
                issuerName={'stated' in proof ? proof.stated.issuerName : undefined}
              />
            )}
            {checked?.kind === 'busy' && (
              <Notice tone="danger" title={verify.busy.title}>
                <p>{verify.busy.text(checked.seconds)}</p>
              </Notice>
            )}
            {checked?.kind === 'answer' && <CheckResult check={checked.check} />}
          </div>
          <CheckForms typed={typed} error={error} />
        </div>
      </section>
      <Section layout="beside" hasRule title={verify.how.title}>
        <ul className="grid max-w-[40rem] gap-3">
          {verify.how.points.map((point) => (
            <li key={point} className="border-l-2 border-clay pl-4">
              {point}
            </li>
          ))}
        </ul>
        <p className="mt-6 max-w-[40rem] text-sm text-muted">{verify.how.programs}</p>
      </Section>
      <script type="module" src={verifyScriptUrl} />
    </>
  );
}
