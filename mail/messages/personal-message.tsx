import { Text } from '@react-email/text';
import { Fragment } from 'react';
import { Action, Layout, Paragraph } from '../layout.tsx';
import type { MessageProps, Template } from '../template.ts';

const title = 'You have a new message';

export const personalMessage: Template<MessageProps> = {
  subject: (brand) => `${title} · ${brand.name}`,
  write: ({ brand, sender, company, text, link }) => (
    <Layout
      brand={brand}
      title={title}
      reason="You get this message because somebody wrote to you on our site. You can turn these mails off on the Messages page."
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
      <Text dir="auto" style={quote}>
        {text.split('\n').map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a mail never move.
          <Fragment key={place}>
            {place > 0 && <br />}
            {line}
          </Fragment>
        ))}
      </Text>
      <Action href={link}>Answer on the site</Action>
      <Paragraph>
        An answer to this mail would not arrive: neither of you sees the other’s address. Do not
        send money or passwords to anybody who writes to you.
      </Paragraph>
    </Layout>
  ),
};

/** The words as they were typed, lines and all. */
const quote = {
  margin: '0 0 24px',
  padding: '0 0 0 16px',
  borderLeft: '3px solid #0b5a60',
  fontSize: '16px',
  lineHeight: '24px',
  whiteSpace: 'pre-wrap' as const,
  overflowWrap: 'anywhere' as const,
};
