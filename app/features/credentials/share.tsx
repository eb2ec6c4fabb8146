import { useState } from 'react';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { showCredentialNumber } from '#domain/credentials/credential-number.ts';
import { credentialTitle, type OwnCredential } from '#domain/credentials/credentials.ts';
import { site } from '#domain/site/brand.ts';
import * as links from '#domain/site/links.ts';

/** The address that anybody can check, in the ways people share it. */
export function Share({ credential }: { credential: OwnCredential }) {
  const [isCopied, setCopied] = useState(false);
  const address = new URL(
    links.verifyNumber(showCredentialNumber(credential.number)),
    location.origin,
  ).href;
  const title = credentialTitle(credential);

  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
    } catch {
      // The clipboard was refused, or does not exist: without https, say.
      prompt('Copy this address:', address);
    }
  }

  return (
    <section aria-label={`Share ${title}`} data-print="none">
      <h3>Share it</h3>
      <div className="credential-buttons">
        <Button variant="secondary" size="small" onClick={copy}>
          {isCopied ? 'Copied' : 'Copy link'}
        </Button>
        <ButtonLink
          variant="secondary"
          size="small"
          href={linkedInAddress(credential, title, address)}
          target="_blank"
          rel="noreferrer"
        >
          Add to LinkedIn
        </ButtonLink>
        <ButtonLink
          variant="secondary"
          size="small"
          href={`mailto:?${new URLSearchParams({
            subject: `${title}, ${site.name}`,
            body: `Check my credential here: ${address}`,
          })
            .toString()
            .replaceAll('+', '%20')}`}
        >
          Send by email
        </ButtonLink>
      </div>
      <p className="sr-only" role="status">
        {isCopied && 'The link is copied.'}
      </p>
    </section>
  );
}

/** The prefilled address of LinkedIn's form "Add license or certification". */
function linkedInAddress(
  { number, awarded_on: from, expires_on: until }: OwnCredential,
  title: string,
  address: string,
): string {
  const [year = '', month = ''] = from.split('-');
  const [endYear, endMonth = ''] = until?.split('-') ?? [];
  const fields = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: title,
    organizationName: site.name,
    issueYear: year,
    issueMonth: String(Number(month)),
    ...(endYear && { expirationYear: endYear, expirationMonth: String(Number(endMonth)) }),
    certUrl: address,
    certId: showCredentialNumber(number),
  });
  return `https://www.linkedin.com/profile/add?${fields}`;
}
