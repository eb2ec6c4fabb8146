import type { Nothing } from '../subject.ts';

export type NewsletterTasks = {
  /** Asked for by the database, when somebody subscribes or confirms. */
  'newsletter-mail': {
    kind: 'newsletter-confirm' | 'newsletter-welcome';
    subscriberId: string;
  };
  /** Asked for by the database, once for fifty subscribers; by former versions once for each. */
  'newsletter-edition': { editionId: string } & (
    | { subscriberIds: string[] }
    | { subscriberId: string }
  );
  /** Asked for when staff send one: gives everybody on the list a place in the queue. */
  'newsletter-begin': { editionId: string };
  /** One mail to the author, who need not be on the list. */
  'newsletter-trial': { to: string; subject: string; text: string };
  'clean-newsletter': Nothing;
};
