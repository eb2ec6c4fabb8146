import { heldBy, inTheRegister } from '#app/content/in-the-register.ts';
import { SampleCertificate } from '#app/pictures/sample-certificate.tsx';
import { Section } from '#app/ui/section.tsx';
import type { Tier } from '#domain/credentials/tiers.ts';
import { Actions } from './actions.tsx';

const { eyebrow, title, text, points, actions } = inTheRegister;

/** What a credential becomes once earned: a record that its holder carries and anybody can check. */
export function InTheRegister({
  tier,
  holders,
}: {
  tier: Tier;
  /** How many people hold the tier's credential, if there are enough to say. */
  holders?: number | undefined;
}) {
  return (
    <Section layout="beside" hasRule eyebrow={eyebrow} title={title} intro={text}>
      {holders && (
        <p className="mb-5 font-serif text-2xl leading-tight tracking-[-0.014em] tabular-nums">
          {heldBy(holders)}
        </p>
      )}
      <ul className="mb-7 border-b border-line">
        {points.map((point) => (
          <li key={point} className="border-t border-line py-3">
            {point}
          </li>
        ))}
      </ul>
      <Actions actions={actions} />
      <div className="mt-12">
        <SampleCertificate tier={tier} />
      </div>
    </Section>
  );
}
