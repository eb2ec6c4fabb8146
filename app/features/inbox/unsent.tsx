import { readMessageDraft } from '#app/drafts/message-draft.ts';
import { useAuth } from '#app/session/use-auth.ts';

/** Storage keys for drafts of messages to an applicant and of notes about one. */
export const answerDraft = (application: string) => `about-${application}`;
export const noteDraft = (application: string) => `note-on-${application}`;

/**
 * For an application that disappeared while somebody was writing: the field is gone, but what they typed can still be
 * read.
 */
export function Unsent({ id }: { id: string }) {
  const { user } = useAuth();
  const places = [
    [answerDraft(id), 'Not sent'],
    [noteDraft(id), 'Not saved'],
  ] as const;
  return places.map(([place, words]) => {
    const text = readMessageDraft(user?.id ?? '', place).text.trim();
    return (
      text && (
        <p key={place} className="inbox-text">
          {words}: <bdi>{text}</bdi>
        </p>
      )
    );
  });
}
