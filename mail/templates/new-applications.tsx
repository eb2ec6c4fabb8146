import { countedOrMore } from '../counted-or-more.ts';
import { Action, Layout, Paragraph, TextLink } from '../layout.tsx';
import type { NewApplicationsProps, Template } from '../template.ts';

const title = 'New applications';

export const newApplications: Template<NewApplicationsProps> = {
  subject: (brand, { postings, mayBeMore }) => {
    const arrived = postings.reduce((sum, each) => sum + each.arrived, 0);
    if (arrived === 0) return `Applications are waiting for an answer · ${brand.name}`;
    return `${countedOrMore({ total: arrived, mayBeMore }, 'new application', 'new applications')} · ${brand.name}`;
  },
  write: ({ brand, postings, mayBeMore, link, stopLink }) => (
    <Layout
      brand={brand}
      title={title}
      reason="You are receiving this email because you look after the postings of a company on our site."
    >
      {mayBeMore && (
        <Paragraph>
          These are the {postings.length} postings with the most. The applications page has all of
          them.
        </Paragraph>
      )}
      {postings.map(({ title: posting, company, arrived, silent }, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an email is rendered once.
        <Paragraph key={nth}>
          <strong dir="auto">{posting}</strong>
          <br />
          <span dir="auto">{company}</span>
          <br />
          {tell(arrived, silent)}
        </Paragraph>
      ))}
      <Action href={link}>Open the applications</Action>
      <Paragraph>
        You can choose on the applications page when these emails come.{' '}
        <TextLink href={stopLink}>Turn these emails off</TextLink>
      </Paragraph>
    </Layout>
  ),
};

function tell(arrived: number, silent: number): string {
  return [
    arrived > 0 && (arrived === 1 ? '1 new application.' : `${arrived} new applications.`),
    silent > 0 &&
      `${silent === 1 ? '1 person has' : `${silent} people have`} waited for 14 days without an answer, and we have told them so.`,
  ]
    .filter(Boolean)
    .join(' ');
}
