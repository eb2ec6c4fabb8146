import { Accordion } from '../accordion.tsx';
import { Breadcrumb } from '../breadcrumb.tsx';
import { Card } from '../card.tsx';
import { Chart } from '../chart.tsx';
import { NumberedList } from '../numbered-list.tsx';
import { Prose } from '../prose.tsx';
import { Quotation } from '../quotation.tsx';
import { Section } from '../section.tsx';
import { Stats } from '../stat.tsx';
import { Table } from '../table.tsx';

const tiers = [
  { name: 'Student', hours: 120, weeks: '8-12' },
  { name: 'Applied Practice', hours: 150, weeks: '10-14' },
  { name: 'Leadership and Strategy', hours: 180, weeks: '12-16' },
];

/** Made-up numbers: they demonstrate the parts, not the market. */
export function Reading() {
  return (
    <>
      <Section
        layout="beside"
        hasRule
        title="Figures"
        intro="Tabular numerals, rules and captions, as in print."
      >
        <div className="grid gap-14">
          <Stats
            items={[
              { value: '2-4', label: 'weeks for an assessment' },
              { value: '180', label: 'hours for the longest tier', note: 'With a live cohort' },
              { value: '5', label: 'pathways' },
            ]}
          />
          <Table
            caption="Hours and weeks by tier"
            rows={tiers}
            columns={[
              { header: 'Tier', cell: (tier) => tier.name },
              { header: 'Hours', isNumber: true, cell: (tier) => tier.hours },
              { header: 'Weeks', isNumber: true, cell: (tier) => tier.weeks },
            ]}
          />
          <Chart
            caption="Salary range by role, thousand dollars a year"
            headers={['Role', 'Range']}
            min={40}
            max={160}
            ticks={[
              { at: 40, label: '$40k' },
              { at: 80, label: '$80k' },
              { at: 120, label: '$120k' },
              { at: 160, label: '$160k' },
            ]}
            bars={[
              { label: 'Coder', from: 52, to: 74, value: '$52k–$74k' },
              { label: 'Coder with credential', from: 64, to: 91, value: '$64k–$91k', isKey: true },
              { label: 'CDI lead', from: 88, to: 132, value: '$88k–$132k' },
            ]}
            source="Sample figures."
          />
        </div>
      </Section>
      <Section layout="beside" hasRule title="Argument">
        <NumberedList
          items={[
            {
              title: 'Who signs what the model wrote?',
              content: 'A name, a role and a time, kept with the record.',
            },
            { title: 'What does it cost to be wrong?', content: 'Measured in denials and rework.' },
          ]}
        />
      </Section>
      <Section tone="sunken">
        <Quotation name="A reviewer" position="Director of coding, sample hospital">
          We stopped asking whether the tool was clever and started asking who checks it.
        </Quotation>
      </Section>
      <Section layout="beside" title="Questions">
        <Accordion
          name="gallery"
          items={[
            { title: 'How long does it take?', content: <p>Between eight and sixteen weeks.</p> },
            { title: 'Can I pause?', content: <p>Yes, between modules.</p> },
            { title: 'Who teaches?', content: <p>People who still work in the field.</p> },
          ]}
        />
      </Section>
      <Section layout="beside" hasRule title="Finding the way">
        <div className="grid gap-8">
          <Breadcrumb trail={[{ label: 'Jobs', href: '#jobs' }]} here="CDI Specialist" />
          <div className="grid gap-4 md:grid-cols-2">
            <Card>
              <h3>A card</h3>
              <p className="text-muted">Surface, hairline, no shadow.</p>
            </Card>
            <Card isLink>
              <h3>
                <a href="#card">A card that is a link</a>
              </h3>
              <p className="text-muted">Its whole surface answers.</p>
            </Card>
          </div>
        </div>
      </Section>
      <Section layout="beside" hasRule title="Running text">
        <Prose>
          <p>
            Paragraphs keep a measure of 66 characters. <a href="#prose">Links are underlined</a>,
            because colour alone does not say enough.
          </p>
          <h3>A heading in the text</h3>
          <ul>
            <li>Name the work: denials, charge capture, query rates, audit.</li>
            <li>
              Code stands in <code>a quiet box</code>.
            </li>
          </ul>
          <blockquote>Errors say what happened and what to do.</blockquote>
        </Prose>
      </Section>
    </>
  );
}
