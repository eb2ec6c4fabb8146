import type { ReactNode } from 'react';
import * as links from '#domain/site/links.ts';
import { Action, Layout, Paragraph } from './layout.tsx';
import type { Brand, NoticeProps, Template } from './template.ts';

/** The frame of all notices: what happened, when and from where, and what to do if it was not you. */
export function notice(
  title: string,
  explain: (props: NoticeProps & { brand: Brand }) => ReactNode,
  /** To a mailbox that can no longer receive a link to set a password. */
  { isLast = false } = {},
): Template<NoticeProps> {
  return {
    subject: (brand) => `${title} · ${brand.name}`,
    write: (props) => (
      <Layout
        brand={props.brand}
        title={title}
        reason="You are receiving this email because it concerns the safety of your account."
      >
        <Paragraph>{explain(props)}</Paragraph>
        <Paragraph>{whenAndWhere(props)}</Paragraph>
        {isLast ? <WriteToUs brand={props.brand} /> : <NewPassword brand={props.brand} />}
      </Layout>
    ),
  };
}

function NewPassword({ brand }: { brand: Brand }) {
  return (
    <>
      <Paragraph>
        If this was you, there is nothing to do. If not, choose a new password now: that ends every
        other session.
      </Paragraph>
      <Action href={`${brand.siteUrl}${links.recoverPassword}`}>Choose a new password</Action>
    </>
  );
}

function WriteToUs({ brand }: { brand: Brand }) {
  return (
    <Paragraph>
      If this was you, there is nothing to do. If not, write to us today, from this mailbox:{' '}
      {brand.email}. A new password would be asked for at the new address.
    </Paragraph>
  );
}

export function whenAndWhere({ at, device, place }: NoticeProps): string {
  return `${asMoment(at)}, ${device}${place ? `, network ${place}` : ''}`;
}

/** Created once: each holds 30 KB, and thousands of emails in a row would free them only much later. */
const moments = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'long',
  timeZone: 'UTC',
});

export const asMoment = (at: string): string => moments.format(new Date(at));
