import { companyWords } from '#app/content/company-words.ts';
import { Drawing } from './drawing.tsx';

/** Neutral until the accrediting body’s own badge and number are confirmed. */
export function AccreditationBadge() {
  return (
    <figure className="w-52 max-w-full">
      <Drawing
        width={208}
        height={208}
        title="Continuing professional development"
        description="A round badge with the letters CPD, for continuing-professional-development accreditation."
      >
        <circle cx={104} cy={104} r={102} className="fill-surface stroke-pine" strokeWidth={1.25} />
        <circle
          cx={104}
          cy={104}
          r={95}
          className="fill-none stroke-pine"
          strokeWidth={5}
          strokeDasharray="1 4.973"
        />
        <circle cx={104} cy={104} r={88} className="fill-none stroke-pine" strokeWidth={0.6} />
        <text x={104} y={94} textAnchor="middle" className="fill-pine font-serif text-[50px]">
          CPD
        </text>
        <path d="M64 108H144" className="stroke-clay" strokeWidth={1.25} />
        <text textAnchor="middle" className="fill-ink font-sans text-[14px]">
          <tspan x={104} y={130}>
            Continuing
          </tspan>
          <tspan x={104} y={147}>
            professional
          </tspan>
          <tspan x={104} y={164}>
            development
          </tspan>
        </text>
      </Drawing>
      <figcaption className="mt-3 text-muted text-sm">{companyWords().providerNumber}</figcaption>
    </figure>
  );
}
