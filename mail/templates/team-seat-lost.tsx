import { Action, Layout, Paragraph } from '../layout.tsx';
import type { TeamNewsProps, Template } from '../template.ts';

const title = 'You no longer have a seat';

export const teamSeatLost: Template<TeamNewsProps> = {
  subject: (brand, { company }) => `Your seat with ${company} has ended · ${brand.name}`,
  write: ({ brand, company, link }) => (
    <Layout
      brand={brand}
      title={title}
      reason="You are receiving this email because you work for this company on this site."
    >
      <Paragraph>
        <strong dir="auto">{company}</strong> has taken back your seat in its employer membership,
        has made you a viewer, or has fewer seats now; or its membership has ended or is on hold, or
        whoever paid for it has left. You still work for it here. Searching candidates and writing
        to them takes a seat or a membership of your own; what was written stays to be read.
      </Paragraph>
      <Action href={link}>See who works here</Action>
    </Layout>
  ),
};
