import { data } from 'react-router';
import { certifications } from '#app/content/certifications.ts';
import { titled } from '#app/content/page-parts.ts';
import { verify } from '#app/content/verify.ts';
import { dataClient } from '#app/data/data.server.ts';
import { pageMeta } from '#app/documents/page-meta.ts';
import { readCredentialType } from '#app/features/verify/read-credential-type.ts';
import { CredentialSeal } from '#app/pictures/credential-seal.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { NumberedList } from '#app/ui/numbered-list.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { Section } from '#app/ui/section.tsx';
import { hoursWords } from '#domain/credentials/credentials.ts';
import * as links from '#domain/site/links.ts';
import type { Route } from './+types/credential-type';

const words = verify.type;

/** The requirements of one version of a credential: badges link here. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await readCredentialType(context.get(dataClient), params.type, params.version);
  if (!found) throw data(null, { status: 404 });
  return found;
}

/** Programs that ask for JSON get another answer. */
export const headers = () => ({ vary: 'Accept' });

export const meta: Route.MetaFunction = ({ matches, params, loaderData }) =>
  loaderData
    ? pageMeta(matches, {
        title: titled(`${loaderData.title}, version ${loaderData.type.version}`),
        description: `What it takes to earn the credential ${loaderData.title}: what must be shown, and how many hours of study.`,
        path: links.credentialType(params.type, params.version),
        isPrivate: true,
      })
    : [];

export default function CredentialTypePage({ loaderData }: Route.ComponentProps) {
  const { type, title, newest } = loaderData;
  const { from, to } = type.hours;
  const seal = certifications.find(({ credential }) => credential === type.code);
  return (
    <>
      <PageHeader
        eyebrow={`${words.eyebrow}\u00a0· ${words.version} ${type.version}`}
        title={title}
        intro={type.summary}
        aside={
          seal && (
            <CredentialSeal
              credential={seal.credential}
              className="w-44 max-w-full lg:ml-auto lg:w-64"
            />
          )
        }
      />
      <Section
        layout="beside"
        hasRule
        title={words.criteria}
        intro={`${hoursWords(from, to)} of study`}
      >
        {newest > type.version && (
          <div className="mb-6">
            <Notice title={words.older} />
          </div>
        )}
        <NumberedList items={type.criteria.map((criterion) => ({ title: criterion }))} />
        <p className="mt-8" data-print="none">
          <ButtonLink href={links.verify} variant="secondary">
            {words.action}
          </ButtonLink>
        </p>
      </Section>
    </>
  );
}
