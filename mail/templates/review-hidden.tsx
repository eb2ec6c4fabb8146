import { Action, Layout, Paragraph } from '../layout.tsx';
import { Named } from '../named.tsx';
import { Quote } from '../quote.tsx';
import type { ReviewProps, Template } from '../template.ts';

const said = {
  job: {
    title: 'Your job was taken off the board',
    text: 'Our staff looked at the job and hid it. Nobody but you sees it now.',
  },
  company: {
    title: 'Your jobs were taken off the board',
    text: 'Our staff looked at how this company appears in your jobs and hid them. Nobody but you sees them now, and what you post under this name waits for us.',
  },
  profile: {
    title: 'Your profile is not shown any more',
    text: 'Our staff looked at your profile and hid it. Nobody but you sees it now.',
  },
  conversation: {
    title: 'A conversation of yours was closed',
    text: 'Our staff looked at a conversation that was reported to us and closed it. You can both still read it; nobody can write in it.',
  },
} as const;

export const reviewHidden: Template<ReviewProps> = {
  subject: (brand, { about }) => `${said[about].title} · ${brand.name}`,
  write: ({ brand, about, title: name, said: reason, action }) => (
    <Layout
      brand={brand}
      title={said[about].title}
      reason="You are receiving this email because it is about something of yours on our site."
    >
      <Named>{name}</Named>
      <Paragraph>{said[about].text} The reason:</Paragraph>
      <Quote text={reason} />
      {action ? (
        <>
          <Paragraph>
            We may be wrong. If you think so, tell us why, once: somebody else on our staff looks at
            it again, where there is somebody else. If it can be put right, do that first and say
            so.
          </Paragraph>
          <Action href={action}>Ask us to look again</Action>
        </>
      ) : (
        <Paragraph>We have looked at it again, as you asked. This decision is final.</Paragraph>
      )}
    </Layout>
  ),
};
