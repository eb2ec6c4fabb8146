import { data } from 'react-router';
import {
  firstPolicies,
  type PolicyName,
  type PolicyWords,
  policyNames,
  policyOf,
} from '#app/content/legal-texts.ts';
import { titled } from '#app/content/page-parts.ts';
import { dataClient, requestInfo } from '#app/data/data.server.ts';
import { statusOfFailure } from '#app/data/failed.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { PolicyText } from '#app/features/policies/policy-text.tsx';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/legal-text';

export const meta: Route.MetaFunction = ({
  matches,
  params: { name = '', day = '' },
  loaderData,
}) =>
  pageMeta(matches, {
    title: titled(`${loaderData?.title ?? 'Legal text'}, version of ${day}`),
    description: 'One version of a legal text, kept for those who want to compare.',
    path: links.legalText(name, day),
    isPrivate: true,
  });

/** Any past, current or future version: for people who want to compare, not for search engines. */
export async function loader({ context, params: { name, day } }: Route.LoaderArgs) {
  const policy = policyNames.find((each) => each === name);
  if (!policy || !/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))) {
    throw data(null, { status: 404 });
  }
  const words = await readVersion(context, policy, day);
  return {
    ...policyOf(policy, words, context.get(requestInfo).accountRules),
    current: `/${policy}` as const,
  };
}

async function readVersion(context: Route.LoaderArgs['context'], name: PolicyName, day: string) {
  const client = context.get(dataClient);
  const { data: found, error, status } = await client.rpc('legal_text', { kind: name, day });
  if (error) throw data(null, { status: statusOfFailure(status) });
  const first = firstPolicies[name];
  if (found) return { ...first, ...(found as unknown as PolicyWords) };
  if (day === first.effective) return first;
  throw data(null, { status: 404 });
}

export default function LegalTextPage({
  loaderData: { current, ...policy },
}: Route.ComponentProps) {
  return <PolicyText policy={policy} current={current} />;
}
