import { expect, type Page } from '@playwright/test';
import type { TestServer } from './start-test-server.ts';
import { testKeys } from './test-keys.ts';

const hello = 'Good morning, we look for a CDI specialist.\nMay we talk?';

export async function publish({ database }: TestServer, id: string): Promise<string> {
  const { rows } = await database.asService.query<{ id: string }>({
    text: `insert into public.candidate_profiles (user_id, headline, public_profile)
      values ($1, 'CDI Specialist', true) returning id`,
    values: [id],
  });
  return rows[0]?.id ?? '';
}

export async function write(server: TestServer, token: string, candidateId: string) {
  const response = await fetch(`${server.url}/functions/v1/send-candidate-message`, {
    method: 'POST',
    headers: {
      apikey: testKeys.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ candidateId, message: hello }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as { conversationId: string };
}

export function messagesOn(page: Page) {
  return page.getByRole('region', { name: 'Messages of this conversation' }).getByRole('listitem');
}
