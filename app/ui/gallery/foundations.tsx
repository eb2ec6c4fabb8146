import { Section } from '../section.tsx';

const colours = [
  ['paper', 'bg-paper', 'Page'],
  ['surface', 'bg-surface', 'Cards, fields, dialogs'],
  ['sunken', 'bg-sunken', 'Bands, code, table heads'],
  ['line', 'bg-line', 'Hairlines'],
  ['control', 'bg-control', 'Field borders'],
  ['ink', 'bg-ink', 'Text'],
  ['muted', 'bg-muted', 'Secondary text'],
  ['pine', 'bg-pine', 'Actions, links, marks'],
  ['sage', 'bg-sage', 'Quiet highlight'],
  ['clay', 'bg-clay', 'The one warm accent'],
  ['danger', 'bg-danger', 'Errors'],
  ['good', 'bg-good', 'Confirmations'],
] as const;

const sizes = [
  ['5xl', 'text-5xl', 'Wide statement'],
  ['4xl', 'text-4xl', 'Page heading'],
  ['3xl', 'text-3xl', 'Section heading'],
  ['2xl', 'text-2xl', 'Heading beside its text'],
  ['xl', 'text-xl', 'Entry heading'],
  ['lg', 'text-lg', 'Lede and question'],
] as const;

const spaces = [
  ['1', 'w-1'],
  ['2', 'w-2'],
  ['3', 'w-3'],
  ['4', 'w-4'],
  ['6', 'w-6'],
  ['8', 'w-8'],
  ['12', 'w-12'],
  ['16', 'w-16'],
  ['24', 'w-24'],
  ['32', 'w-32'],
] as const;

export function Foundations() {
  return (
    <>
      <Section
        layout="beside"
        hasRule
        title="Colour"
        intro="Light and dark follow the system or the switch in the footer. One accent at a time."
      >
        <ul className="grid grid-cols-2 gap-x-6 gap-y-5 md:grid-cols-4">
          {colours.map(([name, fill, use]) => (
            <li key={name} className="text-sm leading-snug">
              <div className={`mb-2 h-14 rounded-md border border-line ${fill}`} />
              <b>{name}</b>
              <div className="text-muted">{use}</div>
            </li>
          ))}
        </ul>
      </Section>
      <Section
        layout="beside"
        hasRule
        title="Type"
        intro="Source Serif 4 for headings, Figtree for text and controls. The scale is 1.25 from 17 px, on a phone 1.2 from 16 px."
      >
        <dl className="grid gap-6">
          {sizes.map(([name, size, use]) => (
            <div key={name} className="border-b border-line pb-5">
              <dt className="mb-1 text-xs text-muted">
                {name} · {use}
              </dt>
              <dd className={`font-serif font-[560] tracking-[-0.02em] ${size}`}>
                Read the chart before the claim
              </dd>
            </div>
          ))}
          <div>
            <dt className="mb-1 text-xs text-muted">base · Running text</dt>
            <dd className="max-w-measure">
              A model that drafts an appeal letter has read the payer’s policy, not the patient’s
              chart. Someone in your department still signs it. Training starts from that signature
              and works backwards: what to check, in which order, and when to stop trusting the
              draft.
            </dd>
          </div>
          <div>
            <dt className="mb-1 text-xs text-muted">sm · Controls and captions</dt>
            <dd className="text-sm">Denial rate by payer, January to June: 4.8%, 11.2%, 7.0%</dd>
          </div>
        </dl>
      </Section>
      <Section
        layout="beside"
        hasRule
        title="Space"
        intro="Steps of 4 px; the names count the steps."
      >
        <ul className="grid gap-2">
          {spaces.map(([steps, width]) => (
            <li key={steps} className="flex items-center gap-4 text-xs text-muted">
              <span className="w-6 text-end tabular-nums">{steps}</span>
              <span className={`h-3 bg-pine ${width}`} />
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
