import type { Nothing } from '../subject.ts';

export type NewsletterTasks = {
  /** Queued by the database when somebody subscribes or confirms. */
  'newsletter-mail': {
    kind: 'newsletter-confirm' | 'newsletter-welcome';
    subscriberId: string;
  };
  /** Queued by the database once for every fifty subscribers; by earlier versions once for each. */
  'newsletter-edition': { editionId: string } & (
    | { subscriberIds: string[] }
    | { subscriberId: string }
  );
  /** Queued when staff send an edition: adds jobs for everybody on the list. */
  'newsletter-begin': { editionId: string };
  /** One mail to the author, who need not be on the list. */
  'newsletter-trial': { to: string; subject: string; text: string };
  'clean-newsletter': Nothing;
};
