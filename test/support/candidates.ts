import type { Actor, Actors } from './actors.ts';

export type Person = Actor & { id: string };
export type Candidate = Person & { profileId: string };

/** People who can be found as candidates, and who write to them. */
export function createCandidates(actors: Actors) {
  async function candidate(profile: Record<string, unknown> = {}): Promise<Candidate> {
    const person = await actors.signedIn();
    const { data, error } = await person.client
      .from('candidate_profiles')
      .insert({ user_id: person.id, headline: 'CDI Specialist', public_profile: true, ...profile })
      .select('id')
      .single();
    if (error) throw error;
    return { ...person, profileId: data.id };
  }

  /** As the browser calls it; a refusal is an error with its code. */
  async function invoke(person: Actor, name: string, body: Record<string, unknown>) {
    const { data, error } = await person.client.functions.invoke(name, { body });
    if (!error) return { status: 200, ...data };
    const response: Response = error.context;
    return { status: response.status, ...(await response.json()) };
  }

  const send = (person: Actor, to: { profileId: string }, message: unknown, more = {}) =>
    invoke(person, 'send-candidate-message', { candidateId: to.profileId, message, ...more });
  const reply = (person: Actor, conversationId: string, message: unknown, more = {}) =>
    invoke(person, 'reply-to-message', { conversationId, message, ...more });

  /** As this person reads them, oldest first. */
  async function messagesOf(person: Actor, conversationId: string) {
    const { data } = await person.client
      .from('messages')
      .select('body')
      .eq('conversation_id', conversationId)
      .order('created_at');
    return data?.map(({ body }) => body);
  }

  return { candidate, invoke, send, reply, messagesOf };
}
