import { Action, Layout, Paragraph } from '../layout.tsx';
import { Quote } from '../quote.tsx';
import type { LegalTextProps, Template } from '../template.ts';

const titleOf = ({ name, isTakenBack }: LegalTextProps) =>
  isTakenBack ? `Our ${name} will not change` : `Our ${name} will change`;

export const legalTextChanges: Template<LegalTextProps> = {
  own: ['to'],
  subject: (brand, props) => `${titleOf(props)} · ${brand.name}`,
  write: ({ brand, name, day, changes, isTakenBack, link, ...props }) => (
    <Layout
      brand={brand}
      title={titleOf({ name, day, changes, isTakenBack, link, ...props })}
      reason="You are receiving this email because you have an account with us. It concerns what holds between you and us, so it comes to everybody whose address is confirmed."
    >
      {isTakenBack ? (
        <Paragraph>
          We told you that our {name} would change. We have taken that back: the current version
          stays in effect.
        </Paragraph>
      ) : (
        <>
          <Paragraph>
            Our {name} will change{day && ` on ${day}`}. In plain words:
          </Paragraph>
          <Quote text={changes} />
          <Paragraph>
            Until then everything stays as it is. The page has the whole text, as it is and as it
            will be.
          </Paragraph>
        </>
      )}
      <Action href={link}>Read our {name}</Action>
      <Paragraph>Questions? Write to us: {brand.email}.</Paragraph>
    </Layout>
  ),
};
