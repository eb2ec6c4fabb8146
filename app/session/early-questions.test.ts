import { afterEach, expect, test, vi } from 'vitest';
import { keepingAnswers } from './early-questions.ts';

afterEach(() => vi.unstubAllGlobals());

test('what is refused ahead is left to the screen, and the client does not try it again', async () => {
  vi.stubGlobal('window', {});
  const send = vi.fn(async () => Response.json({}, { status: 401 }));
  const ahead = keepingAnswers(send)('https://site.example/rest/v1/jobs?select=id', {});
  await expect(ahead).rejects.toMatchObject({ name: 'AbortError' });
});
