import type { Tier } from '#domain/credentials/tiers.ts';

/** The certificate that a holder gets. Rendered by the build, and loaded when it comes near the viewport. */
export function SampleCertificate({ tier }: { tier: Tier }) {
  return (
    <figure className="max-w-[44rem]">
      <img
        src={`/downloads/sample-certificate-${tier}.webp`}
        width={880}
        height={680}
        loading="lazy"
        alt="A certificate, marked as a sample: the name of the holder, the credential with its seal, when it was awarded, its number, and a code that leads to the check."
        className="h-auto w-full border border-line"
      />
      <figcaption className="mt-3 text-sm text-muted">
        A sample. Each certificate has a number of its own, and anybody can check it.
      </figcaption>
    </figure>
  );
}
