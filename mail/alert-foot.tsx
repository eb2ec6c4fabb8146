import { Paragraph, TextLink } from './layout.tsx';

/**
 * How to change or stop an alert, in one press each. Visitors have one page for both. No punctuation after an address:
 * in plain text it would become part of the link.
 */
export function AlertFoot({ manageLink, stopLink }: { manageLink: string; stopLink: string }) {
  const isOnePage = manageLink === stopLink;
  return (
    <Paragraph>
      {!isOnePage && (
        <>
          <TextLink href={manageLink}>Manage your alerts</TextLink>
          <br />
        </>
      )}
      <TextLink href={stopLink}>
        {isOnePage ? 'Stop this alert, or see what others you have' : 'Stop this alert'}
      </TextLink>
    </Paragraph>
  );
}

export const rhythmWords = {
  daily: 'once a day, when there is something new',
  weekly: 'once a week, when there is something new',
} as const;
