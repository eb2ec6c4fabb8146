import { Heading } from '@react-email/heading';
import { Fragment, type ReactNode } from 'react';
import { Layout, Paragraph, TextLink } from '../layout.tsx';
import { type Block, readMarkdown, type Span } from '../markdown.ts';
import type { EditionProps, Template } from '../template.ts';

/** What the owner wrote to everybody on the list, and how to unsubscribe. */
export const newsletterEdition: Template<EditionProps> = {
  subject: (_, { subject }) => subject,
  own: ['to', 'unsubscribeLink'],
  write: ({ brand, subject, text, unsubscribeLink, to }) => (
    <Layout
      brand={brand}
      title={subject}
      reason={`This email was sent to ${to}, who subscribed to it on our site.`}
    >
      {numbered(readMarkdown(text), (block) => (
        <BlockPart block={block} />
      ))}
      <Paragraph>
        <TextLink href={unsubscribeLink}>Unsubscribe</TextLink>
      </Paragraph>
    </Layout>
  ),
};

function BlockPart({ block }: { block: Block }) {
  if (block.kind === 'list') {
    const List = block.isNumbered ? 'ol' : 'ul';
    return (
      <List style={list}>
        {numbered(block.items, (item) => (
          <li style={entry}>{write(item)}</li>
        ))}
      </List>
    );
  }
  if (block.kind === 'paragraph') return <Paragraph>{write(block.spans)}</Paragraph>;
  return (
    <Heading as="h2" className="strong" style={heading}>
      {write(block.spans)}
    </Heading>
  );
}

function write(spans: Span[]): ReactNode {
  return numbered(spans, (span) => {
    if (span.kind === 'text') return span.text;
    if (span.kind === 'link') return <TextLink href={span.href}>{write(span.spans)}</TextLink>;
    const Mark = span.kind === 'strong' ? 'strong' : 'em';
    return <Mark>{write(span.spans)}</Mark>;
  });
}

/** The parts never move, so their positions serve as keys. */
function numbered<Part>(parts: Part[], show: (part: Part) => ReactNode): ReactNode {
  return parts.map((part, place) => {
    const key = `${place}`;
    return <Fragment key={key}>{show(part)}</Fragment>;
  });
}

const heading = { margin: '24px 0 12px', fontSize: '19px', lineHeight: '26px' };
const list = { margin: '0 0 16px', paddingLeft: '24px' };
const entry = { margin: '0 0 8px', fontSize: '16px', lineHeight: '24px' };
