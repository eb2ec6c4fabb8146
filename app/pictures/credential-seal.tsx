import type { Credential } from '#app/content/certifications.ts';
import { rosetteOf, rosettePath } from '#domain/credentials/rosette.ts';
import { Drawing } from './drawing.tsx';

const names: Record<Credential, string> = {
  'CIHIS-S': 'Student',
  'CIHIS-AI': 'Applied Practice',
  'CIHIS-ED': 'Education and Delivery',
  'CIHIS-HC': 'Healthcare Professionals',
  'CIHIS-L': 'Leadership and Strategy',
};

/** The seal of a tier, engraved like the border of a certificate. Draw it at 96 px or more, so that its letters stay readable. */
export function CredentialSeal({
  credential,
  className,
}: {
  credential: Credential;
  className?: string;
}) {
  const { petals, depth } = rosetteOf(credential);
  const wave = (cut: number, phase: number) =>
    rosettePath(80, { petals, radius: 66, depth: cut, phase });
  const [family, letters] = credential.split('-');
  return (
    <Drawing
      width={160}
      height={160}
      title={`Seal of ${credential}`}
      description={`The credential of the ${names[credential]} tier.`}
      className={className}
    >
      <circle cx={80} cy={80} r={78} className="fill-surface stroke-pine" strokeWidth={1.25} />
      {[0, 1 / 3, 2 / 3].map((turn) => (
        <path
          key={turn}
          d={wave(depth * 1.6, (turn * 2 * Math.PI) / petals)}
          className="fill-none stroke-pine"
          strokeWidth={0.6}
        />
      ))}
      <path
        d={wave(depth * 0.7, Math.PI / petals)}
        className="fill-none stroke-pine"
        strokeWidth={0.6}
      />
      <circle cx={80} cy={80} r={52} className="fill-surface stroke-pine" strokeWidth={1.25} />
      <circle cx={80} cy={80} r={48.5} className="fill-none stroke-pine" strokeWidth={0.5} />
      <text
        x={81}
        y={72}
        textAnchor="middle"
        className="fill-muted font-sans text-[20px] font-medium tracking-[0.08em]"
      >
        {family}
      </text>
      <path d="M52 80.5H108" className="stroke-clay" strokeWidth={1} />
      <text x={80} y={113} textAnchor="middle" className="fill-pine font-serif text-[34px]">
        {letters}
      </text>
    </Drawing>
  );
}
