import { data, redirect } from 'react-router';
import { titled } from '#app/content/page-parts.ts';
import { verify } from '#app/content/verify.ts';
import { dataClient } from '#app/data/data.server.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { askRegister, statusOf } from '#app/features/verify/ask-register.ts';
import { CheckResult } from '#app/features/verify/check-result.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import {
  readCredentialNumber,
  showCredentialNumber,
} from '#domain/credentials/credential-number.ts';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/verify-number';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { search, searchParams } = new URL(request.url);
  const read = readCredentialNumber(params.number);
  if (read.kind !== 'number') {
    return data({ kind: 'mistyped' as const, why: read.kind, number: '' }, { status: 404 });
  }
  const number = showCredentialNumber(read.number);
  if (params.number !== number) throw redirect(links.verifyNumber(number) + search, 301);
  const issue = searchParams.get('issue')?.match(/^[1-9]\d{0,4}$/)?.[0];
  const client = context.get(dataClient);
  const checked = await askRegister(client, request, number, issue ? Number(issue) : undefined);
  return data({ ...checked, number }, statusOf(checked));
}

/** The state may change at any moment; programs that ask for JSON get another answer. */
export const headers: Route.HeadersFunction = ({ loaderHeaders }) => ({
  ...Object.fromEntries(loaderHeaders),
  'cache-control': 'private, no-store',
  vary: 'Accept',
});

export const meta: Route.MetaFunction = ({ matches, params, loaderData }) => {
  const check = loaderData && 'check' in loaderData ? loaderData.check : undefined;
  const isListed = check !== undefined && check.state === 'active' && check.isListed;
  return pageMeta(matches, {
    title: titled(isListed ? `${check.holder}, ${check.title}` : `Credential ${params.number}`),
    description: isListed
      ? `${check.holder} holds the credential ${check.title}: verified in the register, with what it took and when it was awarded.`
      : 'What the register says of one credential: whether it is valid, whose it is, when it was awarded, and what it took.',
    path: links.verifyNumber(params.number),
    isPrivate: !isListed,
  });
};

export default function VerifyNumberPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        eyebrow={verify.hero.eyebrow}
        title={
          loaderData.number ? (
            <>
              Credential{' '}
              <span className="inline-block text-[min(1em,8vw)] wrap-anywhere">
                {loaderData.number}
              </span>
            </>
          ) : (
            verify.states.unknown.title
          )
        }
      />
      <section className="section pt-0!">
        <div className="wrap">
          <div className="grid max-w-[52rem] gap-8">
            <Answer loaderData={loaderData} />
            <p data-print="none">
              <ButtonLink href={links.verify} variant="secondary">
                {verify.again}
              </ButtonLink>
            </p>
          </div>
        </div>
      </section>
    </>
  );
}

function Answer({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  if (loaderData.kind === 'answer') return <CheckResult check={loaderData.check} />;
  if (loaderData.kind === 'mistyped') {
    return <Notice tone="danger" title={verify.mistyped[loaderData.why]} />;
  }
  return (
    <Notice tone="danger" title={verify.busy.title}>
      <p>{verify.busy.text(loaderData.seconds)}</p>
    </Notice>
  );
}
