import type { Credential } from '#app/content/certifications.ts';
import { Drawing } from './drawing.tsx';

/** Each credential has its own rosette: the number of petals, and how deep they are cut. */
const rosettes: Record<Credential, { petals: number; depth: number; name: string }> = {
  'CIHIS-S': { petals: 8, depth: 4, name: 'Student' },
  'CIHIS-AI': { petals: 12, depth: 5, name: 'Applied Practice' },
  'CIHIS-ED': { petals: 16, depth: 4.5, name: 'Education and Delivery' },
  'CIHIS-HC': { petals: 10, depth: 6, name: 'Healthcare Professionals' },
  'CIHIS-L': { petals: 24, depth: 5.5, name: 'Leadership and Strategy' },
};

/** The seal of a tier, engraved like the border of a certificate. Draw it at 96 px or more, so that its letters stay readable. */
export function CredentialSeal({
  credential,
  className,
}: {
  credential: Credential;
  className?: string;
}) {
  const { petals, depth, name } = rosettes[credential];
  const [family, letters] = credential.split('-');
  return (
    <Drawing
      width={160}
      height={160}
      title={`Seal of ${credential}`}
      description={`The credential of the ${name} tier.`}
      className={className}
    >
      <circle cx={80} cy={80} r={78} className="fill-surface stroke-pine" strokeWidth={1.25} />
      {[0, 1 / 3, 2 / 3].map((turn) => (
        <path
          key={turn}
          d={rosette(petals, 66, depth * 1.6, (turn * 2 * Math.PI) / petals)}
          className="fill-none stroke-pine"
          strokeWidth={0.6}
        />
      ))}
      <path
        d={rosette(petals, 66, depth * 0.7, Math.PI / petals)}
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

/** A closed wave around the centre of the seal: two curves a petal, one out and one in. */
function rosette(petals: number, radius: number, depth: number, phase: number): string {
  const half = Math.PI / petals;
  const at = (angle: number, distance: number) =>
    `${(80 + distance * Math.cos(angle + phase)).toFixed(1)} ${(80 + distance * Math.sin(angle + phase)).toFixed(1)}`;
  const curves = Array.from({ length: petals * 2 }, (_, index) => {
    const crest = radius + 2 * depth * (index % 2 ? -1 : 1);
    return `Q${at((index + 0.5) * half, crest)} ${at((index + 1) * half, radius)}`;
  });
  return `M${at(0, radius)}${curves.join('')}`;
}
