import type { ReactNode } from 'react';
import { Action, Layout, Paragraph } from '../layout.tsx';
import { Quote } from '../quote.tsx';
import type { CompanyNewsProps, Template } from '../template.ts';

type Said = { title: string; text: (claim: ReactNode) => ReactNode; next?: string };

const again =
  'Its page and its postings say “not verified yet” now, unless something else is proved. Under My company you can see how to prove it again.';

/** What happened, and what can be done. */
const words: Record<CompanyNewsProps['what'], Said> = {
  'address-gone': {
    title: 'Your company’s domain is no longer proven',
    text: (claim) => (
      <>
        {claim} was proven by the email address of somebody on your team. No address there counts
        any longer.
      </>
    ),
    next: again,
  },
  'record-gone': {
    title: 'Your company’s domain is no longer proven',
    text: (claim) => <>{claim} was proven by a TXT record, which we no longer find.</>,
    next: again,
  },
  'check-gone': {
    title: 'Our check of your company no longer counts',
    text: () => <>It was about the name or the web address that the company had then.</>,
    next: again,
  },
  'domain-given': {
    title: 'Your company’s domain is no longer proven',
    text: (claim) => (
      <>Two companies claimed {claim}. Our staff looked at both, and it belongs to the other one.</>
    ),
    next: 'If you think that this is wrong, write to us.',
  },
  'address-changed': {
    title: 'Your company’s domain is no longer proven',
    text: (claim) => (
      <>The web address of your company was changed, so {claim} proves nothing for it any more.</>
    ),
    next: again,
  },
  'record-missing': {
    title: 'The record that proves your domain is missing',
    text: (claim) => <>We look for the TXT record of {claim} once a day, and it was missing.</>,
    next: 'If it is missing for seven days, the proof ends. The name and text of the record are under My company.',
  },
  'check-approved': {
    title: 'Our staff checked your company',
    text: () => <>Its page and its postings say so from now on.</>,
  },
  'check-refused': {
    title: 'We could not confirm your company',
    text: () => <>Its page and its postings say “not verified yet”. The reason:</>,
    next: 'You can ask again, with other evidence, under My company.',
  },
  'domain-approved': {
    title: 'Your company’s domain is proven',
    text: (claim) => (
      <>Two companies claimed {claim}. Our staff looked at both, and it is your company’s.</>
    ),
  },
  'domain-refused': {
    title: 'Your company’s domain stays unproven',
    text: (claim) => (
      <>
        Another company has proved {claim}. Our staff looked at both, and it stays there. The
        reason:
      </>
    ),
    next: 'If you think that this is wrong, write to us.',
  },
  'rename-approved': {
    title: 'Your company’s new name is allowed',
    text: (claim) => <>{claim} counts from the next day (UTC). Until then the old one stands.</>,
  },
  'rename-refused': {
    title: 'Your company keeps its name',
    text: () => <>Our staff looked at the new one and did not allow it. The reason:</>,
    next: 'You can ask for another one under My company.',
  },
  'name-approved': {
    title: 'Your company is open here again',
    text: () => (
      <>
        Our staff looked at it again. Its page is back, and it can post jobs as before. Whoever
        posted a job that was hidden with it gets an email once that is on the board again.
      </>
    ),
  },
  'name-refused': {
    title: 'We have closed your company here',
    text: () => (
      <>
        Its page is gone, and its open postings are hidden. Each has an email of its own. The
        reason:
      </>
    ),
    next: 'If you think that this is wrong, ask us to look again by the link in the email about a posting, or write to us.',
  },
};

export const companyNews: Template<CompanyNewsProps> = {
  subject: (brand, { what }) => `${words[what].title} · ${brand.name}`,
  write: ({ brand, company, what, claim, said, link }) => {
    const { title, text, next } = words[what];
    return (
      <Layout
        brand={brand}
        title={title}
        reason="You are receiving this email because you are an admin of this company on our site."
      >
        <Paragraph>
          <strong dir="auto">{company}</strong>
        </Paragraph>
        <Paragraph>{text(<strong dir="auto">{claim}</strong>)}</Paragraph>
        {said && <Quote text={said} />}
        {next && <Paragraph>{next}</Paragraph>}
        <Action href={link}>Open My company</Action>
      </Layout>
    );
  },
};
