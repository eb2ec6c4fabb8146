import { certifications } from '#app/content/certifications.ts';
import { CredentialSeal } from '#app/pictures/credential-seal.tsx';
import * as links from '#domain/site/links.ts';

/** The five seals in the order of the pathway, each leading to its tier. */
export function TierSeals() {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-x-4 gap-y-8 lg:grid-cols-5">
      {certifications.map(({ slug, credential, name }) => (
        <li key={slug} className="relative grid content-start justify-items-start gap-3">
          <CredentialSeal credential={credential} className="size-24 lg:size-28" />
          <p className="text-sm leading-snug">
            <a
              className="font-semibold after:absolute after:inset-0 hover:underline hover:underline-offset-4"
              href={links.certification(slug)}
            >
              {name}
            </a>
            <span className="block text-muted">{credential}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}
