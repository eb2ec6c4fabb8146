import { Action, Layout, Paragraph } from '../layout.tsx';
import type { TeamNewsProps, Template } from '../template.ts';

const title = 'You have a seat now';

export const teamSeatGiven: Template<TeamNewsProps> = {
  subject: (brand, { company }) => `You have a seat with ${company} · ${brand.name}`,
  write: ({ brand, company, person, link }) => (
    <Layout
      brand={brand}
      title={title}
      reason="You are receiving this email because you work for this company on this site."
    >
      <Paragraph>
        {person ? (
          <>
            <strong dir="auto">{person}</strong> has given you a seat in the employer membership of{' '}
            <strong dir="auto">{company}</strong>.
          </>
        ) : (
          <>
            Your seat in the employer membership of <strong dir="auto">{company}</strong> counts
            again.
          </>
        )}{' '}
        You can search candidates and write to them; it costs you nothing.
      </Paragraph>
      <Action href={link}>Search candidates</Action>
    </Layout>
  ),
};
