import { type PageMeta, titled, type Words } from './page-parts.ts';

/**
 * What people read when they subscribe to the newsletter and when they leave it. The form's texts are in resources.ts.
 */
export const newsletter = {
  sent: {
    title: 'Check your email',
    text: 'If the address can be subscribed, an email with a link to confirm it is on its way.',
  },
  tooMany: 'There were too many requests from your network. Please try again in an hour.',
  failed: 'That did not work, and the fault is ours. Please try again in a moment.',

  confirm: {
    meta: {
      title: titled('Confirm your subscription'),
      description: 'One more step: confirm that you want news about resources and events by email.',
    } satisfies PageMeta,
    title: 'Confirm your subscription',
    text: 'You will receive an occasional email when there is something to read, hear or attend.',
    button: 'Confirm',
    done: {
      title: 'You are subscribed',
      text: 'You will get an email with a link to unsubscribe.',
    },
    expired: {
      title: 'This link no longer works',
      text: 'A link to confirm works for seven days. If you confirmed in time and have not unsubscribed since, you need no new one. If not, enter your address again to receive one.',
      action: { label: 'Enter Your Address', href: '/resources#newsletter' },
    },
  },

  unsubscribe: {
    meta: {
      title: titled('Unsubscribe'),
      description: 'Stop the newsletter. Your address is deleted from the list at once.',
    } satisfies PageMeta,
    title: 'Unsubscribe from the newsletter',
    text: 'Your address will be deleted from the list at once.',
    button: 'Unsubscribe',
    done: {
      title: 'You are unsubscribed',
      text: 'Your address has been deleted from the list. No more emails will come.',
    },
    nothing: {
      title: 'This link has nothing to unsubscribe',
      text: 'It has been used before, or it is incomplete. If emails still come, use the link in the newest one.',
    },
    noLink: {
      title: 'Open the link in an email',
      text: 'Every email has a link to unsubscribe, which tells us who you are.',
    },
  },
} as const satisfies Words;
