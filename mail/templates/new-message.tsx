import { Action, Layout, Paragraph, TextLink } from '../layout.tsx';
import { Quote } from '../quote.tsx';
import type { NewMessageProps, Template } from '../template.ts';

const title = 'You have a new message';

export const newMessage: Template<NewMessageProps> = {
  subject: (brand) => `${title} · ${brand.name}`,
  write: ({ brand, sender, company, text, link, stopLink }) => (
    <Layout
      brand={brand}
      title={title}
      reason="You are receiving this email because somebody wrote to you on our site."
    >
      <Paragraph>
        {company ? (
          <>
            <bdi>{sender}</bdi>, <bdi>{company}</bdi>, wrote:
          </>
        ) : (
          <>
            <bdi>{sender}</bdi> wrote:
          </>
        )}
      </Paragraph>
      <Quote text={text} />
      <Action href={link}>Answer on the site</Action>
      <Paragraph>
        A reply to this email would not arrive: neither of you sees the other’s address. Do not send
        money or passwords to anybody who writes to you.
      </Paragraph>
      <Paragraph>
        <TextLink href={stopLink}>Turn these emails off</TextLink>. You can turn them on again on
        the Messages page.
      </Paragraph>
    </Layout>
  ),
};
