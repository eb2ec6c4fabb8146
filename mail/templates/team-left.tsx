import { Action, Layout, Paragraph } from '../layout.tsx';
import type { TeamLeftProps, Template } from '../template.ts';

const title = 'You are taking over from a colleague';

/** For the colleague who takes over from somebody who left the team or closed their account. */
export const teamLeft: Template<TeamLeftProps> = {
  subject: (brand, { company }) => `A colleague has left ${company} · ${brand.name}`,
  write: ({ brand, company, person, postings, isNewAdmin, link }) => (
    <Layout
      brand={brand}
      title={title}
      reason="You are receiving this email because you work for this company on this site."
    >
      <Paragraph>
        {person ? <strong dir="auto">{person}</strong> : 'A colleague'} no longer works for{' '}
        <strong dir="auto">{company}</strong> here. Their jobs, and the conversations and saved
        candidates that the team shares, are yours now, and so are the emails about them.
        {isNewAdmin && ' You are an admin of the company from now on.'}
      </Paragraph>
      {postings > 0 && (
        <Paragraph>
          {postings === 1
            ? 'One job has come to you. Its page'
            : `${postings} jobs have come to you. Their pages`}{' '}
          may still show your colleague’s name, email address and phone number as the contact.
          Change them under My jobs, or people write to somebody who is not there.
        </Paragraph>
      )}
      <Action href={link}>{postings > 0 ? 'Open My jobs' : 'See who works here'}</Action>
    </Layout>
  ),
};
