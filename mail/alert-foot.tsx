import { Paragraph, TextLink } from './layout.tsx';

/** How to change or end an alert, in one press each. Visitors have one page for both. */
export function AlertFoot({ manageLink, stopLink }: { manageLink: string; stopLink: string }) {
  if (manageLink === stopLink) {
    return (
      <Paragraph>
        <TextLink href={stopLink}>Stop this alert</TextLink>, or see what others you have.
      </Paragraph>
    );
  }
  return (
    <Paragraph>
      <TextLink href={manageLink}>Look after your alerts</TextLink> or{' '}
      <TextLink href={stopLink}>stop this alert</TextLink>.
    </Paragraph>
  );
}

/** "3 new jobs", "1 new job". */
export function counted(total: number, one: string, many: string): string {
  return total === 1 ? `1 ${one}` : `${total} ${many}`;
}

export const rhythmWords = {
  daily: 'once a day, when there is something new',
  weekly: 'once a week, when there is something new',
} as const;
