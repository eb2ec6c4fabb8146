import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Text } from '@react-email/text';
import type { ReactNode } from 'react';
import { darkColors as dark, lightColors as light } from '#domain/site/brand.ts';
import type { Brand } from './template.ts';

/** The frame of every email: brand, heading, text, and who sent it and why. */
export function Layout(props: {
  brand: Brand;
  title: string;
  /** Why the recipient gets this email. */
  reason: string;
  children: ReactNode;
}) {
  const { brand, title, reason, children } = props;
  return (
    <Html lang="en">
      <Head>
        <title>{title}</title>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{darkMode}</style>
      </Head>
      <Preview>{title}</Preview>
      <Body className="page" style={page}>
        <Container className="card" style={card}>
          <Text className="quiet" style={brandLine}>
            {brand.name}
          </Text>
          <Heading as="h1" className="strong" style={heading}>
            {title}
          </Heading>
          {children}
          <Hr className="line" style={line} />
          <Text className="quiet" style={small}>
            {reason} Questions? Write to{' '}
            <TextLink href={`mailto:${brand.email}`}>{brand.email}</TextLink>.
          </Text>
          <Text className="quiet" style={small}>
            {brand.name}
            {'\u00a0· '}
            {brand.postalAddress ?? brand.region}
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

export function Paragraph({ children }: { children: ReactNode }) {
  return <Text style={text}>{children}</Text>;
}

export function Action({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Button href={href} className="action" style={action}>
      {children}
    </Button>
  );
}

export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="link" style={link}>
      {children}
    </Link>
  );
}

/** Six digits, for people who read the email on another device. */
export function Code({ children }: { children: string }) {
  return (
    <Text className="code" style={code}>
      {children}
    </Text>
  );
}

const page = { margin: 0, padding: '24px 0', backgroundColor: light.sunken, color: light.ink };
const card = {
  maxWidth: '560px',
  padding: '32px',
  borderRadius: '12px',
  backgroundColor: light.surface,
  fontFamily: 'Figtree, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif',
  // A long word without a space would make the whole email wider than a phone. The second property is for older email
  // programs.
  overflowWrap: 'anywhere' as const,
  wordBreak: 'break-word' as const,
};
const brandLine = { margin: '0 0 16px', fontSize: '14px', color: light.muted };
const heading = { margin: '0 0 16px', fontSize: '24px', lineHeight: '32px' };
const text = { margin: '0 0 16px', fontSize: '16px', lineHeight: '24px' };
const small = { margin: '0 0 8px', fontSize: '13px', lineHeight: '20px', color: light.muted };
const link = { color: light.pine, textDecoration: 'underline' };
const line = { margin: '24px 0 16px', borderColor: light.line };
const action = {
  padding: '14px 24px',
  margin: '0 0 24px',
  borderRadius: '8px',
  backgroundColor: light.pine,
  color: light['on-pine'],
  fontSize: '16px',
  fontWeight: 600,
};
const code = {
  margin: '0 0 16px',
  padding: '12px 16px',
  borderRadius: '8px',
  backgroundColor: light.sage,
  fontFamily: 'ui-monospace, Menlo, Consolas, monospace',
  fontSize: '24px',
  letterSpacing: '4px',
};

const darkMode = `@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: ${dark.sunken} !important; color: ${dark.ink} !important; }
  .card { background-color: ${dark.surface} !important; color: ${dark.ink} !important; }
  .strong { color: ${dark.ink} !important; }
  .quiet { color: ${dark.muted} !important; }
  .link { color: ${dark.pine} !important; }
  .line { border-color: ${dark.line} !important; }
  .code { background-color: ${dark.sage} !important; color: ${dark.ink} !important; }
  .action { background-color: ${dark.pine} !important; color: ${dark['on-pine']} !important; }
  .quote { border-color: ${dark.pine} !important; }
}`;
