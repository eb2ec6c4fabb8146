import { readMessageDraft } from '#app/drafts/message-draft.ts';
import { useAuth } from '#app/session/use-auth.ts';

/** Where the words to an applicant, and those about one, are kept while they are typed. */
export const answerDraft = (application: string) => `about-${application}`;
export const noteDraft = (application: string) => `note-on-${application}`;

/** Of an application that has gone while somebody was writing: what they typed has no field any more, and is still to be read. */
export function Unsent({ id }: { id: string }) {
  const { user } = useAuth();
  const typed = [answerDraft(id), noteDraft(id)]
    .map((place) => ({ place, text: readMessageDraft(user?.id ?? '', place).text.trim() }))
    .filter(({ text }) => text);
  return typed.map(({ place, text }) => (
    <p key={place} className="inbox-text">
      Not sent: <bdi>{text}</bdi>
    </p>
  ));
}
