import { site } from '#domain/site/brand.ts';
import { wordsOf } from '#domain/site/words.ts';

export type SignUpWords = { state: 'open' | 'closed'; closedTitle: string; closedText: string };

/** Whether new accounts are open, and what the form says if not. */
export const firstSignUp: SignUpWords = {
  state: 'open',
  closedTitle: 'New accounts are closed for now',
  closedText:
    'We are not opening new accounts at the moment. If you have one, sign in as always. If you need one, write to us.',
};

export type ClosedSignUp = { title: string; text: string; email: string };

/** What the form says while new accounts are closed; undefined while they are open. */
export function closedSignUp(isClosedByServer: boolean): ClosedSignUp | undefined {
  const { state, closedTitle, closedText } = wordsOf('sign-up', firstSignUp);
  if (state === 'open' && !isClosedByServer) return undefined;
  return { title: closedTitle, text: closedText, email: site.email };
}
