import { afterEach, expect, test, vi } from 'vitest';
import { keepingAnswers } from './early-questions.ts';

afterEach(() => vi.unstubAllGlobals());

test('a refused early request is left to the screen, and the client does not retry it', async () => {
  vi.stubGlobal('window', {});
  const send = vi.fn(async () => Response.json({}, { status: 401 }));
  const ahead = keepingAnswers(send)('https://site.example/rest/v1/jobs?select=id', {});
  await expect(ahead).rejects.toMatchObject({ name: 'AbortError' });
});
