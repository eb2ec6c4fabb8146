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
import type { Brand } from './template.ts';

/** The frame of every mail: brand, heading, text, and who sent it why. */
export function Layout(props: {
  brand: Brand;
  title: string;
  /** Why the person gets this mail. */
  reason: string;
  children: ReactNode;
}) {
  const { brand, title, reason, children } = props;
  return (
    <Html lang="en">
      <Head>
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
            {brand.name} · {brand.postalAddress ?? brand.region}
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

/** Six digits for those who read the mail on another device. */
export function Code({ children }: { children: string }) {
  return (
    <Text className="code" style={code}>
      {children}
    </Text>
  );
}

const page = { margin: 0, padding: '24px 0', backgroundColor: '#f4f6f5', color: '#1d2b2c' };
const card = {
  maxWidth: '560px',
  padding: '32px',
  borderRadius: '12px',
  backgroundColor: '#ffffff',
  fontFamily: 'Figtree, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif',
};
const brandLine = { margin: '0 0 16px', fontSize: '14px', color: '#52605f' };
const heading = { margin: '0 0 16px', fontSize: '24px', lineHeight: '32px' };
const text = { margin: '0 0 16px', fontSize: '16px', lineHeight: '24px' };
const small = { margin: '0 0 8px', fontSize: '13px', lineHeight: '20px', color: '#52605f' };
const link = { color: '#0b5a60', textDecoration: 'underline' };
const line = { margin: '24px 0 16px', borderColor: '#d9dfdd' };
const action = {
  padding: '14px 24px',
  margin: '0 0 24px',
  borderRadius: '8px',
  backgroundColor: '#0b5a60',
  color: '#ffffff',
  fontSize: '16px',
  fontWeight: 600,
};
const code = {
  margin: '0 0 16px',
  padding: '12px 16px',
  borderRadius: '8px',
  backgroundColor: '#eef2f1',
  fontFamily: 'ui-monospace, Menlo, Consolas, monospace',
  fontSize: '24px',
  letterSpacing: '4px',
};

const darkMode = `@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: #101a1b !important; color: #e7edec !important; }
  .card { background-color: #182526 !important; color: #e7edec !important; }
  .strong { color: #ffffff !important; }
  .quiet { color: #a9b8b6 !important; }
  .link { color: #7fd1c7 !important; }
  .line { border-color: #2f4142 !important; }
  .code { background-color: #22333a !important; color: #ffffff !important; }
  .action { background-color: #7fd1c7 !important; color: #0c2022 !important; }
}`;
