import { readMessageDraft } from '#app/drafts/message-draft.ts';
import { useAuth } from '#app/session/use-auth.ts';

/** Where the words to an applicant, and those about one, are kept while they are typed. */
export const answerDraft = (application: string) => `about-${application}`;
export const noteDraft = (application: string) => `note-on-${application}`;

/** Of an application that has gone while somebody was writing: what they typed has no field any more, and is still to be read. */
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
