import { AppliedFor } from '../application-frame.tsx';
import { Action, Layout, Paragraph, TextLink } from '../layout.tsx';
import { Quote } from '../quote.tsx';
import type { ApplicationNewsProps, Template } from '../template.ts';

/** What happened, and what comes next. */
const said: Record<ApplicationNewsProps['what'], { title: string; text: string; next: string }> = {
  applied: {
    title: 'Your application was sent',
    text: 'The company has it.',
    next: 'We will write to you when it changes, and after 14 days if nobody has answered. You can withdraw it at any time.',
  },
  withdrawn: {
    title: 'Your application is withdrawn',
    text: 'The company sees that you withdrew it.',
    next: 'There is nothing more to do. Should you want to apply again, delete this one first.',
  },
  message: {
    title: 'The company wrote to you about your application',
    text: 'Their message is waiting for you.',
    next: 'Read and answer it on our site.',
  },
  closed: {
    title: 'A job that you applied for was closed',
    text: 'The posting is no longer on the board.',
    next: 'The company still has your application and may still answer. If not, do not wait for it.',
  },
  silent: {
    title: 'No answer to your application yet',
    text: 'Nobody has answered for 14 days. We have told the company the same.',
    next: 'They may still answer. You can also withdraw it.',
  },
  review: {
    title: 'Your application is in review',
    text: 'Somebody at the company is looking at it.',
    next: 'We will write to you when it changes.',
  },
  interview: {
    title: 'The company would like to talk with you',
    text: 'Your application has moved on to the interview.',
    next: 'They will write to you to find a time.',
  },
  offer: {
    title: 'Your application has moved on to an offer',
    text: 'The company has marked your application for an offer.',
    next: 'They will write to you about it. Nothing is agreed until you have it in writing.',
  },
  hired: {
    title: 'The company has marked you as hired',
    text: 'Congratulations.',
    next: 'If this is not right, tell the company.',
  },
  declined: {
    title: 'An answer to your application',
    text: 'The company has decided not to go further with your application.',
    next: 'The job board has others that may fit.',
  },
};

/** What the page offers, if not all three. */
const ways: Partial<Record<ApplicationNewsProps['what'], string>> = {
  message: 'Withdraw it or delete it',
  withdrawn: 'Delete it, or turn these emails off',
  hired: 'Delete it, or turn these emails off',
  declined: 'Delete it, or turn these emails off',
};

export const applicationNews: Template<ApplicationNewsProps> = {
  subject: (brand, { what }) => `${said[what].title} · ${brand.name}`,
  write: ({ brand, what, title, company, usualDays, said: words, action, stop }) => (
    <Layout
      brand={brand}
      title={said[what].title}
      reason="You are receiving this email because you applied for this job on our site."
    >
      <AppliedFor title={title} company={company} />
      <Paragraph>{words && what === 'message' ? 'They wrote:' : said[what].text}</Paragraph>
      {words && <Quote text={words} />}
      {what === 'applied' && usualDays !== null && (
        <Paragraph>
          This company usually answers within {usualDays === 1 ? 'a day' : `${usualDays} days`}.
        </Paragraph>
      )}
      <Paragraph>
        {words && what === 'message'
          ? 'A reply to this email would not arrive. Create an account on our site with this address: your application comes with it, and you and the company can go on under Messages.'
          : said[what].next}
      </Paragraph>
      <Action href={action}>See your application</Action>
      <Paragraph>
        <TextLink href={stop}>
          {ways[what] ?? 'Withdraw it, delete it, or turn these emails off'}
        </TextLink>
      </Paragraph>
    </Layout>
  ),
};
