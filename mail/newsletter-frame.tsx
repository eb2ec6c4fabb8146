import { Action, Layout, Paragraph, TextLink } from './layout.tsx';
import type { NewsletterProps, Template } from './template.ts';

/** The frame of newsletter emails: a sentence, a button, and how to unsubscribe. */
export function newsletterFrame(words: {
  title: string;
  text: string;
  button: string;
  /** What else there is to know. */
  note: string;
}): Template<NewsletterProps> {
  return {
    subject: (brand) => `${words.title} · ${brand.name}`,
    write: ({ brand, link, unsubscribeLink, to }) => (
      <Layout brand={brand} title={words.title} reason={`This email was sent to ${to}.`}>
        <Paragraph>{words.text}</Paragraph>
        <Action href={link}>{words.button}</Action>
        <Paragraph>{words.note}</Paragraph>
        <Paragraph>
          <TextLink href={unsubscribeLink}>Unsubscribe</TextLink>
        </Paragraph>
      </Layout>
    ),
  };
}
